package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// What a new file is to hold, as far as it is known before the first sample. A plain value.
package struct SinkPlan: Sendable {
    /// How a movie is laid out.
    package enum Layout: Sendable, Hashable {
        /// The index comes last.
        case plain
        /// The index comes first, so that playing can begin before all is there.
        case indexFirst
        /// In fragments, also when the file is complete.
        case fragmented(interval: CMTime)
        /// Fragments that survive a crash at any moment, made into an ordinary movie at the end. Of a file of sound, what is there so
        /// far is said in its header as often.
        case crashSafe(interval: CMTime, first: CMTime)
    }

    package var fileType: AVFileType
    package var layout = Layout.plain
    package var tracks: [SinkTrack]
    package var metadata: [MetadataEntry] = []
    package var chapters: [Chapter] = []
    /// Ticks of a second that durations and edits of the movie count; nil for the one that makes them exact.
    package var movieTimescale: CMTimeScale?
    /// About how long it will be.
    package var expectedDuration = CMTime.indefinite

    package init(
        fileType: AVFileType,
        layout: Layout = Layout.plain,
        tracks: [SinkTrack],
        metadata: [MetadataEntry] = [],
        chapters: [Chapter] = [],
        movieTimescale: CMTimeScale? = nil,
        expectedDuration: CMTime = CMTime.indefinite
    ) {
        self.fileType = fileType
        self.layout = layout
        self.tracks = tracks
        self.metadata = metadata
        self.chapters = chapters
        self.movieTimescale = movieTimescale
        self.expectedDuration = expectedDuration
    }
}
