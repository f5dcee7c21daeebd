internal import AssetKitMedia
internal import CMTimeLib

/// A stored sample of a track that is neither heard nor seen, and when it holds on the item's timeline. A plain value.
struct TimedSample: Sendable {
    let range: CMTimeRange
    let bytes: [UInt8]
    let format: CMFormatDescription?

    /// The sample as a buffer of its own; nil where it cannot be made.
    var buffer: CMSampleBuffer? {
        guard let format, let data = try? CMBlockBuffer(length: bytes.count) else { return nil }
        if !bytes.isEmpty { try? data.withUnsafeMutableBytes { $0.copyBytes(from: bytes) } }
        let timing = CMSampleTimingInfo(
            duration: range.duration,
            presentationTimeStamp: range.start,
            decodeTimeStamp: .invalid
        )
        return try? CMSampleBuffer(
            dataBuffer: data,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [bytes.count]
        )
    }
}
