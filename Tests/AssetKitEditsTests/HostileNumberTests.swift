import AssetKitEdits
import CMTimeLib
import TestSupport
import Testing

@Suite("Edits with numbers that make no sense")
struct HostileNumberTests {
    static let times: [CMTime] = [
        .zero, .indefinite, .positiveInfinity, .negativeInfinity, time(-1, 1), time(.max, 1),
        time(.min, 1),
        time(.max, .max), time(.min, .max), time(1, 0), time(1, -1), time(1, .max), time(1, .max - 1),
        time(7, .max - 2),
        time(1 << 32, 1), time((1 << 32) - 3, 1), CMTime(value: 1, timescale: 1, flags: .valid, epoch: 1), time(5, 7),
    ]

    @Test("a refused edit changes nothing, and no edit breaks the list", arguments: times)
    func everyPair(first: CMTime) throws {
        for second in Self.times {
            for edit in Self.edits(first, second) {
                var list = try tenSeconds()
                try list.insert(clip("b", .zero, time(1, 1_000_003)), at: seconds(5))
                let before = list.segments
                do {
                    try edit(&list)
                } catch {
                    #expect(list.segments == before)
                }
                try Clips.validate(list.segments)
                _ = list.map { ($0.whole, $0.mapping, $0.sourceSeconds(at: first)) }
                _ = list.segment(at: first)
            }
        }
    }

    private static func edits(_ first: CMTime, _ second: CMTime) -> [(inout Clips) throws -> Void] {
        [
            { list in try list.insert(clip("c", .zero, first), at: second) },
            { list in try list.insert(clip("c", first, second, in: seconds(1)), at: seconds(1)) },
            { list in try list.insert(clip("c", .zero, seconds(1), in: first), at: second) },
            { list in try list.insertEmpty(range(first, second)) },
            { list in try list.remove(range(first, second)) },
            { list in try list.scale(range(seconds(1), first), to: second) },
            { list in try list.scale(range(first, seconds(3)), to: second) },
            { list in list = try list.slice(range(first, second)) },
            { list in try list.replaceAll(with: [EditSegment(empty: range(first, second))]) },
        ]
    }

    @Test("a list ends before 2^32 seconds")
    func tooLong() throws {
        var list = try tenSeconds()
        #expect(throws: EditError.tooLong) { try list.insert(clip("b", .zero, time(1 << 32, 1)), at: .zero) }
        #expect(throws: EditError.tooLong) { try list.insert(clip("b", .zero, seconds(1)), at: time(1 << 32, 1)) }
        #expect(throws: EditError.tooLong) { try list.scale(range(.zero, seconds(1)), to: time((1 << 32) - 2, 1)) }
        #expect(list.segments == (try tenSeconds().segments))
    }

    @Test("times without a common timescale are kept, whatever they are")
    func manyTimescales() throws {
        var list = Clips()
        var generator = SeededGenerator(seed: 3)
        for number in 0..<(LongRun.isOn ? 2000 : 600) {
            let timescale = CMTimeScale.random(in: 1...(.max), using: &generator)
            let length = time(Int64.random(in: Int64(timescale)...2 * Int64(timescale), using: &generator), timescale)
            let place = time(Int64.random(in: 0...10 * Int64(timescale), using: &generator), timescale)
            try list.insert(clip("\(number)", place, length), at: place)
            try Clips.validate(number % 50 == 0 ? list.segments : [])
        }
        try Clips.validate(list.segments)
        #expect(list.segments.allSatisfy { $0.target.duration > .zero })
    }
}
