/// A chunk of ISO media: samples that lie behind each other in the file.
package struct SampleChunk: Hashable, Sendable {
    /// The places of its samples in decode order.
    package var samples: Range<Int>
    package var offset: Int64
    package var byteCount: Int64
    package var hasUniformSizes: Bool
    package var hasUniformDurations: Bool
    package var hasUniformDescriptions: Bool
}
