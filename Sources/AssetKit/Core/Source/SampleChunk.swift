/// A chunk of ISO media: samples that lie behind each other in the file.
struct SampleChunk: Hashable, Sendable {
    /// The places of its samples in decode order.
    var samples: Range<Int>
    var offset: Int64
    var byteCount: Int64
    var hasUniformSizes: Bool
    var hasUniformDurations: Bool
    var hasUniformDescriptions: Bool
}
