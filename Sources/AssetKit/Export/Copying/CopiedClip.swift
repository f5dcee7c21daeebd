internal import AssetKitMedia
internal import CMTimeLib

/// Samples of one source that are copied together, and what there is to know of where they go. A plain value.
struct CopiedClip: Sendable {
    /// A track of the new file.
    struct Track: Sendable {
        var timescale: CMTimeScale
        var formats: [CMFormatDescription]
    }

    let source: CopySource
    var pieces: [CopyPiece]
    /// The tracks by whose places the pieces go.
    var tracks: [Track]
    /// When it shows in the new file.
    var range: CMTimeRange
    var layout = SinkPlan.Layout.plain
}

extension CopyPlan {
    /// One of its parts, as those need it who copy it.
    func clip(_ part: CopyPart) -> CopiedClip {
        CopiedClip(
            source: sources[part.source],
            pieces: part.pieces,
            tracks: sink.tracks.map { CopiedClip.Track(timescale: $0.timescale, formats: $0.formats) },
            range: CMTimeRange(start: part.start, duration: part.actual.duration),
            layout: sink.layout
        )
    }
}
