import AssetKitEdits
import CMTimeLib
import Testing

@Suite("Removing ranges, and taking them out")
struct RemovingTests {
    @Test("later content moves in")
    func middle() throws {
        var list = try tenSeconds()
        try list.remove(range(seconds(3), seconds(4)))
        #expect(words(list) == ["a 100.0+3.0 in 3.0", "a 107.0+3.0 in 3.0"])
    }

    @Test("segments are truncated at either side, and those between go")
    func across() throws {
        var list = try Clips(joining: ["a", "b", "c"].map { clip($0, .zero, seconds(2)) })
        try list.remove(range(seconds(1), seconds(4)))
        #expect(words(list) == ["a 0.0+1.0 in 1.0", "c 1.0+1.0 in 1.0"])
    }

    @Test("an empty segment left at the end goes too")
    func emptyEnd() throws {
        var list = try tenSeconds()
        try list.insert(clip("b", .zero, seconds(1)), at: seconds(15))
        try list.remove(range(seconds(15), seconds(1)))
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("a range that goes on for ever and begins before zero takes everything")
    func everything() throws {
        var list = try tenSeconds()
        try list.remove(range(seconds(-1), .positiveInfinity))
        #expect(list.isEmpty)
        #expect(list.duration == .zero)
        #expect(list.segment(at: .zero) == nil)
    }

    @Test("behind the end there is nothing to remove")
    func behindTheEnd() throws {
        var list = try tenSeconds()
        try list.remove(range(seconds(10), seconds(5)))
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("a slice begins at zero, is clipped to the list, and keeps gaps and speeds")
    func slice() throws {
        var list = try Clips(joining: [clip("a", .zero, seconds(4), in: seconds(2))])
        try list.insert(clip("b", .zero, seconds(5)), at: seconds(3))
        let gap = try list.slice(range(seconds(1), seconds(3)))
        #expect(words(gap) == ["a 2.0+2.0 in 1.0", "empty in 1.0", "b 0.0+1.0 in 1.0"])
        #expect(words(try gap.slice(range(.zero, seconds(2)))) == ["a 2.0+2.0 in 1.0", "empty in 1.0"])
        #expect(words(try list.slice(range(seconds(7), .positiveInfinity))) == ["b 4.0+1.0 in 1.0"])
        #expect(try list.slice(range(seconds(8), seconds(1))).isEmpty)
        #expect(list.count == 3)
    }

    @Test("a slice of a scaled list plays in another one as it did")
    func nested() throws {
        var inner = try tenSeconds()
        try inner.scale(range(.zero, seconds(10)), to: seconds(7))
        var outer = try Clips(joining: [clip("b", .zero, seconds(4))])
        try outer.insert(inner.slice(range(time(1001, 30000), seconds(5))), at: time(1, 3))
        let segment = outer.segments[1]
        let moment = CMTimeAdd(time(1, 3), time(1, 90000))
        // (1001/30000 + 1/90000) * 10/7 seconds of what began at 100.
        #expect(segment.sourceSeconds(at: moment) == Rational128(751, 15_750)?.adding(100))
        #expect(segment.whole.source == range(seconds(100), seconds(10)))
    }
}
