internal import AssetKitBase
internal import AssetKitSources
internal import CMTimeLib

extension StretchCutter {
    /// The pictures of the stretch.
    ///
    /// `showsAccessPoint`: it begins with the picture that decoding has to begin with; otherwise what is before the wanted
    /// start is copied and not presented. What the asset's own edit hides stays hidden. `endsComplete`: it ends with the
    /// longest run of pictures that lacks none that is shown among them; otherwise with the wanted end, and pictures
    /// behind it that the last ones need are copied and not presented.
    func pictures(showsAccessPoint: Bool, endsComplete: Bool) -> CopiedStretch? {
        let wanted = stretch.source
        guard let bound = pictureLimit, let first = sample(shownAt: wanted.start, before: bound) else { return nil }
        let start = index.decodingStart(for: first)
        let startTime = tick.time(ticks(of: start))
        let anchor = CMTimeMaximum(wanted.start, tick.time(ticks(of: first)))
        // A file may begin with pictures that need others which it does not have: they are as good as they were.
        let isInside = startTime <= anchor
        let last = isInside ? lastPicture(from: start, before: bound, endsComplete) : lastNeeded(before: bound)
        guard let last else { return nil }
        let shows = isInside && showsAccessPoint
        let begin = shows ? CMTimeMaximum(startTime, stretch.edit.source.start) : anchor
        let samples = start..<(last + 1)
        let kept = isInside ? withoutLeading(samples) : [samples]
        return cut(kept, from: begin, to: CMTimeMinimum(wanted.end, shownEnd(of: kept, before: bound)))
    }

    private var pictureLimit: Int64? {
        guard stretch.isHeld else { return limit(stretch.source.end) }
        return tick.ticks(at: stretch.source.start).map { $0.addingClamped(1) }
    }

    private func lastPicture(from start: Int, before limit: Int64, _ endsComplete: Bool) -> Int? {
        guard let last = lastNeeded(before: limit), last >= start else { return nil }
        guard endsComplete else { return last }
        let (order, table) = (index.order, index.table)
        for place in (start...last).reversed() {
            guard let latest = order.latestPresentation(before: place + 1, in: table), latest < limit else { continue }
            guard let next = order.earliestPresentation(after: place, in: table) else { return place }
            if latest < next { return place }
        }
        // Only pictures that cannot be decoded are shown before the end besides the first.
        return start
    }

    /// Leaves out pictures that are decoded behind the first and shown before it: they need what is not there.
    private func withoutLeading(_ samples: Range<Int>) -> [Range<Int>] {
        guard !index.order.isDecodeOrder else { return [samples] }
        let first = ticks(of: samples.lowerBound)
        let near = samples.dropFirst().prefix(Self.reorderingLimit)
        let leading = near.filter { ticks(of: $0) < first }
        guard let last = leading.last else { return [samples] }
        let kept = (samples.lowerBound...last).filter { !leading.contains($0) }.map { $0..<($0 + 1) }
        return (kept + [(last + 1)..<samples.upperBound]).merged
    }

    /// When the picture that is shown last stops to show.
    private func shownEnd(of runs: [Range<Int>], before limit: Int64) -> CMTime {
        let places = runs.flatMap { $0.suffix(Self.reorderingLimit) }.filter { ticks(of: $0) < limit }
        guard let last = places.max(by: { (ticks(of: $0), $0) < (ticks(of: $1), $1) }) else { return .invalid }
        return end(of: last)
    }
}
