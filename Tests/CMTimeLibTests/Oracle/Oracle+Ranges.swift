import CMTimeLib

extension Oracle {
    static func isValid(_ range: CMTimeRange) -> Bool {
        isValid(range.start) && isValid(range.duration) && range.duration.epoch == 0 && range.duration.value >= 0
    }

    static func isIndefinite(_ range: CMTimeRange) -> Bool {
        isValid(range) && (isIndefinite(range.start) || isIndefinite(range.duration))
    }

    static func isEmpty(_ range: CMTimeRange) -> Bool {
        isValid(range) && compare(range.duration, zero) == 0
    }

    static func makeRange(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
        duration.epoch != 0 ? invalidRange : CMTimeRange(start: start, duration: duration)
    }

    static func makeRange(from start: CMTime, to end: CMTime) -> CMTimeRange {
        let duration = subtract(end, start)
        if !isValid(duration) || duration.epoch != 0 { return invalidRange }
        return CMTimeRange(start: start, duration: duration)
    }

    static func end(_ range: CMTimeRange) -> CMTime {
        isValid(range) ? add(range.start, range.duration) : invalid
    }

    static func areEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
        compare(range1.start, range2.start) == 0 && compare(range1.duration, range2.duration) == 0
    }

    static func contains(_ range: CMTimeRange, _ time: CMTime) -> Bool {
        if !isValid(range) || isIndefinite(range) || isEmpty(range) || !isValid(time) { return false }
        if isNumeric(range.start) && isNumeric(time) && range.start.epoch != time.epoch { return false }
        return compare(range.start, time) <= 0 && compare(time, end(range)) < 0
    }

    static func contains(_ range: CMTimeRange, _ other: CMTimeRange) -> Bool {
        if refuses(range, other) { return false }
        if isEmpty(other) { return contains(range, other.start) }
        if isEmpty(range) { return false }
        return compare(range.start, other.start) <= 0 && compare(end(other), end(range)) <= 0
    }

    static func union(_ range: CMTimeRange, _ other: CMTimeRange) -> CMTimeRange {
        if refuses(range, other) { return invalidRange }
        return makeRange(from: minimum(range.start, other.start), to: maximum(end(range), end(other)))
    }

    static func intersection(_ range: CMTimeRange, _ other: CMTimeRange) -> CMTimeRange {
        if refuses(range, other) { return invalidRange }
        let start = maximum(range.start, other.start)
        let end = minimum(end(range), end(other))
        return compare(start, end) >= 0 ? zeroRange : makeRange(from: start, to: end)
    }

    /// Whether two ranges cannot be put together at all.
    private static func refuses(_ range: CMTimeRange, _ other: CMTimeRange) -> Bool {
        if !isValid(range) || !isValid(other) || isIndefinite(range) || isIndefinite(other) { return true }
        return range.start.epoch != other.start.epoch
    }

    static func clamp(_ time: CMTime, _ range: CMTimeRange) -> CMTime {
        if !isValid(time) || !isValid(range) || isEmpty(range) { return invalid }
        if compare(time, range.start) < 0 { return range.start }
        let end = end(range)
        return compare(time, end) > 0 ? end : time
    }

    static func fold(_ time: CMTime, _ range: CMTimeRange) -> CMTime {
        guard isUsable(time), isValid(range), !isEmpty(range), isUsable(range.start), isUsable(range.duration),
            time.epoch == range.start.epoch
        else { return invalid }
        let offset = subtract(time, range.start)
        guard isNumeric(offset) else { return invalid }
        let common = commonTimescale(offset.timescale, range.duration.timescale)
        let scaledOffset = convertScale(offset, Int32(common), .roundHalfAwayFromZero)
        let scaledDuration = convertScale(range.duration, Int32(common), .roundHalfAwayFromZero)
        if !isNumeric(scaledOffset) || !isNumeric(scaledDuration) || scaledDuration.value == 0 { return invalid }
        let modulo = ReferenceInteger(scaledOffset.value).flooringDivide(by: ReferenceInteger(scaledDuration.value))
            .remainder
        guard let rest = modulo.int64, rest != 0 else { return range.start }
        let isRounded = hasRoundedBit(scaledOffset) || hasRoundedBit(scaledDuration)
        return add(range.start, numeric(rest, common, isRounded: isRounded, epoch: 0))
    }
}

// Mapping from one range to another.
extension Oracle {
    static func mapDuration(_ duration: CMTime, _ from: CMTimeRange, _ to: CMTimeRange) -> CMTime {
        if !isValid(duration) || !isValid(from) || !isValid(to) { return invalid }
        if isNumeric(duration) && duration.epoch != 0 { return invalid }
        if isEmpty(from) || isEmpty(to) { return invalid }
        if areBothUnbounded(from, to) { return duration }
        if !isUsable(from.duration) || !isUsable(to.duration) { return invalid }
        if isNumeric(duration) && !isUsable(duration) { return invalid }
        if !isNumeric(duration) { return constant(flaggedClass(of: duration)) }
        if compare(from.duration, to.duration) == 0 { return duration }
        if compare(duration, from.duration) == 0 { return to.duration }
        return multiplyByFloat64(duration, seconds(to.duration) / seconds(from.duration))
    }

    static func mapTime(_ time: CMTime, _ from: CMTimeRange, _ to: CMTimeRange) -> CMTime {
        if !isValid(time) || !isValid(from) || !isValid(to) || isEmpty(from) || isEmpty(to) { return invalid }
        if !isUsable(time) || !isUsable(from.start) || !isUsable(to.start) { return invalid }
        if time.epoch != from.start.epoch { return invalid }
        if areBothUnbounded(from, to) { return add(subtract(time, from.start), to.start) }
        if !isUsable(from.duration) || !isUsable(to.duration) { return invalid }
        if compare(time, from.start) == 0 { return to.start }
        if compare(time, end(from)) == 0 { return end(to) }
        return add(mapDuration(subtract(time, from.start), from, to), to.start)
    }

    /// Numeric and not malformed: arithmetic on anything else has no number for an answer.
    private static func isUsable(_ time: CMTime) -> Bool { effectiveClass(of: time) == .numeric }

    private static func areBothUnbounded(_ from: CMTimeRange, _ to: CMTimeRange) -> Bool {
        isPositiveInfinity(from.duration) && isPositiveInfinity(to.duration)
    }

    static func makeMapping(_ source: CMTimeRange, _ target: CMTimeRange) -> CMTimeMapping {
        if source.duration.epoch != 0 || target.duration.epoch != 0 { return invalidMapping }
        return CMTimeMapping(source: source, target: target)
    }

    static func makeEmptyMapping(_ target: CMTimeRange) -> CMTimeMapping {
        target.duration.epoch != 0 ? invalidMapping : CMTimeMapping(source: invalidRange, target: target)
    }

    static func isValid(_ mapping: CMTimeMapping) -> Bool { isValid(mapping.target) }

    static func isEmpty(_ mapping: CMTimeMapping) -> Bool {
        !isNumeric(mapping.source.start) && isValid(mapping.target)
    }

    static func areEqual(_ mapping1: CMTimeMapping, _ mapping2: CMTimeMapping) -> Bool {
        areEqual(mapping1.source, mapping2.source) && areEqual(mapping1.target, mapping2.target)
    }
}
