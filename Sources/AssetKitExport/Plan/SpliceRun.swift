internal import CMTimeLib

/// Stored samples that go into a new track one after the other. A plain value.
struct SpliceRun: Codable, Sendable, Hashable {
    /// How the first of them begins.
    enum Entry: String, Codable, Sendable { case clean, rewritten }

    /// The places of the samples in decode order.
    var samples: [Range<Int>]
    var entry: Entry
    /// What is added to stored times for those of the new file.
    @CodableCMTime var shift: CMTime
    /// When they are shown, on the asset's timeline.
    @CodableCMTimeRange var range: CMTimeRange
    /// Whether the first is cut short, because its picture is shown before the range already.
    var clipsFirst = false
    /// The sample description that all of them have.
    var description = 0

    var sampleCount: Int { samples.reduce(0) { $0 + $1.count } }
    var first: Int { samples.first?.lowerBound ?? 0 }
}
