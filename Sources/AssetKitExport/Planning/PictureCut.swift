internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Decides what of a track of pictures is copied where as little as possible is to be encoded. It reads samples, so it
/// blocks.
struct PictureCut {
    let context: SourceContext
    let options: AKExportOptions
    let fileType: AVFileType
    /// Places of samples that no copied run may begin with: it was tried, and the pictures were others.
    var refused: Set<Int> = []

    /// What becomes of the pictures of a range, and why all of them have to be encoded where that is so. `edges` says how
    /// pictures are encoded.
    func decide(
        _ source: TrackSource,
        in range: CMTimeRange,
        edges: () throws -> PictureRendering
    ) throws -> (PlannedStretch.Treatment, obstacle: String?) {
        do {
            return (try cut(source, range, edges), nil)
        } catch let obstacle as SplicePlanner.Obstacle {
            return (.pictures(try edges()), obstacle.reason)
        }
    }

    private func cut(_ source: TrackSource, _ range: CMTimeRange, _ edges: () throws -> PictureRendering) throws
        -> PlannedStretch.Treatment
    {
        if let reason = obstacle(to: source.facts) { throw SplicePlanner.Obstacle(reason: reason) }
        let copy = try context.samples(of: [source.facts.trackID])
        guard !copy.tracks.isEmpty else { throw SplicePlanner.Obstacle(reason: "its samples cannot be listed") }
        let planner = SplicePlanner(source: source, copy: copy, range: range, refused: refused)
        guard let splice = try planner.plan(context.session, edges: edges) else {
            return .pictures(planner.whole(try edges()))
        }
        // What does not fit together is found out now, not when half of the file is there.
        _ = try SpliceFormat.formats(splice, of: source.facts, in: fileType, context.encoders)
        return .spliced(splice)
    }

    /// Why the file has no place for the pictures as they are; nil where it has.
    private func obstacle(to facts: TrackFacts) -> String? {
        if let format = facts.formatDescriptions.first, let obstacle = MediaSinks.obstacle(to: format, in: fileType) {
            return obstacle
        }
        // What encoding cannot turn either is copied.
        if let turn = facts.shown(options), PictureTurn(turn) != .none,
            let obstacle = MediaSinks.obstacle(toTurn: turn, in: fileType)
        {
            return "its pictures are \(obstacle)"
        }
        guard facts.video?.alpha?.place == .beside, !fileType.holdsAdditions else { return nil }
        return "its alpha lies beside the samples, for which such a file has no place"
    }
}
