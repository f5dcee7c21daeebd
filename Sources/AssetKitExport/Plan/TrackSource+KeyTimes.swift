internal import AssetKitSources
internal import CMTimeLib

extension TrackSource {
    /// When pictures are shown that decoding can start with, within a range of the asset's timeline; empty where the
    /// container has no table of them.
    func keyTimes(in range: CMTimeRange) -> [CMTime] {
        if let composed { return composed.keyTimes(in: range) }
        guard let index else { return [] }
        var samples = SampleCursor(index.table)
        return (0..<index.count).filter { samples.sample(at: $0, passes: true).isSync }.map { index.assetTime(of: $0) }
            .filter { $0 >= range.start && $0 < range.end }.sorted()
    }
}

extension ComposedTrack {
    /// Where another stretch begins, decoding starts anew anyway; within one as its source says.
    fileprivate func keyTimes(in range: CMTimeRange) -> [CMTime] {
        let shown = shown(in: range)
        let begins = shown.map(\.target.start)
        // Edits cut a few sources into very many stretches: each is walked once.
        let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var keys: [Int: [CMTime]] = [:]
        for place in Set(shown.map(\.source)) { keys[place] = sources[place].keyTimes(in: all) }
        let within = shown.flatMap { stretch -> [CMTime] in
            let taken = stretch.source(of: stretch.target)
            let own = keys[stretch.source] ?? []
            func count(before time: CMTime) -> Int {
                BinarySearch.last(in: 0..<own.count) { own[$0] < time }.map { $0 + 1 } ?? 0
            }
            let (first, end) = (count(before: taken.start), count(before: taken.end))
            return own[first..<max(first, end)].map { stretch.target(of: $0) }
        }
        return Set(begins + within).filter { $0 >= range.start && $0 < range.end }.sorted()
    }
}
