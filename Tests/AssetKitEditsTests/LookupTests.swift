import AssetKitEdits
import CMTimeLib
import Testing

@Suite("Finding and checking segments")
struct LookupTests {
    @Test("the segment that contains a time is found, else the nearest one")
    func segmentAtTime() throws {
        let list = try Clips(joining: ["a", "b", "c"].map { clip($0, .zero, seconds(2)) })
        #expect(list.segment(at: .zero)?.source == "a")
        #expect(list.segment(at: time(1199))?.source == "a")
        #expect(list.segment(at: time(1_999_999_999, 1_000_000_000))?.source == "a")
        #expect(list.segment(at: seconds(2))?.source == "b")
        #expect(list.segment(at: seconds(6))?.source == "c")
        #expect(list.segment(at: time(.max, 1))?.source == "c")
        #expect(list.segment(at: time(.min, 1))?.source == "a")
        #expect(list.segment(at: .indefinite) == nil)
        #expect(Clips().segment(at: .zero) == nil)
    }

    @Test("what lies within a range is found from its start on")
    func segmentsWithinRange() throws {
        let list = try Clips(joining: ["a", "b", "c", "d"].map { clip($0, .zero, seconds(2)) })
        func names(_ start: CMTime, _ duration: CMTime) -> [String?] {
            list.segments(within: range(start, duration)).map(\.source)
        }
        #expect(names(seconds(2), seconds(4)) == ["b", "c"])
        #expect(names(seconds(1), seconds(4)) == ["b"])
        #expect(names(seconds(1), seconds(6)) == ["b", "c"])
        #expect(names(.zero, .positiveInfinity) == ["a", "b", "c", "d"])
        #expect(names(seconds(3), seconds(1)) == [])
        #expect(names(seconds(9), seconds(1)) == [])
        #expect(Clips().segments(within: range(.zero, seconds(1))).isEmpty)
    }

    @Test("segments have to begin at zero and follow each other without a gap")
    func contiguity() throws {
        let first = EditSegment<String>(empty: range(.zero, seconds(1)))
        let late = EditSegment<String>(empty: range(seconds(2), seconds(1)))
        #expect(throws: EditError.notContiguous) { try Clips.validate([first, late]) }
        #expect(throws: EditError.notContiguous) { try Clips.validate([late]) }
        #expect(throws: EditError.notContiguous) { try Clips.validate([EditSegment(empty: .invalid)]) }
        try Clips.validate([first, EditSegment(empty: range(seconds(1), seconds(1)))])
        try Clips.validate([])
    }

    @Test("durations and source ranges have to be numbers that make sense")
    func numbers() throws {
        #expect(throws: EditError.invalidDuration) { try Clips.validate([clip("a", .zero, seconds(1), in: .zero)]) }
        #expect(throws: EditError.invalidDuration) {
            try Clips.validate([clip("a", .zero, seconds(1), in: .indefinite)])
        }
        #expect(throws: EditError.invalidSourceStart) { try Clips.validate([clip("a", .invalid, seconds(1))]) }
        #expect(throws: EditError.invalidSourceDuration) {
            try Clips.validate([clip("a", .zero, .positiveInfinity, in: seconds(1))])
        }
        #expect(throws: EditError.invalidSourceDuration) {
            try Clips.validate([clip("a", .zero, seconds(-1), in: seconds(1))])
        }
        try Clips.validate([clip("a", .zero, .zero, in: seconds(1))])
    }

    @Test("all segments are replaced, or none")
    func replaceAll() throws {
        var list = try tenSeconds()
        #expect(throws: EditError.notContiguous) { try list.replaceAll(with: [EditSegment(empty: .invalid)]) }
        #expect(list.segments == (try tenSeconds().segments))
        try list.replaceAll(with: [clip("b", .zero, seconds(1)), EditSegment(empty: range(seconds(1), seconds(1)))])
        #expect(words(list) == ["b 0.0+1.0 in 1.0", "empty in 1.0"])
        try list.replaceAll(with: [])
        #expect(list.isEmpty)
    }
}
