import AssetKitEdits
import CMTimeLib
import Testing

@Suite("Inserting segments")
struct InsertingTests {
    @Test("a segment it falls into is split, and later content moves back by the inserted duration")
    func middle() throws {
        var list = try tenSeconds()
        try list.insert(clip("b", .zero, seconds(2)), at: seconds(4))
        #expect(words(list) == ["a 100.0+4.0 in 4.0", "b 0.0+2.0 in 2.0", "a 104.0+6.0 in 6.0"])
        #expect(list.duration == seconds(12))
    }

    @Test("between two segments nothing is split")
    func between() throws {
        var list = try Clips(joining: [clip("a", .zero, seconds(1)), clip("b", .zero, seconds(1))])
        try list.insert(clip("c", .zero, seconds(1)), at: seconds(1))
        #expect(list.map(\.source) == ["a", "c", "b"])
    }

    @Test("an invalid time appends, and so does the end")
    func append() throws {
        var list = try tenSeconds()
        try list.insert(clip("b", .zero, seconds(1)), at: .invalid)
        try list.insert(clip("c", .zero, seconds(1)), at: seconds(11))
        #expect(list.map(\.source) == ["a", "b", "c"])
    }

    @Test("behind the end an empty segment fills the time between")
    func behindTheEnd() throws {
        var list = Clips()
        try list.insert(clip("a", .zero, seconds(1)), at: seconds(5))
        #expect(words(list) == ["empty in 5.0", "a 0.0+1.0 in 1.0"])
        #expect(list.segments[0].mapping.isEmpty)
        #expect(list.segments[0].mapping.source == .invalid)
    }

    @Test("neighbours that would join stay two segments")
    func neighbours() throws {
        var list = try Clips(joining: [clip("a", .zero, seconds(1))])
        try list.insert(clip("a", seconds(1), seconds(1)), at: .invalid)
        #expect(list.count == 2)
    }

    @Test("a source range on a longer target keeps its speed")
    func speed() throws {
        var list = Clips()
        try list.insert(clip("a", seconds(8), seconds(2), in: seconds(4)), at: .zero)
        try list.insert(clip("b", .zero, seconds(1)), at: seconds(1))
        #expect(words(list) == ["a 8.0+0.5 in 1.0", "b 0.0+1.0 in 1.0", "a 8.5+1.5 in 3.0"])
    }

    @Test("a picture that is held stays held, whatever is cut from it")
    func heldPicture() throws {
        var list = try Clips(joining: [clip("a", seconds(3), .zero, in: seconds(8))])
        try list.insert(clip("b", .zero, seconds(1)), at: seconds(2))
        try list.scale(range(.zero, seconds(9)), to: seconds(27))
        #expect(words(list) == ["a 3.0+0.0 in 6.0", "b 0.0+1.0 in 3.0", "a 3.0+0.0 in 18.0"])
        #expect(list.segments[2].sourceSeconds(at: seconds(20)) == 3)
        #expect(list.segments[2].whole.source == range(seconds(3), .zero))
    }

    @Test("an empty range pushes what was there back behind it")
    func emptyRange() throws {
        var list = try tenSeconds()
        try list.insertEmpty(range(seconds(4), seconds(3)))
        #expect(words(list) == ["a 100.0+4.0 in 4.0", "empty in 3.0", "a 104.0+6.0 in 6.0"])
        try list.insertEmpty(range(.zero, seconds(1)))
        #expect(list.first { $0.target.start == .zero }?.isEmpty == true)
        #expect(list.duration == seconds(14))
    }

    @Test("at the end and behind it an empty range has no effect", arguments: [10, 11] as [Int64])
    func emptyRangeAtTheEnd(start: Int64) throws {
        var list = try tenSeconds()
        try list.insertEmpty(range(seconds(start), seconds(3)))
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("empty segments do not stay at the end of what is inserted there, and stay elsewhere")
    func emptyEnd() throws {
        let run = try Clips(joining: [clip("b", .zero, seconds(1)), EditSegment(empty: range(.zero, seconds(2)))])
        var list = try tenSeconds()
        try list.insert(run, at: .invalid)
        #expect(list.duration == seconds(11))
        try list.insert(run, at: .zero)
        #expect(list.map(\.source) == ["b", nil, "a", "b"])
        #expect(list.duration == seconds(14))
    }
}
