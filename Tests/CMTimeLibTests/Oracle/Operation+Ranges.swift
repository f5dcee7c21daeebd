import CMTimeLib

extension Operation {
    /// One operation that takes a range alone.
    private static func ofRange<Result: BitComparable>(
        _ name: String,
        _ library: @escaping @Sendable (CMTimeRange) -> Result,
        _ oracle: @escaping @Sendable (CMTimeRange) -> Result
    ) -> Operation {
        Operation(name, weight: 1) { generator in
            let range = generator.range()
            return disagreement(library(range), oracle(range), [range])
        }
    }

    /// One operation that takes two related ranges.
    private static func ofTwoRanges<Result: BitComparable>(
        _ name: String,
        _ library: @escaping @Sendable (CMTimeRange, CMTimeRange) -> Result,
        _ oracle: @escaping @Sendable (CMTimeRange, CMTimeRange) -> Result
    ) -> Operation {
        Operation(name) { generator in
            let first = generator.range()
            let second = generator.range(near: first)
            return disagreement(library(first, second), oracle(first, second), [first, second])
        }
    }

    /// One operation that takes a range and a time near it.
    private static func ofTimeAndRange<Result: BitComparable>(
        _ name: String,
        _ library: @escaping @Sendable (CMTime, CMTimeRange) -> Result,
        _ oracle: @escaping @Sendable (CMTime, CMTimeRange) -> Result
    ) -> Operation {
        Operation(name) { generator in
            let range = generator.range()
            let time = generator.time(around: range)
            return disagreement(library(time, range), oracle(time, range), [time, range])
        }
    }

    static let rangeBasics = [
        Operation("CMTimeRangeMake", weight: 1) { generator in
            let (start, duration) = (generator.time(), generator.time())
            let library = CMTimeRangeMake(start: start, duration: duration)
            return disagreement(library, Oracle.makeRange(start, duration), [start, duration])
        },
        Operation("CMTimeRangeFromTimeToTime") { generator in
            let start = generator.time()
            let end = generator.time(near: start)
            let library = CMTimeRangeFromTimeToTime(start: start, end: end)
            return disagreement(library, Oracle.makeRange(from: start, to: end), [start, end])
        },
        ofRange("CMTimeRangeGetEnd", CMTimeRangeGetEnd, Oracle.end),
        ofRange("range isValid", { $0.isValid }, Oracle.isValid),
        ofRange("range isIndefinite", { $0.isIndefinite }, Oracle.isIndefinite),
        ofRange("range isEmpty", { $0.isEmpty }, Oracle.isEmpty),
        ofTwoRanges("CMTimeRangeEqual", CMTimeRangeEqual, Oracle.areEqual),
    ]

    static let rangeSets = [
        ofTimeAndRange(
            "CMTimeRangeContainsTime",
            { CMTimeRangeContainsTime($1, time: $0) },
            { Oracle.contains($1, $0) }
        ),
        ofTwoRanges(
            "CMTimeRangeContainsTimeRange",
            { CMTimeRangeContainsTimeRange($0, otherRange: $1) },
            { Oracle.contains($0, $1) }
        ),
        ofTwoRanges("CMTimeRangeGetUnion", { CMTimeRangeGetUnion($0, otherRange: $1) }, Oracle.union),
        ofTwoRanges(
            "CMTimeRangeGetIntersection",
            { CMTimeRangeGetIntersection($0, otherRange: $1) },
            Oracle.intersection
        ),
        ofTimeAndRange("CMTimeClampToRange", { CMTimeClampToRange($0, range: $1) }, Oracle.clamp),
        ofTimeAndRange("CMTimeFoldIntoRange", { CMTimeFoldIntoRange($0, foldRange: $1) }, Oracle.fold),
    ]

    static let mapping = [
        Operation("CMTimeMapDurationFromRangeToRange") { generator in
            let from = generator.range()
            let to = generator.range(near: from)
            let duration = generator.bits.chance(50) ? generator.duration() : generator.time(near: from.duration)
            let library = CMTimeMapDurationFromRangeToRange(duration, fromRange: from, toRange: to)
            return disagreement(library, Oracle.mapDuration(duration, from, to), [duration, from, to])
        },
        Operation("CMTimeMapTimeFromRangeToRange") { generator in
            let from = generator.range()
            let to = generator.range(near: from)
            let time = generator.time(around: from)
            let library = CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: to)
            return disagreement(library, Oracle.mapTime(time, from, to), [time, from, to])
        },
        ofTwoRanges("CMTimeMappingMake", { CMTimeMappingMake(source: $0, target: $1) }, Oracle.makeMapping),
        ofRange("CMTimeMappingMakeEmpty", { CMTimeMappingMakeEmpty(target: $0) }, Oracle.makeEmptyMapping),
        ofTwoRanges(
            "mapping isValid",
            { CMTimeMapping(source: $0, target: $1).isValid },
            { Oracle.isValid(CMTimeMapping(source: $0, target: $1)) }
        ),
        ofTwoRanges(
            "mapping isEmpty",
            { CMTimeMapping(source: $0, target: $1).isEmpty },
            { Oracle.isEmpty(CMTimeMapping(source: $0, target: $1)) }
        ),
        ofTwoRanges(
            "mapping ==",
            { CMTimeMapping(source: $0, target: $1) == CMTimeMapping(source: $1, target: $0) },
            { Oracle.areEqual(CMTimeMapping(source: $0, target: $1), CMTimeMapping(source: $1, target: $0)) }
        ),
    ]
}
