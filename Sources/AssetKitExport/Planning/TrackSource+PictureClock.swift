internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

extension TrackSource {
    /// In which parts of a second its pictures' times are counted: of a composition's track so that the times of all its
    /// sources are told, not only those of the first.
    var pictureClock: CMTimeScale {
        if let index { return index.tick.denominator }
        let sources = timingTracks.flatMap { $0.composed?.sources ?? [] }
        guard facts.timescale > 0, !sources.isEmpty else { return facts.timescale }
        return ExportTimescale.timescale(
            of: [facts.timescale] + sources.map(\.facts.timescale),
            showing: sources.map { $0.facts.video?.minimumFrameDuration ?? .invalid }
        )
    }

    /// The tracks whose pictures say when its own begin.
    private var timingTracks: [TrackSource] {
        guard let layered else { return [self] }
        return Set(layered.timings.map(\.trackID)).sorted().compactMap { layered.tracks[$0] }
    }
}
