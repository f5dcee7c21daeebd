internal import AssetKitAssets
internal import AssetKitMedia

extension ExportPlan {
    /// The same with edges encoded as finely as the source's pictures ask for. It looks at pictures, so it blocks.
    func settled(_ context: SourceContext) throws -> ExportPlan {
        var plan = self
        for number in tracks.indices {
            for place in tracks[number].stretches.indices {
                let stretch = tracks[number].stretches[place]
                guard case .spliced(var splice) = stretch.treatment, let edges = splice.edges,
                    let track = context.loaded.tracks.first(where: { $0.trackID == tracks[number].trackID })
                else { continue }
                let trial = SpliceTrial(
                    source: context.loaded.source(of: track),
                    copy: try context.samples(of: [track.trackID]),
                    range: stretch.source,
                    session: context.session
                )
                splice.edges = try trial.settled(edges)
                plan.tracks[number].stretches[place].treatment = .spliced(splice)
            }
        }
        return plan
    }
}
