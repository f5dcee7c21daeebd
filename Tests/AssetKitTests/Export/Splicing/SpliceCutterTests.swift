import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Smart cuts, what is copied of a stretch")
struct SpliceCutterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pictures: PictureList
        var start: Double
        var end: Double
        var head: CMTimeRange?
        var samples: [Range<Int>] = []
        var run: CMTimeRange?
        var tail: CMTimeRange?

        init(
            _ what: String,
            _ pictures: PictureList,
            _ start: Double,
            _ end: Double,
            head: CMTimeRange? = nil,
            samples: [Range<Int>] = [],
            run: CMTimeRange? = nil,
            tail: CMTimeRange? = nil
        ) {
            (testDescription, self.pictures, self.start, self.end) = (what, pictures, start, end)
            (self.head, self.samples, self.run, self.tail) = (head, samples, run, tail)
        }
    }

    /// In pictures: the third of a closed group is shown as its second one, and so on.
    private static let cases: [Case] = [
        Case("everything", .closed, 0, 12, samples: [0..<12], run: .pictures(0, 12)),
        Case("one whole group", .closed, 4, 8, samples: [4..<8], run: .pictures(4, 8)),
        Case(
            "a beginning within the group before",
            .closed,
            1,
            8,
            head: .pictures(1, 4),
            samples: [4..<8],
            run: .pictures(4, 8)
        ),
        Case(
            "the last picture of the group before",
            .closed,
            3,
            8,
            head: .pictures(3, 4),
            samples: [4..<8],
            run: .pictures(4, 8)
        ),
        Case(
            "half of the picture before the group",
            .closed,
            3.5,
            8,
            head: .pictures(3.5, 4),
            samples: [4..<8],
            run: .pictures(4, 8)
        ),
        // The picture that the two before it need is shown behind the cut.
        Case(
            "an end before the last one",
            .closed,
            4,
            7,
            samples: [4..<5],
            run: .pictures(4, 5),
            tail: .pictures(5, 7)
        ),
        Case("half of the next key picture", .closed, 4, 8.5, samples: [4..<9], run: .pictures(4, 8.5)),
        Case("the key picture alone", .closed, 4, 5, samples: [4..<5], run: .pictures(4, 5)),
        Case("half of the key picture", .closed, 4, 4.5, samples: [4..<5], run: .pictures(4, 4.5)),
        Case("no key picture in it", .closed, 5, 8, head: .pictures(5, 8)),
        Case("a key picture half of which is gone", .closed, 4.5, 8, head: .pictures(4.5, 8)),
        Case(
            "two ends within groups",
            .closed,
            2,
            10,
            head: .pictures(2, 4),
            samples: [4..<9],
            run: .pictures(4, 9),
            tail: .pictures(9, 10)
        ),
        // Those that are stored behind the key picture and shown before it go with the pictures before.
        Case(
            "an open group",
            .open,
            4,
            10,
            head: .pictures(4, 6),
            samples: [4..<5, 7..<10],
            run: .pictures(6, 10)
        ),
        Case("an open group from its key picture on", .open, 6, 10, samples: [4..<5, 7..<10], run: .pictures(6, 10)),
        Case(
            "a closed group with the pictures that the open one shows first",
            .open,
            0,
            6,
            samples: [0..<4],
            run: .pictures(0, 4),
            tail: .pictures(4, 6)
        ),
        Case("both groups", .open, 0, 10, samples: [0..<10], run: .pictures(0, 10)),
        // There is nothing to decode the first two from, so nobody misses them.
        Case("a file that begins with an open group", .headless, 0, 6, samples: [0..<1, 3..<6], run: .pictures(2, 6)),
    ]

    private func cutter(
        _ pictures: PictureList,
        _ stretch: MediaStretch,
        refusing refused: Set<Int> = []
    ) -> SpliceCutter {
        SpliceCutter(index: pictures.index, stretch: stretch) { place in
            pictures.keys.contains(place) && !refused.contains(place) ? .clean : nil
        }
    }

    @Test("a run lacks no picture that is shown in it, and the rest is encoded", arguments: cases)
    func cut(_ known: Case) throws {
        let cut = try cutter(known.pictures, known.pictures.stretch(known.start, known.end)).cut()
        #expect(cut.head == known.head)
        #expect(cut.run?.samples ?? [] == known.samples)
        #expect(cut.run?.range == known.run)
        #expect(cut.tail == known.tail)
        #expect(cut.run?.offset ?? .zero == .zero)
    }

    @Test("where the media begins later than the asset, ranges are the asset's and the offset leads to them")
    func offset() throws {
        var pictures = PictureList.closed
        pictures.shown = pictures.shown.map { $0 + 2 }
        pictures.editStart = 2
        let cut = try cutter(pictures, pictures.stretch(1, 7)).cut()
        #expect(cut.head == .pictures(1, 4))
        #expect(cut.run?.samples == [4..<5])
        #expect(cut.run?.range == .pictures(4, 5))
        #expect(cut.run?.offset == .pictures(-2))
        #expect(cut.tail == .pictures(5, 7))
    }

    @Test("a key picture that no run may begin with is encoded, up to the next one")
    func refusal() throws {
        let cut = try cutter(.closed, PictureList.closed.stretch(1, 12), refusing: [4]).cut()
        #expect(cut.head == .pictures(1, 8))
        #expect(cut.run?.samples == [8..<12])
        #expect(cut.run?.range == .pictures(8, 12))
        #expect(cut.tail == nil)
    }

    @Test("only samples that are shown in the stretch are asked about")
    func questions() throws {
        var asked: [Int] = []
        let cutter = SpliceCutter(index: PictureList.closed.index, stretch: PictureList.closed.stretch(2, 6)) { place in
            asked.append(place)
            return nil
        }
        #expect(try cutter.cut() == SpliceCut(head: .pictures(2, 6)))
        // Pictures 2, 3, 4 and 5, in the order in which they are stored.
        #expect(asked == [1, 3, 4, 6])
    }

    @Test("what is held or goes at another rate is encoded whole")
    func rates() throws {
        let (target, moment) = (CMTimeRange.pictures(0, 8), CMTimeRange(start: .pictures(4), duration: .zero))
        for source in [moment, CMTimeRange.pictures(0, 4), .pictures(0, 12)] {
            let stretch = MediaStretch(edit: CMTimeMapping(source: source, target: target), target: target)
            #expect(try cutter(.closed, stretch).cut() == SpliceCut(head: target))
            #expect(cutter(.plain, stretch).standingAlone == SpliceCut(head: target))
        }
    }

    @Test("a track without samples is encoded, as whatever there is to show")
    func nothing() throws {
        let empty = PictureList(shown: [], keys: [])
        #expect(try cutter(empty, empty.stretch(0, 4)).cut() == SpliceCut(head: .pictures(0, 4)))
    }

    @Test("of pictures that stand alone all are copied, and the first may be shown for a part of its time")
    func standingAlone() throws {
        let whole = cutter(.plain, PictureList.plain.stretch(3, 7)).standingAlone
        #expect(whole.head == nil && whole.tail == nil)
        #expect(whole.run?.samples == [3..<7])
        #expect(whole.run?.range == .pictures(3, 7))
        #expect(whole.run?.clipsFirst == false)
        let clipped = cutter(.plain, PictureList.plain.stretch(3.5, 6.5)).standingAlone
        #expect(clipped.run?.samples == [3..<7])
        #expect(clipped.run?.range == .pictures(3.5, 6.5))
        #expect(clipped.run?.clipsFirst == true)
        #expect(clipped.run?.offset == .zero)
    }

    @Test("pictures that are said to need others are encoded, whatever their codec")
    func contradiction() {
        var pictures = PictureList.plain
        pictures.keys = [0, 5]
        let cut = cutter(pictures, pictures.stretch(3, 7)).standingAlone
        #expect(cut == SpliceCut(head: .pictures(3, 7)))
    }

    @Test("a run's delay is how far a sample is decoded behind its turn")
    func delay() {
        let pyramid = PictureList(shown: [0, 4, 2, 1, 3, 5], keys: [0])
        #expect(SpliceRun.delay(of: [0..<6], in: pyramid.index) == 2)
        #expect(SpliceRun.delay(of: [0..<3], in: pyramid.index) == 1)
        #expect(SpliceRun.delay(of: [0..<2], in: pyramid.index) == 0)
        #expect(SpliceRun.delay(of: [0..<12], in: PictureList.closed.index) == 1)
        // Without the two that are shown before the key picture, the next ones are still out of order.
        #expect(SpliceRun.delay(of: [4..<5, 7..<10], in: PictureList.open.index) == 1)
        #expect(SpliceRun.delay(of: [4..<5], in: PictureList.open.index) == 0)
        #expect(SpliceRun.delay(of: [2..<8], in: PictureList.plain.index) == 0)
    }
}
