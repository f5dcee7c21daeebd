internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib

/// Samples of one source that are copied together, and what there is to know of where they go. A plain value.
struct CopiedClip: Sendable {
    /// A track of the new file.
    struct Track: Sendable {
        var timescale: CMTimeScale
        var formats: [CMFormatDescription]
    }

    let source: LoadedSource
    var copiedRuns: [CopiedRuns]
    /// The tracks by whose places the runs go.
    var tracks: [Track]
    /// When it shows in the new file.
    var range: CMTimeRange
    var layout = SinkPlan.Layout.plain
}

extension CopyPlan {
    /// One of its clips, as those need it who copy it.
    func clip(_ placed: PlacedClip) -> CopiedClip {
        CopiedClip(
            source: sources[placed.source],
            copiedRuns: placed.copiedRuns,
            tracks: sink.tracks.map { CopiedClip.Track(timescale: $0.timescale, formats: $0.formats) },
            range: CMTimeRange(start: placed.start, duration: placed.actual.duration),
            layout: sink.layout
        )
    }
}
