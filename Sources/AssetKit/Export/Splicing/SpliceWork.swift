internal import CMTimeLib

/// How pictures are cut exactly without encoding all of them: the edges are encoded, what lies between them is copied. A
/// plain value.
struct SpliceWork: Codable, Sendable, Hashable {
    /// A part of the new track.
    enum Part: Codable, Sendable, Hashable {
        /// The number of a part of ``edges``, with how many pictures that are and why they are encoded.
        case encoded(Int, pictureCount: Int, why: String)
        case copied(SpliceRun)
    }

    /// How the edges are encoded, each one of its chunks; nil where everything is copied.
    var edges: PictureWork?
    /// In the order in which they are shown.
    var parts: [Part]
    /// In which parts of a second times are counted.
    var timescale: Int32
    /// How many samples are decoded before the first picture is shown.
    var delay: Int

    var runs: [SpliceRun] {
        parts.compactMap { if case .copied(let run) = $0 { run } else { nil } }
    }

    /// Pictures before and behind each other in the file come from two encoders, or change.
    var isPureCopy: Bool { edges == nil && runs.allSatisfy { $0.entry == .clean } }

    /// Samples of an open group are made to stand alone.
    var opensGroups: Bool { runs.contains { $0.entry == .rewritten } }

    var encodedCount: Int {
        parts.reduce(0) { if case .encoded(_, let count, _) = $1 { $0 + count } else { $0 } }
    }
}

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

    var sampleCount: Int { samples.reduce(0) { $0 + $1.count } }
    var first: Int { samples.first?.lowerBound ?? 0 }
}
