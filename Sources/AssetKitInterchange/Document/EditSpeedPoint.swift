package import CMTimeLib

/// A time of the media, and the time at which it shows, counted from the start of the clip on the track.
package struct EditSpeedPoint: Sendable, Hashable {
    package var source: CMTime
    package var target: CMTime

    package init(source: CMTime, target: CMTime) {
        self.source = source
        self.target = target
    }
}

extension [EditSpeedPoint] {
    /// From the lowest to the highest source time.
    var sourceRange: CMTimeRange {
        guard let low = map(\.source).min(), let high = map(\.source).max() else { return .zero }
        return CMTimeRange(start: low, duration: high.minus(low))
    }

    /// How much source there is in a second of the target, from the first point to the last: nil for no time at all.
    var averageRate: Rational128? {
        guard let first, let last else { return nil }
        return last.source.minus(first.source).ratio(to: last.target.minus(first.target))
    }

    /// The points of a part of the target, which then counts from zero.
    func trimmed(from start: CMTime, to end: CMTime) -> [EditSpeedPoint] {
        let inner = filter { $0.target > start && $0.target < end }
        let all =
            [EditSpeedPoint(source: source(at: start), target: start)] + inner
            + [EditSpeedPoint(source: source(at: end), target: end)]
        return all.map { EditSpeedPoint(source: $0.source, target: $0.target.minus(start)) }
    }

    /// The source time at a target time. The first and the last stretch go on beyond the ends.
    func source(at target: CMTime) -> CMTime {
        guard count > 1 else { return first?.source ?? .zero }
        let index = Swift.min(Swift.max(firstIndexInOrder { $0.target > target }, 1), count - 1)
        let (from, to) = (self[index - 1], self[index])
        guard let rate = to.source.minus(from.source).ratio(to: to.target.minus(from.target)) else {
            return from.source
        }
        return from.source.plus(target.minus(from.target).scaled(by: rate))
    }
}
