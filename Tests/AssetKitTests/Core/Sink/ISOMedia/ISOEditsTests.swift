import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitISOMedia

@Suite("Movies, ticks, edits and fragments")
struct ISOEditsTests {
    // MARK: Ticks

    @Test("times become the nearest ticks, and halves go away from zero")
    func nearest() throws {
        let known: [(value: Int64, from: Int64, to: Int64, ticks: Int64)] = [
            (7, 25, 25, 7), (1, 2, 1, 1), (-1, 2, 1, -1), (1, 3, 1, 0), (2, 3, 1, 1), (-2, 3, 1, -1), (2, 5, 1, 0),
            (3, 5, 1, 1), (1001, 30_000, 600, 20), (1, 600, 12_800, 21), (12_800, 12_800, 600, 600),
        ]
        for (value, from, to, ticks) in known {
            #expect(try SinkTicks.ticks(value, from: from, to: to) == ticks, "\(value)/\(from)")
            let time = CMTime(value: value, timescale: CMTimeScale(from))
            #expect(try SinkTicks.ticks(time, CMTimeScale(to)) == ticks, "\(value)/\(from)")
        }
        #expect(throws: ISOWritingError.self) { try SinkTicks.ticks(.invalid, 25) }
        #expect(throws: ISOWritingError.self) { try SinkTicks.ticks(.positiveInfinity, 25) }
        #expect(throws: ISOWritingError.self) { try SinkTicks.ticks(1 << 60, from: 2, to: 4) }
    }

    @Test("the first tick not before a time is that of the time, or the next one")
    func notBefore() {
        let known: [(value: Int64, ticks: Int64)] = [(24, 12), (25, 13), (26, 13), (-24, -12), (-25, -12), (-26, -13)]
        for (value, ticks) in known {
            #expect(SinkTicks.ticks(notBefore: CMTime(value: value, timescale: 50), 25) == ticks, "\(value)")
        }
    }

    @Test("a timescale is common where all fit into 32 bits")
    func timescales() {
        let known: [(timescales: [CMTimeScale], common: CMTimeScale?)] = [
            ([24, 25], 600), ([90_000, 48_000], 720_000), ([0, 25], 25), ([], 1), ([1_000_000_007, 998_244_353], nil),
            ([.max, .max], .max),
        ]
        for (timescales, common) in known {
            #expect(SinkTicks.commonTimescale(timescales) == common, "\(timescales)")
        }
        #expect(SinkTicks.neededTimescale(CMTime(value: 10, timescale: 600)) == 60)
        #expect(SinkTicks.neededTimescale(CMTime(value: -3, timescale: 6)) == 2)
        #expect(SinkTicks.neededTimescale(CMTime(value: 600, timescale: 600)) == 1)
        #expect(SinkTicks.neededTimescale(.zero) == 1)
        #expect(SinkTicks.neededTimescale(.indefinite) == 1)
    }

    // MARK: Edits

    /// An edit in a movie of 600 ticks a second, of media that has 12,800.
    private func edit(_ duration: UInt64, from mediaTime: Int64, rate: Int32 = 0x10000) -> ISOEditList.Edit {
        ISOEditList.Edit(duration: duration, mediaTime: mediaTime, rate: rate)
    }

    private func edits(mediaZero: Int64 = 0) -> ISOEdits {
        ISOEdits(movieTimescale: 600, timescale: 12_800, mediaZero: mediaZero)
    }

