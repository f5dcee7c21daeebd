internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a new file is to hold, as far as it is known before the first sample. A plain value.
struct SinkPlan: Sendable {
    /// How a movie is laid out.
    enum Layout: Sendable, Hashable {
        /// The index comes last.
        case plain
        /// The index comes first, so that playing can begin before all is there.
        case indexFirst
        /// Fragments that stay.
        case fragmented(interval: CMTime)
        /// Fragments that survive a crash at any moment, made into an ordinary movie at the end.
        case crashSafe(interval: CMTime, first: CMTime)
    }

    var fileType: AVFileType
    var layout = Layout.plain
    var tracks: [SinkTrack]
    var metadata: [MetadataEntry] = []
    var chapters: [Chapter] = []
    /// Ticks of a second that durations and edits of the movie count; nil for the one that makes them exact.
    var movieTimescale: CMTimeScale?
    /// About how long it will be.
    var expectedDuration = CMTime.indefinite
}
