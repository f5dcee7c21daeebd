internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

/// How the pictures of a track follow each other.
enum PictureRhythm {
    /// They all show for as long.
    case even(PictureGrid)
    /// Some show for longer than others, and none for so long that what changes meanwhile would seem to stand still.
    case uneven
    /// Nobody knows, or some show for long, as recordings of screens do.
    case unknown

    /// Where pictures show for longer, a dissolve is no longer seen as one.
    static let longest = CMTime(value: 1, timescale: 5)

    init(_ track: AVAssetTrack) async throws {
        if let grid = try await PictureGrid(track) {
            self = .even(grid)
            return
        }
        let (facts, video) = (track.facts, track.facts.video)
        // Where those that show longest and shortest differ by a tick of their clock alone, the mean tells enough.
        let slowest = video?.frameRateRange?.lowerBound ?? video?.nominalFrameRate ?? 0
        // Edits, of a file or a composition, may hold a picture for as long as they like.
        let isPlain = facts.segments.allSatisfy { $0.isEmpty || $0.source.duration == $0.target.duration }
        let isOften = slowest * Self.longest.seconds >= 1
        self = isPlain && isOften && !(track is AVCompositionTrack) ? .uneven : .unknown
    }

    var grid: PictureGrid? { if case .even(let grid) = self { grid } else { nil } }

    var isUneven: Bool { if case .uneven = self { true } else { false } }
}
