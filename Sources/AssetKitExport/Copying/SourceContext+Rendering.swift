internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension SourceContext {
    /// The tracks of a composition as they will be once a range of them has been rendered: samples as they would be listed.
    func renderedSamples(of chosen: Set<Int32>, in range: CMTimeRange) -> LoadedSource {
        let tracks = loaded.tracks.filter { chosen.contains($0.trackID) }.map { track in
            let times = loaded.source(of: track).pictureTimes(in: range)
            return LoadedSource.Track(rendered: track.facts, at: times, until: range.end)
        }
        return LoadedSource(input: loaded.input, facts: loaded.facts, tracks: tracks)
    }
}

extension LoadedSource.Track {
    /// Fine enough to tell pictures apart.
    private static let tick = TickLength(1, over: 1_000_000)

    /// Pictures that begin at these times, the last of which shows until an end.
    fileprivate init(rendered facts: TrackFacts, at times: ShownTimes, until end: CMTime) {
        guard let tick = Self.tick else { preconditionFailure("a second has parts") }
        let rounding = CMTimeRoundingMethod.roundTowardNegativeInfinity
        var facts = facts
        let whole = CMTimeRange(start: .zero, end: CMTimeMaximum(end, facts.timeRange.end))
        facts.segments = [CMTimeMapping(source: whole, target: whole)]
        (facts.timeRange, facts.timescale) = (whole, tick.denominator)
        let table = RenderedTable(
            tick: tick,
            times: times,
            zero: .zero,
            end: RenderedTable.ticks(end, from: .zero, tick, rounding),
            rounding: rounding
        )
        let index = SampleIndex(table, trackID: facts.trackID, segments: facts.segments)
        self.init(facts: facts, index: index, isTabled: true)
    }
}
