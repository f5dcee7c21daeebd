/// What a new file is to show: tracks of stretches. A plain value; whoever makes one decides nothing about codecs.
package struct Timeline: Codable, Sendable, Hashable {
    /// Ranges of sources whose tracks begin and end together. Where a cut moves to a key frame the whole clip does, and
    /// what follows moves with it.
    package var clips: [TimelineClip]
    package var tracks: [TimelineTrack]

    package init(clips: [TimelineClip], tracks: [TimelineTrack]) {
        self.clips = clips
        self.tracks = tracks
    }
}
