internal import CMTimeLib

/// What is taken of one source for a clip, before it has a place in the new file.
struct CopyDraft: Sendable {
    /// What is taken of one track.
    struct Track: Sendable {
        /// The place among the source's tracks.
        var place: Int
        var cuts: [CopiedStretch]
    }

    var requested: CMTimeRange
    var actual: CMTimeRange
    var tracks: [Track]
}
