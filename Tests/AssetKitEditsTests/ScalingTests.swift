import AssetKitEdits
import CMTimeLib
import TestSupport
import Testing

@Suite("Scaling ranges")
struct ScalingTests {
    @Test("segments are split at the ends of the range, and later content only moves")
    func middle() throws {
        var list = try tenSeconds()
        try list.scale(range(seconds(2), seconds(3)), to: seconds(6))
        #expect(words(list) == ["a 100.0+2.0 in 2.0", "a 102.0+3.0 in 6.0", "a 105.0+5.0 in 5.0"])
        #expect(list.duration == seconds(13))
        #expect(list.duration.timescale == 600)
    }

    @Test("scaling again multiplies, and scaling back restores every time")
    func again() throws {
        var list = try tenSeconds()
        for step in 1...500 {
            try list.scale(range(.zero, list.duration), to: time(Int64(7 + step % 13), 11))
        }
        try list.scale(range(.zero, list.duration), to: seconds(10))
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("empty segments are scaled too")
    func emptySegments() throws {
        var list = try tenSeconds()
        try list.insertEmpty(range(seconds(5), seconds(5)))
        try list.scale(range(.zero, seconds(15)), to: seconds(30))
        #expect(words(list) == ["a 100.0+5.0 in 10.0", "empty in 10.0", "a 105.0+5.0 in 10.0"])
    }

    @Test("a range that goes on behind the end scales what there is by the same ratio")
    func beyondTheEnd() throws {
        var list = try tenSeconds()
        try list.scale(range(.zero, seconds(20)), to: seconds(10))
        #expect(words(list) == ["a 100.0+10.0 in 5.0"])
        try list.scale(range(seconds(5), seconds(1)), to: seconds(10))
        #expect(list.duration == seconds(5))
    }

    @Test("a duration of zero removes the range")
    func zero() throws {
        var list = try tenSeconds()
        try list.scale(range(seconds(2), seconds(3)), to: .zero)
        #expect(words(list) == ["a 100.0+2.0 in 2.0", "a 105.0+5.0 in 5.0"])
    }

    @Test("a range of no duration scales nothing")
    func emptyRange() throws {
        var list = try tenSeconds()
        try list.scale(range(seconds(2), .zero), to: seconds(3))
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("times are computed from the absolute ones, and each is rounded once")
    func rounding() throws {
        var list = Clips()
        for _ in 0..<1000 { try list.insert(clip("a", .zero, time(1001, 30000)), at: .invalid) }
        // Parts of a second with a denominator that no timescale has.
        try list.scale(range(.zero, list.duration), to: time(31_415_926_535, 2_147_483_647))
        let length = try #require(Rational128(31_415_926_535, 2_147_483_647 * 1000))
        for (number, segment) in list.enumerated() {
            let exact = try #require(length.multiplied(by: Rational128(Int64(number))))
            let rounded = CMTime(exact, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero)
            #expect(segment.target.start == rounded)
            #expect(segment.target.start.timescale == 1_000_000_000)
            #expect(segment.whole.source == range(.zero, time(1001, 30000)))
        }
    }

    @Test("ratios of ratios beyond all bounds are rounded to nanoseconds, and stay in order")
    func manyRatios() throws {
        var list = try Clips(joining: (0..<20).map { clip("\($0)", seconds(Int64($0)), seconds(1)) })
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<(LongRun.isOn ? 500 : 150) {
            let start = time(Int64.random(in: 0..<15_000, using: &generator), 1009)
            let old = time(Int64.random(in: 1..<9_000, using: &generator), 1013)
            let factor = Int64.random(in: 1..<9_000, using: &generator)
            try list.scale(range(start, old), to: time(factor, 1019))
            try Clips.validate(list.segments)
        }
        for segment in list {
            let shown = segment.mapping.source
            #expect(shown.start.isNumeric && shown.duration.isNumeric && shown.duration >= .zero)
            #expect(segment.whole.target.duration > .zero)
        }
    }
}
