import AssetKitEdits
import CMTimeLib
import TestSupport
import Testing

@Suite("Exact times of edits")
struct ExactnessTests {
    @Test("splitting a scaled segment at a thousand places maps every time as before")
    func splits() throws {
        var whole = Clips()
        try whole.insert(clip("a", time(1001, 30000), seconds(100), in: time(77, 3)), at: .zero)
        let map = try #require(whole.segments.first)
        var list = whole
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<1000 {
            let timescale = [600, 1001, 30_000, 44_100, 48_000, 90_000].randomElement(using: &generator) ?? 600
            let place = time(Int64.random(in: 0..<25 * Int64(timescale), using: &generator), CMTimeScale(timescale))
            try list.insert(clip("b", .zero, seconds(1)), at: place)
            try list.remove(range(place, seconds(1)))
        }
        #expect(list.count > 900)
        #expect(list.duration == CMTimeConvertScale(whole.duration, timescale: 1_000_000_000, method: .default))
        for segment in list {
            let (start, middle) = (segment.target.start, time(Int64.random(in: 0..<77_000, using: &generator), 3000))
            #expect(segment.sourceSeconds(at: start) == map.sourceSeconds(at: start))
            #expect(segment.sourceSeconds(at: middle) == map.sourceSeconds(at: middle))
            #expect(segment.whole == map.whole)
        }
    }

    @Test("edits in 600 parts of a second stay in them")
    func timescale() throws {
        var list = try tenSeconds()
        try list.insert(clip("b", time(7), time(13)), at: time(601))
        try list.remove(range(time(5), time(100)))
        for segment in list {
            #expect(segment.mapping.source.start.timescale == 600)
            #expect(segment.target.start.timescale == 600)
            #expect(segment.target.duration.timescale == 600)
            #expect(!segment.target.start.hasBeenRounded)
        }
    }

    @Test("two timescales become their common one")
    func commonTimescale() throws {
        var list = try tenSeconds()
        try list.insert(clip("b", .zero, time(1, 44_100)), at: .invalid)
        #expect(list.duration == time(882_002, 88_200))
        #expect(list.duration.timescale == 88_200)
    }

    @Test("what no time holds is shown in nanoseconds, and is exact all the same")
    func rounded() throws {
        var list = Clips()
        let odd = time(1, 2_147_483_647)
        try list.insert(clip("a", .zero, time(1, 3)), at: .invalid)
        try list.insert(clip("b", .zero, odd), at: .invalid)
        try list.insert(clip("c", .zero, seconds(1)), at: .invalid)
        #expect(list.segments[1].target.start == time(333_333_333, 1_000_000_000))
        #expect(list.segments[1].target.start.hasBeenRounded)
        try Clips.validate(list.segments)
        try list.remove(range(time(1, 3), odd))
        #expect(list.duration == time(4, 3))
        #expect(!list.duration.hasBeenRounded)
    }

    @Test("the end of a segment is met by the time that shows it")
    func shownTimes() throws {
        var list = Clips()
        try list.insert(clip("a", .zero, time(1, 3)), at: .invalid)
        try list.insert(clip("b", .zero, time(1, 2_147_483_647)), at: .invalid)
        try list.insert(clip("c", .zero, seconds(1)), at: .invalid)
        let count = list.count
        for (number, segment) in list.enumerated() {
            #expect(list.segment(at: segment.target.start) == segment)
            try list.insert(clip("d", .zero, seconds(1)), at: segment.target.start)
            try list.remove(range(segment.target.start, seconds(1)))
            #expect(list.count == count, "\(number)")
        }
        try list.insert(clip("d", .zero, seconds(1)), at: list.duration)
        #expect(list.count == count + 1)
    }

    @Test("ten thousand clips in a list without a common timescale do not drift")
    func drift() throws {
        var list = Clips()
        try list.insert(clip("a", .zero, time(1, 2_147_483_647)), at: .zero)
        for _ in 0..<10_000 { try list.insert(clip("b", .zero, time(1001, 30_000)), at: .invalid) }
        let exact = try #require(Rational128(10_010_000, 30_000)?.adding(Rational128(1, 2_147_483_647) ?? 0))
        #expect(list.duration == CMTime(exact, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero))
    }

    @Test("a list made of its own segments is the same")
    func roundTrip() throws {
        var list = try tenSeconds()
        try list.scale(range(seconds(1), seconds(3)), to: time(22, 7))
        try list.insert(clip("b", .zero, time(1, 2_147_483_647)), at: time(50, 9))
        var other = Clips()
        try other.replaceAll(with: list.segments)
        #expect(other.segments == list.segments)
    }

    @Test("a snapshot stays what it was")
    func snapshots() throws {
        var list = try Clips(joining: (0..<300).map { clip("\($0)", .zero, seconds(1)) })
        let (snapshot, segments) = (list, list.segments)
        try list.insert(clip("b", .zero, time(1, 7)), at: seconds(150))
        try list.remove(range(seconds(10), seconds(20)))
        try list.scale(range(.zero, seconds(50)), to: seconds(60))
        #expect(snapshot.segments == segments)
        #expect(list.segments != segments)
    }
}
