import CMTimeLib
import Testing

/// The algebra of ranges, on ranges whose ends are exact.
@Suite("Algebra of ranges")
struct RangeTests {
    @Test("a union contains both of its ranges, and does not depend on their order")
    func union() throws {
        try checkProperty { generator in
            let (first, second) = (generator.exactRange(), generator.exactRange())
            let union = first.union(second)
            let containsBoth = [first, second].allSatisfy { $0.isEmpty || union.containsTimeRange($0) }
            let isTight =
                union.start == min(first.start, second.start) && union.end == max(first.end, second.end)
            return containsBoth && isTight && union == second.union(first) ? nil : bits(first, second)
        }
    }

    @Test("a time is in an intersection exactly when it is in both ranges")
    func intersection() throws {
        try checkProperty(cases: 50_000) { generator in
            let (first, second) = (generator.exactRange(), generator.exactRange())
            let time = generator.exactTime()
            let intersection = first.intersection(second)
            let isInBoth = first.containsTime(time) && second.containsTime(time)
            let isSame = intersection.containsTime(time) == isInBoth && intersection == second.intersection(first)
            return isSame ? nil : bits(first, second, time)
        }
    }

    @Test("an intersection is the zero range or is contained in both of its ranges")
    func intersectionIsContained() throws {
        try checkProperty { generator in
            let (first, second) = (generator.exactRange(), generator.exactRange())
            let intersection = first.intersection(second)
            if intersection.hasSameBits(as: .zero) { return nil }
            let isContained =
                first.containsTimeRange(intersection) && second.containsTimeRange(intersection) && !intersection.isEmpty
            return isContained ? nil : bits(first, second)
        }
    }

    @Test("a range contains its start but not its end, and itself unless it is empty")
    func containment() throws {
        try checkProperty { generator in
            let range = generator.exactRange()
            let hasContent = !range.isEmpty
            let holds =
                range.containsTime(range.start) == hasContent && !range.containsTime(range.end)
                && range.containsTimeRange(range) == hasContent
            return holds ? nil : bits(range)
        }
    }

    @Test("containing a range means containing its times")
    func containedTimes() throws {
        try checkProperty(cases: 50_000) { generator in
            let (outer, inner) = (generator.exactRange(), generator.exactRange())
            let time = generator.exactTime()
            guard outer.containsTimeRange(inner), inner.containsTime(time) else { return nil }
            return outer.containsTime(time) ? nil : bits(outer, inner, time)
        }
    }

    @Test("an empty range contains no range, whatever its start and whatever the other range")
    func emptyRanges() throws {
        try checkProperty { generator in
            var range = generator.range()
            range.duration = .zero
            let other = generator.range(near: range)
            return range.containsTimeRange(other) ? bits(range, other) : nil
        }
    }

    @Test("an empty range does not contain a range so short that rounding puts both ends together")
    func emptyRangeAndTinyRange() {
        let third = CMTime(value: 1, timescale: 3)
        let tiny = CMTimeRange(start: third, duration: CMTime(value: 1, timescale: .max))
        #expect(!tiny.isEmpty && tiny.end <= third)
        #expect(!CMTimeRange(start: third, duration: .zero).containsTimeRange(tiny))
    }

    @Test("a range from one time to another ends there")
    func ends() throws {
        try checkProperty { generator in
            let (start, end) = (generator.exactTime(), generator.exactTime())
            let range = CMTimeRange(start: start, end: end)
            let holds = end < start ? !range.isValid : range.isValid && range.end == end && range.start == start
            return holds ? nil : bits(start, end)
        }
    }

    @Test("a folded time lies inside the range, a whole number of durations away")
    func folding() throws {
        try checkProperty { generator in
            let (time, range) = (generator.exactTime(), generator.exactRange())
            let folded = CMTimeFoldIntoRange(time, foldRange: range)
            if range.isEmpty { return folded.isValid ? bits(time, range) : nil }
            let turns = CMTimeGetSeconds(time - folded) / CMTimeGetSeconds(range.duration)
            let isWhole = abs(turns - turns.rounded()) < 1e-9  // turns are small: the error is that of one division
            let isStable = CMTimeFoldIntoRange(folded, foldRange: range) == folded
            return range.containsTime(folded) && isWhole && isStable ? nil : bits(time, range)
        }
    }

    @Test("clamping leaves a time between start and end, and clamping again changes nothing")
    func clamping() throws {
        try checkProperty { generator in
            let range = generator.exactRange()
            let time = generator.time(around: range)
            let clamped = CMTimeClampToRange(time, range: range)
            guard time.isValid, !range.isEmpty else { return clamped.isValid ? bits(time, range) : nil }
            let isStable = CMTimeClampToRange(clamped, range: range).hasSameBits(as: clamped)
            return isStable && range.start <= clamped && clamped <= range.end ? nil : bits(time, range)
        }
    }

    @Test("mapping takes start to start and end to end, and a range onto itself leaves times alone")
    func mapping() throws {
        try checkProperty { generator in
            let (from, to) = (generator.exactRange(), generator.exactRange())
            let time = generator.exactTime()
            guard !from.isEmpty, !to.isEmpty else { return nil }
            let start = CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to)
            let end = CMTimeMapTimeFromRangeToRange(from.end, fromRange: from, toRange: to)
            let same = CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: from)
            return start == to.start && end == to.end && same == time ? nil : bits(from, to, time)
        }
    }

    @Test("members of ranges do what their functions do, for any bits")
    func members() throws {
        try checkProperty { generator in
            let range = generator.range()
            let other = generator.range(near: range)
            let time = generator.time(around: range)
            let ranges = [
                (range.union(other), CMTimeRangeGetUnion(range, otherRange: other)),
                (range.intersection(other), CMTimeRangeGetIntersection(range, otherRange: other)),
                (CMTimeRange(start: time, end: range.start), CMTimeRangeFromTimeToTime(start: time, end: range.start)),
            ]
            let answers = [
                (range.containsTime(time), CMTimeRangeContainsTime(range, time: time)),
                (range.containsTimeRange(other), CMTimeRangeContainsTimeRange(range, otherRange: other)),
                (range == other, CMTimeRangeEqual(range, other)), (range != other, !CMTimeRangeEqual(range, other)),
            ]
            let isSame =
                ranges.allSatisfy { $0.hasSameBits(as: $1) } && answers.allSatisfy(==)
                && range.end.hasSameBits(as: CMTimeRangeGetEnd(range))
            return isSame ? nil : bits(range, other, time)
        }
    }
}

extension CaseGenerator {
    /// A time of a few seconds in epoch 0 at a timescale that divides 600, so that sums are exact.
    fileprivate mutating func exactTime() -> CMTime {
        var time = shortTime()
        time.epoch = 0
        return time
    }

    fileprivate mutating func exactRange() -> CMTimeRange {
        let duration = CMTimeAbsoluteValue(exactTime())
        return CMTimeRange(start: exactTime(), duration: bits.chance(5) ? .zero : duration)
    }
}
