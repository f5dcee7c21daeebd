/// Where samples lie: stretches of samples that follow each other in the file.
struct ISOSampleChunks: Sendable {
    private(set) var starts: [UInt32] = []
    private(set) var offsets: [Int64] = []
    /// Which description each stretch has, counted from 0.
    private(set) var descriptions = ISORuns<UInt32>()
    private(set) var count = 0
    /// Where the bytes behind the last sample are.
    private var end: Int64 = -1

    static let chunkBytes = 12

    var stretchCount: Int { starts.count }

    /// Adds samples at `offset` that are `bytes` long together. A chunk right behind the last one becomes part of it.
    mutating func append(samples: Int, bytes: Int64, at offset: Int64, description: UInt32) {
        guard samples > 0 else { return }
        if offset != end {
            starts.append(UInt32(truncatingIfNeeded: count))
            offsets.append(offset)
        }
        descriptions.append(description, count: samples)
        count += samples
        end = offset + bytes
    }

    func stretch(of index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<starts.count) { Int(starts[$0]) <= index }
    }

    func range(of stretch: Int) -> Range<Int> {
        Int(starts[stretch])..<(stretch + 1 < starts.count ? Int(starts[stretch + 1]) : count)
    }
}
