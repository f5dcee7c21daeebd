internal import AssetKitBase
internal import AssetKitSources
internal import CMTimeLib

extension SplicePlanner {
    /// Each begins with a picture that stands alone: more are a sign of a file that makes no sense.
    private static let mostChanges = 256

    /// The stretches of the range, cut where samples have another description.
    func describedStretches() throws -> [(stretch: MediaStretch, description: Int)] {
        let index = track.index
        let whole = track.stretches(in: range, copy)
        guard facts.descriptions.count > 1 else { return whole.map { ($0, 0) } }
        var result: [(stretch: MediaStretch, description: Int)] = []
        for stretch in whole {
            let cutter = StretchCutter(index: index, stretch: stretch)
            let bound = cutter.limit(stretch.source.end)
            guard let first = cutter.sample(shownAt: stretch.source.start, before: bound) else {
                result.append((stretch, 0))
                continue
            }
            let last = stretch.isHeld ? first : index.index(presentedAt: bound.subtractingClamped(1)) ?? first
            var start = stretch.target.start
            var description = index[first].descriptionIndex
            func end(at end: CMTime) throws {
                guard result.count < Self.mostChanges else {
                    throw Obstacle(reason: "the description of its samples changes too often")
                }
                let target = CMTimeRange(start: start, end: end)
                result.append((MediaStretch(edit: stretch.edit, target: target), description))
            }
            for rank in index.rank(of: first)...max(index.rank(of: first), index.rank(of: last)) {
                let place = index.order[rank]
                guard index[place].descriptionIndex != description else { continue }
                let time = stretch.assetTime(of: index.tick.time(cutter.ticks(of: place)))
                try end(at: time)
                (start, description) = (time, index[place].descriptionIndex)
            }
            try end(at: stretch.target.end)
        }
        return result
    }
}
