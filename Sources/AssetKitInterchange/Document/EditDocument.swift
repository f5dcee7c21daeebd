package import CMTimeLib

/// An edit as documents of other programs describe it, in words of none of them.
///
/// It is a plain value: nothing in it has been opened, and what it names may not exist. Tracks stand bottom first, as in
/// OTIO; ranges on tracks count from zero, whatever the document's timecode.
package struct EditDocument: Sendable, Equatable {
    package var name: String
    /// What the first frame is called, where the document says.
    package var startTimecode: EditTimecode?
    /// The rate that the document is cut at, where it says.
    package var frameRate: FrameRate?
    /// The size of its pictures, where the document says.
    package var size: EditSize?
    /// Bottom first.
    package var tracks: [EditTrack]
    /// Those of the timeline; clips and tracks have their own. Their ranges count from the start of the timeline.
    package var markers: [EditMarker]
    package var extras: EditExtras
    /// What was left out or taken otherwise than it stands there, a sentence each, in the order of the document.
    package var warnings: [String]

    package init(
        name: String = "",
        startTimecode: EditTimecode? = nil,
        frameRate: FrameRate? = nil,
        size: EditSize? = nil,
        tracks: [EditTrack] = [],
        markers: [EditMarker] = [],
        extras: EditExtras = EditExtras(),
        warnings: [String] = []
    ) {
        self.name = name
        self.startTimecode = startTimecode
        self.frameRate = frameRate
        self.size = size
        self.tracks = tracks
        self.markers = markers
        self.extras = extras
        self.warnings = warnings
    }

    /// The markers that are chapters.
    package var chapters: [EditMarker] { markers.filter(\.isChapter) }

    /// The end of the longest track.
    package var duration: CMTime { tracks.map(\.duration).max() ?? .zero }
}
