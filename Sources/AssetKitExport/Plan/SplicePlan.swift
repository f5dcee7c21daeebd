internal import AssetKitMedia
internal import AssetKitSinks

/// How pictures are cut exactly without encoding all of them: the edges are encoded, what lies between them is copied. A
/// plain value.
struct SplicePlan: Codable, Sendable, Hashable {
    /// A section of the new track.
    enum Section: Codable, Sendable, Hashable {
        case encoded(SpliceEdge)
        case copied(SpliceRun)

        /// Which of the source's sample descriptions its samples have, or go with.
        var description: Int {
            switch self {
            case .encoded(let edge): edge.description
            case .copied(let run): run.description
            }
        }
    }

    /// How the edges are encoded, each one of its chunks; nil where everything is copied.
    var edges: PictureRendering?
    /// In the order in which they are shown.
    var sections: [Section]
    /// In which sections of a second times are counted.
    var timescale: Int32
    /// How many samples are decoded before the first picture is shown.
    var delay: Int

    var runs: [SpliceRun] {
        sections.compactMap { if case .copied(let run) = $0 { run } else { nil } }
    }

    /// The descriptions that samples have.
    var descriptions: [Int] { Set(sections.map(\.description)).sorted() }

    /// The descriptions that a file says at its beginning. Where that is one, samples bring the others.
    func listedDescriptions(in fileType: AVFileType) -> [Int] {
        MediaSinks.canHoldSeveralFormats(fileType) ? descriptions : Array(descriptions.prefix(1))
    }

    /// Nothing is encoded and no sample changes.
    var isPureCopy: Bool { edges == nil && runs.allSatisfy { $0.entry == .clean } }

    /// Of the samples with a description, some that begin an open GOP are rewritten, so that decoding can begin with
    /// them.
    func opensGroups(_ description: Int) -> Bool {
        runs.contains { $0.entry == .rewritten && $0.description == description }
    }

    var encodedCount: Int {
        sections.reduce(0) { if case .encoded(let edge) = $1 { $0 + edge.pictureCount } else { $0 } }
    }
}

/// Pictures at the edge of a cut that are encoded. A plain value.
struct SpliceEdge: Codable, Sendable, Hashable {
    /// The number of a chunk of ``SplicePlan/edges``.
    var number: Int
    var pictureCount: Int
    /// Why they are not copied.
    var why: String
    /// The sample description of the pictures that are copied beside them.
    var description = 0
}
