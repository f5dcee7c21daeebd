import Testing

@testable import CMTimeLib

@Suite("AKTimeRangeSet")
struct AKTimeRangeSetTests {
    /// Ticks of 1/25 s, each time written at one of several timescales.
    private struct Model {
        static let size = 40
        var ticks: [Bool]
        var set: AKTimeRangeSet
    }

    private func time(_ ticks: Int, _ random: inout ExactRandom) -> CMTime {
        let factor = [1, 4, 24, 3600].randomElement(using: &random) ?? 1
        return CMTime(value: Int64(ticks * factor), timescale: Int32(25 * factor))
    }

    private func range(_ bounds: Range<Int>, _ random: inout ExactRandom) -> CMTimeRange {
        CMTimeRange(start: time(bounds.lowerBound, &random), duration: time(bounds.count, &random))
    }

    private func randomBounds(_ random: inout ExactRandom) -> Range<Int> {
        let start = Int.random(in: 0..<Model.size, using: &random)
        return start..<Int.random(in: start...min(start + 9, Model.size), using: &random)
    }

    private func model(_ random: inout ExactRandom) throws -> Model {
        var model = Model(ticks: Array(repeating: false, count: Model.size), set: AKTimeRangeSet())
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let bounds = randomBounds(&random)
            let isInsertion = Int.random(in: 0...3, using: &random) > 0
            for tick in bounds { model.ticks[tick] = isInsertion }
            if isInsertion {
                try model.set.insert(range(bounds, &random))
            } else {
                try model.set.remove(range(bounds, &random))
            }
        }
        return model
    }

    /// The set holds just these ticks, in order, apart from each other, nothing rounded.
    private func holds(_ set: AKTimeRangeSet, _ ticks: [Bool]) -> Bool {
        let content = ticks.indices.allSatisfy {
            set.containsTime(CMTime(value: Int64($0), timescale: 25)) == ticks[$0]
                && set.containsTime(CMTime(value: Int64($0 * 2 + 1), timescale: 50)) == ticks[$0]
        }
        let isApart = zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.end < $1.start }
        let isExact = set.ranges.allSatisfy { $0.start.flags == .valid && $0.duration.flags == .valid && !$0.isEmpty }
        let count = ticks.count { $0 }
        return content && isApart && isExact && set.totalDuration == CMTime(value: Int64(count), timescale: 25)
    }

    @Test("set algebra agrees with a row of ticks")
    func algebra() throws {
        for seed in UInt64(0)..<400 {
            var random = ExactRandom(seed: seed)
            let (left, right) = (try model(&random), try model(&random))
            let pairs = zip(left.ticks, right.ticks)
            #expect(holds(left.set, left.ticks), "seed \(seed)")
            #expect(holds(try left.set.union(right.set), pairs.map { $0 || $1 }), "seed \(seed)")
            #expect(holds(try left.set.intersection(right.set), pairs.map { $0 && $1 }), "seed \(seed)")
            #expect(holds(try left.set.subtracting(right.set), pairs.map { $0 && !$1 }), "seed \(seed)")
            #expect(holds(try left.set.symmetricDifference(right.set), pairs.map { $0 != $1 }), "seed \(seed)")
            #expect(try AKTimeRangeSet(left.set.ranges.reversed()) == left.set, "seed \(seed)")

            let bounds = randomBounds(&random)
            let gaps = try left.set.gaps(in: range(bounds, &random))
            #expect(holds(gaps, left.ticks.indices.map { bounds.contains($0) && !left.ticks[$0] }), "seed \(seed)")
            let isInside =
                bounds.isEmpty
                ? bounds.lowerBound < Model.size && left.ticks[bounds.lowerBound]
                : bounds.allSatisfy { left.ticks[$0] }
            #expect(left.set.containsTimeRange(range(bounds, &random)) == isInside, "seed \(seed)")
        }
    }

    @Test("ranges in any order become one set")
    func making() throws {
        for seed in UInt64(0)..<300 {
            var random = ExactRandom(seed: seed)
            var ticks = Array(repeating: false, count: Model.size)
            var ranges: [CMTimeRange] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let bounds = randomBounds(&random)
                for tick in bounds { ticks[tick] = true }
                ranges.append(range(bounds, &random))
            }
            #expect(holds(try AKTimeRangeSet(ranges), ticks), "seed \(seed)")
        }
    }

    private func seconds(_ start: Int64, _ duration: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1))
    }

    @Test("a range that is not cut comes back bit for bit")
    func keepsTimes() throws {
        let odd = CMTimeRange(start: CMTime(value: 10, timescale: 50), duration: CMTime(value: 7, timescale: 3003))
        let set = try AKTimeRangeSet([seconds(5, 1), odd, seconds(8, 2)])
        let rest = try set.subtracting(AKTimeRangeSet(seconds(5, 1))).union(AKTimeRangeSet(seconds(20, 1)))
        let first = try #require(rest.ranges.first)
        #expect(
            fields(of: first.start) == fields(of: odd.start) && fields(of: first.duration) == fields(of: odd.duration)
        )
        var touched = rest
        try touched.remove(
            CMTimeRange(start: try #require(rest.ranges.first).end, duration: CMTime(value: 1, timescale: 1))
        )
        #expect(try fields(of: #require(touched.ranges.first).duration) == fields(of: odd.duration))
        #expect(rest.range(containing: CMTime(value: 9, timescale: 1)) == seconds(8, 2))
        #expect(rest.start == odd.start && rest.end == CMTime(value: 21, timescale: 1))
    }

    @Test("a set can go on for ever")
    func unbounded() throws {
        let forever = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var set = try AKTimeRangeSet(forever)
        try set.remove(seconds(1, 1))
        #expect(set.isUnbounded && set.totalDuration == .positiveInfinity && set.end == .positiveInfinity)
        #expect(Array(set.ranges)[0] == seconds(0, 1))
        #expect(set.containsTime(CMTime(value: .max, timescale: 1)) && !set.containsTime(.positiveInfinity))
        #expect(set.containsTimeRange(CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: .positiveInfinity)))
        #expect(try set.gaps(in: forever) == AKTimeRangeSet(seconds(1, 1)))
        #expect(try set.intersection(AKTimeRangeSet(seconds(-5, 6))) == AKTimeRangeSet(seconds(0, 1)))
        #expect(try AKTimeRangeSet(forever).subtracting(set) == AKTimeRangeSet(seconds(1, 1)))
        try set.insert(seconds(-1, 3))
        #expect(set.ranges.count == 1 && set.start == CMTime(value: -1, timescale: 1))
        try set.remove(CMTimeRange(start: CMTime(value: 4, timescale: 1), duration: .positiveInfinity))
        #expect(set.totalDuration == CMTime(value: 5, timescale: 1))
    }

    @Test("what is no range is refused, and the set stays as it was")
    func refusals() throws {
        var set = try AKTimeRangeSet(seconds(0, 1))
        let before = set
        let one = CMTime(value: 1, timescale: 1)
        let notRanges = [
            CMTimeRange.invalid, CMTimeRange(start: .indefinite, duration: one),
            CMTimeRange(start: .zero, duration: .indefinite), CMTimeRange(start: .negativeInfinity, duration: one),
            CMTimeRange(start: .zero, duration: CMTime(value: -1, timescale: 1)),
            CMTimeRange(start: .zero, duration: .negativeInfinity),
            CMTimeRange(start: CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0), duration: one),
        ]
        for range in notRanges {
            #expect(throws: AKTimeRangeSetError.notARange) { try set.insert(range) }
            #expect(throws: AKTimeRangeSetError.notARange) { try set.remove(range) }
            #expect(throws: AKTimeRangeSetError.notARange) { try AKTimeRangeSet([range]) }
            #expect(!set.containsTimeRange(range))
        }
        let later = CMTimeRange(start: CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 2), duration: one)
        #expect(throws: AKTimeRangeSetError.differentEpoch) { try set.insert(later) }
        #expect(throws: AKTimeRangeSetError.differentEpoch) { try set.union(AKTimeRangeSet(later)) }
        #expect(try !AKTimeRangeSet(later).containsTime(.zero) && AKTimeRangeSet(later).containsTime(later.start))
        #expect(set == before)
        try set.insert(CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: .zero))
        #expect(set == before)
    }

    @Test("a bound or a duration that no time holds is refused, never rounded")
    func exactness() throws {
        let fine = CMTime(value: 1, timescale: .max)
        let other = CMTime(value: 1, timescale: .max - 1)
        #expect(throws: AKTimeRangeSetError.notExact) { try AKTimeRangeSet(CMTimeRange(start: fine, duration: other)) }
        var set = try AKTimeRangeSet(
            CMTimeRange(start: fine, duration: CMTime(value: 5, timescale: 1).converting(exactlyTo: 1)!)
        )
        let before = set
        // The end of what is left would do, but its length would not.
        #expect(throws: AKTimeRangeSetError.notExact) {
            try set.remove(CMTimeRange(start: other, duration: CMTime(value: 1, timescale: 1)))
        }
        #expect(set == before)
    }

    @Test("no bits trap")
    func anyBits() {
        for seed in UInt64(0)..<2000 {
            var random = ExactRandom(seed: seed)
            var set = AKTimeRangeSet()
            for _ in 0..<8 {
                let isPlain = Bool.random(using: &random)
                let range =
                    isPlain
                    ? CMTimeRange(start: random.number(), duration: CMTimeAbsoluteValue(random.number()))
                    : CMTimeRange(start: random.anyTime(), duration: random.anyTime())
                try? set.insert(range)
                try? set.remove(CMTimeRange(start: random.number(), duration: range.duration))
                _ = set.containsTimeRange(range)
                _ = set.totalDuration
            }
            let isOrdered = zip(set.ranges, set.ranges.dropFirst()).allSatisfy { $0.start < $1.start }
            #expect(isOrdered, "seed \(seed)")
        }
    }
}
