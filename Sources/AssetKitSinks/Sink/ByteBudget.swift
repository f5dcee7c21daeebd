internal import AssetKitMedia
package import CMTimeLib

/// How many bytes a new file takes with all samples that it has been given, and how many it may take. Pure.
package struct ByteBudget: Sendable, Hashable {
    /// What a sample takes in tables besides its own bytes: in a fragment and in the index.
    private static let tableBytes: Int64 = 40
    /// What a fragment takes for itself.
    private static let fragmentBytes: Int64 = 640

    /// How many bytes the file may have; nil for any number.
    package var limit: Int64?
    /// How often fragments begin; nil where there are none.
    package var fragmentInterval: CMTime?
    /// What the header takes with the metadata.
    package var headerBytes: Int64 = 6 << 10
    private var sampleBytes: Int64 = 0
    private var latest = CMTime.zero
    /// The first sample that did not fit: all that is decoded then or later is left out.
    package private(set) var fullTime: CMTime?

    package init() {}

    /// About how many bytes the file has when it is complete; never fewer than that by more than its header.
    package var byteCount: Int64 {
        guard let fragmentInterval, fragmentInterval > .zero, latest > .zero else { return sampleBytes + headerBytes }
        let fragments = Int64(clamping: Int((latest.seconds / fragmentInterval.seconds).rounded(.up)) + 3)
        return sampleBytes + headerBytes + fragments * Self.fragmentBytes
    }

    /// Whether there is room for a sample, which is then counted.
    mutating func takes(_ sample: SinkSample) -> Bool {
        let bytes = Int64(sample.data.endIndex) + Self.tableBytes * Int64(max(1, sample.count))
        guard let limit else {
            count(sample, bytes)
            return true
        }
        if let fullTime {
            guard sample.decodeTime < fullTime, byteCount + bytes <= limit else { return false }
        } else if byteCount + bytes > limit - Self.reserve(of: limit) {
            fullTime = sample.decodeTime
            return false
        }
        count(sample, bytes)
        return true
    }

    /// What is kept for the last samples of tracks that are a little behind.
    private static func reserve(of limit: Int64) -> Int64 { min(max(limit / 16, 2 << 10), 48 << 10) }

    private mutating func count(_ sample: SinkSample, _ bytes: Int64) {
        sampleBytes += bytes
        if sample.decodeTime > latest { latest = sample.decodeTime }
    }
}
