internal import CMTimeLib

/// Which source time shows when, exactly.
///
/// A map is made once, of two whole ranges. Splitting only says from where on it shows, and scaling only how long the
/// whole lasts, so neither rounds anything.
struct EditMap: Hashable, Sendable {
    /// The whole source range, as it was given. Its duration may be zero: one picture is held.
    let source: CMTimeRange
    /// How long the whole source range shows; more than zero.
    private(set) var length: Rational128
    /// How much of that length does not show in front.
    private(set) var offset = Rational128.zero

    init(source: CMTimeRange, length: Rational128) {
        self.source = source
        self.length = length
    }

    /// The source time that shows so long after the first one that does; nil where 128 bits cannot hold it.
    func sourceSeconds(at seconds: Rational128) -> Rational128? {
        guard let start = source.start.exactSeconds else { return nil }
        return offset.adding(seconds).flatMap(sourceLength)?.adding(start)
    }

    /// How much of the source shows in a length of time.
    private func sourceLength(_ seconds: Rational128) -> Rational128? {
        guard let duration = source.duration.exactSeconds else { return nil }
        return duration == length ? seconds : seconds.divided(by: length)?.multiplied(by: duration)
    }

    /// The source range of what shows for so long, in the timescale of the source or a common one with the target.
    func sourceRange(showing seconds: Rational128, at timescale: CMTimeScale) -> CMTimeRange {
        guard offset != .zero || seconds != length else { return source }
        let own = source.end.timescale
        let common = TickScale(perSecond: Int128(max(own, 1))).factor(holding: [Int128(timescale)]) ?? 1
        let timescales = [own, CMTimeScale(exactly: Int128(own) * common) ?? own]
        guard let start = sourceSeconds(at: .zero), let duration = sourceLength(seconds) else {
            return roundedSourceRange(showing: seconds)
        }
        return CMTimeRange(
            start: CMTime(nearest: start, preferring: timescales),
            duration: CMTime(nearest: duration, preferring: timescales)
        )
    }

    /// The whole target range, for what shows from `start` on.
    func target(showingFrom start: Rational128, at timescale: CMTimeScale) -> CMTimeRange? {
        guard let wholeStart = start.subtracting(offset) else { return nil }
        let range = CMTimeRange(
            start: CMTime(nearest: wholeStart, preferring: [timescale]),
            duration: CMTime(nearest: length, preferring: [source.duration.timescale, timescale])
        )
        return range.start.isNumeric && range.duration.isNumeric && range.duration > .zero ? range : nil
    }
}

extension EditMap {
    /// The map of what is left for `length` behind a split.
    func dropping(_ head: Rational128, leaving rest: Rational128) -> EditMap {
        guard let offset = offset.adding(head) else { return remade(from: head, showing: rest, length: rest) }
        var map = self
        map.offset = offset
        return map
    }

    /// The map of what shows for `shown` now, and for `ratio` times as long then.
    func scaled(by ratio: Rational128, showing shown: Rational128) -> EditMap {
        guard let length = length.multiplied(by: ratio), let offset = offset.multiplied(by: ratio) else {
            return remade(from: .zero, showing: shown, length: shown.multiplied(by: ratio) ?? shown)
        }
        var map = self
        (map.length, map.offset) = (length, offset)
        return map
    }

    /// What shows becomes a whole of its own, rounded once: for ratios of ratios that outgrow 128 bits.
    private func remade(from head: Rational128, showing shown: Rational128, length: Rational128) -> EditMap {
        var map = self
        map.offset = offset.adding(head) ?? offset
        return EditMap(source: map.roundedSourceRange(showing: shown), length: length)
    }

    /// The source range of what shows, to the nearest nanosecond where the source is not longer than a hundred days.
    private func roundedSourceRange(showing seconds: Rational128) -> CMTimeRange {
        let start = roundedSourceTime(at: .zero)
        return CMTimeRange(start: start, end: max(start, roundedSourceTime(at: seconds)))
    }

    /// The one place where an edit is not exact: the ratio of two numbers of 254 bits, in the 53 bits of a Double.
    private func roundedSourceTime(at seconds: Rational128) -> CMTime {
        let part = (offset.doubleValue + seconds.doubleValue) / length.doubleValue
        let bits = part.isFinite ? Int128(min(max(part, 0), 1) * 0x1p53) : 0
        guard let start = source.start.exactSeconds, let duration = source.duration.exactSeconds,
            let ratio = Rational128(bits, 1 << 53),
            let exact = duration.multiplied(by: ratio)?.adding(start)
        else { return source.start }
        let time = CMTime(nearest: exact, preferring: [])
        return time.isNumeric ? time : source.start
    }
}