    private func seconds(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: Int64(start * 10), timescale: 10),
            end: CMTime(value: Int64(end * 10), timescale: 10)
        )
    }

    @Test("all that is there is one edit, behind a gap where it begins later")
    func everything() throws {
        var whole = edits()
        try whole.presentAll(from: 0, until: 12_800)
        #expect(whole.edits == [edit(600, from: 0)])
        #expect(whole.end == 600)
        var late = edits()
        try late.presentAll(from: 1280, until: 12_800)
        #expect(late.edits == [edit(60, from: -1), edit(540, from: 1280)])
        #expect(late.end == 600)
        // What comes before zero is in the media, and is not presented.
        var primed = edits(mediaZero: -1024)
        try primed.presentAll(from: -1024, until: 12_800)
        #expect(primed.edits == [edit(600, from: 1024)])
        var empty = edits()
        try empty.presentAll(from: 0, until: 0)
        #expect(empty.edits.isEmpty && empty.end == 0)
    }

    @Test("what lies between edits is a gap, and two gaps are one")
    func gaps() throws {
        var known = edits()
        try known.present([
            CMTimeMapping(source: seconds(2, 4), target: seconds(1, 3)),
            CMTimeMapping(source: CMTimeRange(start: .invalid, duration: .invalid), target: seconds(4, 5)),
            CMTimeMapping(source: seconds(0, 1), target: seconds(5.5, 6.5)),
        ])
        #expect(
            known.edits == [
                edit(600, from: -1), edit(1200, from: 25_600), edit(1500, from: -1), edit(600, from: 0),
            ]
        )
        #expect(known.end == 3900)
    }

    @Test("edits that follow each other leave no gap, though their ends are rounded")
    func rounding() throws {
        // Thirds of a 25th of a second are eight ticks each.
        var known = edits()
        let starts = (0...3).map { CMTime(value: $0, timescale: 75) }
        try known.present(
            zip(starts, starts.dropFirst()).map { start, end in
                CMTimeMapping(
                    source: CMTimeRange(start: start, end: end),
                    target: CMTimeRange(start: start, end: end)
                )
            }
        )
        #expect(known.edits.map(\.duration) == [8, 8, 8])
        // A thirteenth is 46.15 ticks: 0, 46, 92, 138.
        var odd = edits()
        let others = (0...3).map { CMTime(value: $0, timescale: 13) }
        try odd.present(
            zip(others, others.dropFirst()).map { start, end in
                CMTimeMapping(
                    source: CMTimeRange(start: start, end: end),
                    target: CMTimeRange(start: start, end: end)
                )
            }
        )
        #expect(odd.edits.map(\.duration) == [46, 46, 46])
        // 984.6 and 1969.2 ticks of the media.
        #expect(odd.edits.map(\.mediaTime) == [0, 985, 1969])
    }

    @Test("a rate is the source's length beside the target's, and nothing for a moment that is held")
    func rates() throws {
        var known = edits()
        let moment = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .zero)
        try known.present([
            CMTimeMapping(source: seconds(0, 4), target: seconds(0, 2)),
            CMTimeMapping(source: seconds(4, 5), target: seconds(2, 4)),
            CMTimeMapping(source: seconds(0, 1), target: seconds(4, 7)),
            CMTimeMapping(source: moment, target: seconds(7, 8)),
        ])
        #expect(known.edits.map(\.rate) == [0x20000, 0x8000, 0x5555, 0])
        #expect(known.edits.map(\.mediaTime) == [0, 51_200, 0, 12_800])
    }

    @Test("what the media does not have yet is a gap")
    func beforeTheMedia() throws {
        var known = edits()
        try known.present([CMTimeMapping(source: seconds(-1, 1), target: seconds(0, 2))])
        #expect(known.edits == [edit(600, from: -1), edit(600, from: 0)])
        var nothing = edits()
        try nothing.present([CMTimeMapping(source: seconds(-3, -1), target: seconds(0, 2))])
        #expect(nothing.edits == [edit(1200, from: -1)])
    }

    @Test("targets that overlap, and rates beyond what a file can say, are refused")
    func refusals() {
        #expect(throws: ISOWritingError.self) {
            var known = edits()
            try known.present([
                CMTimeMapping(source: seconds(0, 2), target: seconds(0, 2)),
                CMTimeMapping(source: seconds(5, 6), target: seconds(1.9, 2.9)),
            ])
        }
        #expect(throws: ISOWritingError.self) {
            var known = edits()
            try known.present([CMTimeMapping(source: seconds(0, 40_000), target: seconds(0, 1))])
        }
    }

    // MARK: Fragments

    private func progress(
        _ end: Int64?,
        sync: [Int64] = [],
        needsSync: Bool = false
    ) -> ISOFragmentClock.Progress {
        ISOFragmentClock.Progress(
            end: end.map { CMTime(value: $0, timescale: 1000) },
            syncTimes: sync.map { CMTime(value: $0, timescale: 1000) },
            needsSync: needsSync
        )
    }

    /// The first fragment ends at one second, all others two seconds later each.
    private let clock = ISOFragmentClock(
        interval: CMTime(value: 2, timescale: 1),
        first: CMTime(value: 1, timescale: 1)
    )

    @Test("a fragment ends when all tracks have come as far, or one a little further")
    func cuts() {
        let second = CMTime(value: 1, timescale: 1)
        #expect(clock.nextCut([]) == nil)
        #expect(clock.nextCut([progress(nil)]) == nil)
        #expect(clock.nextCut([progress(999)]) == nil)
        #expect(clock.nextCut([progress(1000)]) == second)
        #expect(clock.nextCut([progress(1149), progress(999)]) == nil)
        #expect(clock.nextCut([progress(1149), progress(nil)]) == nil)
        #expect(clock.nextCut([progress(1149), progress(1000)]) == second)
        #expect(clock.nextCut([progress(1150), progress(nil)]) == second)
    }

    @Test("a key picture near the cut is a better place, and is waited for a tenth of a second")
    func keyPictures() {
        func cut(_ end: Int64, _ sync: [Int64]) -> Int64? {
            clock.nextCut([progress(end, sync: sync, needsSync: true)])?.convertScale(1000, method: .default).value
        }
        #expect(cut(1099, [1000]) == nil)
        #expect(cut(1100, [1000]) == 1000)
        #expect(cut(1100, [950, 1080]) == 950)
        #expect(cut(1100, [940, 1050]) == 1050)
        #expect(cut(1100, [900]) == 900)
        #expect(cut(1100, [899]) == 1000)
        #expect(cut(1200, [1101]) == 1000)
    }

    @Test("cuts that nothing came for are passed over")
    func passing() {
        var known = clock
        #expect(known.cut == CMTime(value: 1, timescale: 1))
        known.passed(CMTime(value: 1, timescale: 1))
        #expect(known.cut == CMTime(value: 3, timescale: 1))
        // A key picture before it has been taken.
        known.passed(CMTime(value: 295, timescale: 100))
        #expect(known.cut == CMTime(value: 5, timescale: 1))
        known.passed(CMTime(value: 9, timescale: 1))
        #expect(known.cut == CMTime(value: 11, timescale: 1))
        let second = CMTime(value: 1, timescale: 1)
        #expect(ISOFragmentClock(interval: second, first: CMTime(value: 5, timescale: 1)).cut == second)
    }
}
