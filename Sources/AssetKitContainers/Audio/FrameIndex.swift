/// Where every so-manyth frame of a stream lies. The longer the stream, the wider the steps, so that the size of the
/// index is bounded.
package struct FrameIndex: Sendable {
    package struct Entry: Hashable, Sendable {
        package var offset: Int64
        package var firstSample: Int64

        package init(offset: Int64, firstSample: Int64) {
            self.offset = offset
            self.firstSample = firstSample
        }
    }

    private let limit: Int
    package private(set) var entries: [Entry] = []
    /// An entry stands for this many frames.
    package private(set) var stride = 1
    package private(set) var frameCount: Int64 = 0
    package private(set) var sampleCount: Int64 = 0

    package init(limit: Int = 1 << 16) { self.limit = max(2, limit) }

    /// Adds the next frame.
    package mutating func append(offset: Int64, sampleCount count: Int64) {
        if frameCount % Int64(stride) == 0 {
            if entries.count == limit { widen() }
            if frameCount % Int64(stride) == 0 {
                entries.append(Entry(offset: offset, firstSample: sampleCount))
            }
        }
        frameCount += 1
        sampleCount = sampleCount.addingReportingOverflow(max(0, count)).partialValue
    }

    private mutating func widen() {
        entries = entries.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
    }

    /// The last entry at or before a sample.
    package func entry(atOrBefore sample: Int64) -> Entry? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].firstSample <= sample { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1] : entries.first
    }
}
