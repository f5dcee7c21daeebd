import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Copies, which samples of a stretch")
struct StretchCutterTests {
    private func cutter(_ pictures: PictureList, _ start: Double, _ end: Double) -> StretchCutter {
        StretchCutter(index: pictures.index, stretch: pictures.stretch(start, end))
    }

    // MARK: Times

    private static let limits: [(Double, Int64)] = [(0, 0), (8, 8), (8.5, 9), (-0.5, 0), (-1, -1), (-1.5, -1)]

    @Test("what starts before a time starts before the tick at it, or before the next one", arguments: limits)
    func limit(time: Double, ticks: Int64) {
        #expect(cutter(.closed, 0, 1).limit(.pictures(time)) == ticks)
    }

    @Test("all starts before the end of time")
    func noLimit() {
        #expect(cutter(.closed, 0, 1).limit(.positiveInfinity) == .max)
        #expect(cutter(.closed, 0, 1).limit(.invalid) == .max)
    }

    private static let places: [(Double, Int)] = [(0, 0), (1, 2), (2.5, 3), (3, 1), (5, 6), (5.5, 6), (11.5, 9)]

    @Test("the sample that shows is the last one that has begun", arguments: places)
    func shown(time: Double, place: Int) {
        #expect(cutter(.closed, 0, 12).sample(shownAt: .pictures(time), before: .max) == place)
    }

    @Test("nothing shows behind the last picture, and the first one comes next before it")
    func outside() {
        let closed = cutter(.closed, 0, 12)
        #expect(closed.sample(shownAt: .pictures(12), before: .max) == nil)
        #expect(closed.sample(shownAt: .pictures(-3), before: 1) == 0)
        #expect(closed.sample(shownAt: .pictures(-3), before: 0) == nil)
        #expect(cutter(PictureList(shown: [], keys: []), 0, 1).sample(shownAt: .zero, before: .max) == nil)
    }

    private static let lastPlaces: [(Int64, Int?)] = [
        (0, nil), (1, 0), (2, 2), (3, 3), (4, 3), (5, 4), (6, 6), (7, 7), (8, 7), (9, 8), (12, 11),
    ]

    @Test("the last sample that is needed is the one stored last of those that begin before", arguments: lastPlaces)
    func lastNeeded(limit: Int64, place: Int?) {
        #expect(cutter(.closed, 0, 12).lastNeeded(before: limit) == place)
    }

    @Test("a picture ends when the next one begins, and the last one after its own time")
    func ends() {
        var pictures = PictureList.closed
        // There is nothing at 8 and 9.
        pictures.shown = [0, 3, 1, 2, 4, 7, 5, 6, 10, 13, 11, 12]
        let cutter = cutter(pictures, 0, 14)
        #expect(cutter.end(of: 3) == .pictures(3))
        #expect(cutter.end(of: 5) == .pictures(10))
        #expect(cutter.end(of: 5, isPicture: false) == .pictures(8))
        #expect(cutter.end(of: 9) == .pictures(14))
    }

    // MARK: Pictures

    struct Cut: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pictures: PictureList
        var wanted: ClosedRange<Double>
        var showsAccessPoint = false
        var endsComplete = false
        var samples: [Range<Int>]
        var shown: CMTimeRange
    }

    private static let cuts: [Cut] = [
        // 11 is stored ahead of 9, so that it has to be there, and is not shown.
        Cut(
            testDescription: "exactly what is wanted, with what it needs",
            pictures: .closed,
            wanted: 5...10,
            samples: [4..<11],
            shown: .pictures(5, 10)
        ),
        Cut(
            testDescription: "from the key picture on",
            pictures: .closed,
            wanted: 5...10,
            showsAccessPoint: true,
            samples: [4..<11],
            shown: .pictures(4, 10)
        ),
        Cut(
            testDescription: "up to the last picture that lacks none",
            pictures: .closed,
            wanted: 5...10,
            endsComplete: true,
            samples: [4..<9],
            shown: .pictures(5, 9)
        ),
        Cut(
            testDescription: "whole groups",
            pictures: .closed,
            wanted: 4...8,
            showsAccessPoint: true,
            endsComplete: true,
            samples: [4..<8],
            shown: .pictures(4, 8)
        ),
        Cut(
            testDescription: "halves of pictures",
            pictures: .closed,
            wanted: 4.5...8.5,
            samples: [4..<9],
            shown: .pictures(4.5, 8.5)
        ),
        Cut(
            testDescription: "an open group, without what is shown before it",
            pictures: .open,
            wanted: 6...10,
            showsAccessPoint: true,
            samples: [4..<5, 7..<10],
            shown: .pictures(6, 10)
        ),
        Cut(
            testDescription: "the first pictures of an open group, from the group before on",
            pictures: .open,
            wanted: 5...10,
            showsAccessPoint: true,
            samples: [0..<10],
            shown: .pictures(0, 10)
        ),
        Cut(
            testDescription: "pictures that nothing comes before are as good as they were",
            pictures: .headless,
            wanted: 0...6,
            showsAccessPoint: true,
            samples: [0..<6],
            shown: .pictures(0, 6)
        ),
        Cut(
            testDescription: "one picture of those that stand alone",
            pictures: .plain,
            wanted: 3...4,
            showsAccessPoint: true,
            endsComplete: true,
            samples: [3..<4],
            shown: .pictures(3, 4)
        ),
    ]

    @Test("pictures are copied with what they need, and shown as far as they are wanted", arguments: cuts)
    func pictures(_ cut: Cut) throws {
        let found = try #require(
            cutter(cut.pictures, cut.wanted.lowerBound, cut.wanted.upperBound)
                .pictures(showsAccessPoint: cut.showsAccessPoint, endsComplete: cut.endsComplete)
        )
        #expect(found.samples == cut.samples)
        #expect(found.source == cut.shown)
        #expect(found.target == cut.shown)
    }

    @Test("what the asset's own edit hides stays hidden, also before the key picture")
    func hiddenByEdit() throws {
        var pictures = PictureList.closed
        pictures.editStart = 5
        let cut = try #require(cutter(pictures, 1, 4).pictures(showsAccessPoint: true, endsComplete: false))
        #expect(cut.samples == [4..<9])
        #expect(cut.source == .pictures(5, 9))
        #expect(cut.target == .pictures(0, 4))
    }

    @Test("of a picture that is held, one is copied with what it needs, for as long as it is held")
    func held() throws {
        let target = CMTimeRange.pictures(0, 30)
        let edit = CMTimeMapping(source: CMTimeRange(start: .pictures(5.5), duration: .zero), target: target)
        let stretch = MediaStretch(edit: edit, target: .pictures(10, 20))
        let cutter = StretchCutter(index: PictureList.closed.index, stretch: stretch)
        let cut = try #require(cutter.pictures(showsAccessPoint: false, endsComplete: false))
        #expect(cut.samples == [4..<7])
        #expect(cut.source == CMTimeRange(start: .pictures(5.5), duration: .zero))
        #expect(cut.target == .pictures(10, 20))
    }

    @Test("where nothing is shown, nothing is copied")
    func nothing() {
        #expect(cutter(.closed, 12, 14).pictures(showsAccessPoint: true, endsComplete: true) == nil)
        #expect(cutter(.closed, 14, 20).others(hidesEnds: true) == nil)
    }

    // MARK: Sound

    /// Packets of 1024 samples at 48 kHz, which are ticks.
    private func sound(_ range: Range<Int64>, hiddenAtEnd: Int64 = 0, count: Int = 10) throws -> StretchCutter {
        let samples = (0..<Int64(count)).map {
            IndexedSample(decodeTicks: $0 * 1024, presentationTicks: $0 * 1024, durationTicks: 1024, isSync: true)
        }
        let table = ListedSamples(samples: samples, tick: try #require(TickLength(1, over: 48_000)))
        let everything = CMTimeRange(start: .zero, duration: CMTime(value: 480_000, timescale: 48_000))
        let edit = CMTimeMapping(source: everything, target: everything)
        return StretchCutter(
            index: SampleIndex(table, trackID: 2, segments: []),
            stretch: MediaStretch(edit: edit, target: Self.time(range)),
            hiddenAtEnd: CMTime(value: hiddenAtEnd, timescale: 48_000),
            soundRate: 48_000
        )
    }

    private static func time(_ range: Range<Int64>) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: range.lowerBound, timescale: 48_000),
            end: CMTime(value: range.upperBound, timescale: 48_000)
        )
    }

    private static let packetRanges: [(Range<Int64>, Range<Int>)] = [
        (0..<10_240, 0..<10), (1024..<3072, 1..<3), (1025..<3072, 2..<3), (1024..<3073, 1..<4),
        (1023..<3071, 1..<3),
        // Where none begins, it is the one that is heard.
        (1100..<1200, 1..<2),
    ]

    @Test("sound that cannot be hidden consists of the packets that begin in the stretch", arguments: packetRanges)
    func packets(wanted: Range<Int64>, places: Range<Int>) throws {
        let cut = try #require(
            try sound(wanted).sound(SoundPreroll(MediaCodec.flac.traits), hidesEnds: false, hasEdits: false)
        )
        #expect(cut.samples == [places])
        #expect(cut.source == Self.time(Int64(places.lowerBound * 1024)..<Int64(places.upperBound * 1024)))
    }

    @Test("sound with edits is heard to the sample, and has what decoders need before it")
    func prerolled() throws {
        let aac = SoundPreroll(MediaCodec.aac.traits)
        // A tenth of a second is 4800 samples; 8000 - 4800 = 3200 lies in packet 3, and three more come before it.
        let cut = try #require(try sound(8000..<9000).sound(aac, hidesEnds: true, hasEdits: true))
        #expect(cut.samples == [0..<9])
        #expect(cut.source == Self.time(8000..<9000))
        // Of thirty packets 20,000 to 20,100 lie in 19; 15,200 lies in 14.
        let late = try #require(try sound(20_000..<20_100, count: 30).sound(aac, hidesEnds: true, hasEdits: true))
        // FFmpeg needs one more behind a single packet.
        #expect(late.samples == [11..<21])
        let plain = SoundPreroll(MediaCodec.pcmS16LE.traits)
        #expect(try sound(2000..<3000).sound(plain, hidesEnds: true, hasEdits: true)?.samples == [1..<3])
    }

    @Test("what the container hides at the end of the last packet stays hidden")
    func hiddenAtEnd() throws {
        let flac = SoundPreroll(MediaCodec.flac.traits)
        let cut = try #require(
            try sound(9216..<20_000, hiddenAtEnd: 300).sound(flac, hidesEnds: false, hasEdits: false)
        )
        #expect(cut.samples == [9..<10])
        #expect(cut.source == Self.time(9216..<9940))
        // In the middle of the file there is nothing hidden.
        let inner = try #require(
            try sound(8192..<9000, hiddenAtEnd: 300).sound(flac, hidesEnds: false, hasEdits: false)
        )
        #expect(inner.source == Self.time(8192..<9216))
    }

    @Test("the ends of sound are those of the nearest samples")
    func nearestSamples() throws {
        let whole = try sound(0..<10_240)
        // A third of a sample behind the beginnings of the third packet and of the fourth.
        let target = CMTimeRange(
            start: CMTime(value: 6145, timescale: 144_000),
            end: CMTime(value: 9217, timescale: 144_000)
        )
        let cutter = StretchCutter(
            index: whole.index,
            stretch: MediaStretch(edit: whole.stretch.edit, target: target),
            soundRate: 48_000
        )
        let cut = try #require(cutter.sound(SoundPreroll(MediaCodec.flac.traits), hidesEnds: false, hasEdits: false))
        #expect(cut.samples == [2..<3])
    }

    // MARK: Text

    @Test("texts that overlap the beginning come along, and the one that lasts longest tells the end")
    func texts() throws {
        let times: [(start: Int64, length: Int64)] = [(0, 10), (10, 30), (20, 5), (50, 10)]
        let samples = times.map {
            IndexedSample(decodeTicks: $0.start, presentationTicks: $0.start, durationTicks: $0.length, isSync: true)
        }
        let index = SampleIndex(ListedSamples(samples: samples, tick: PictureList.tick), trackID: 3, segments: [])
        func cut(_ start: Double, _ end: Double) -> CopiedStretch? {
            StretchCutter(index: index, stretch: PictureList.plain.stretch(start, end)).others(hidesEnds: true)
        }
        let overlapping = try #require(cut(25, 45))
        #expect(overlapping.samples == [1..<3])
        #expect(overlapping.source == .pictures(25, 40))
        // The first one ends when the stretch begins.
        let second = try #require(cut(10, 20))
        #expect(second.samples == [1..<2])
        #expect(second.source == .pictures(10, 20))
        let behindGap = try #require(cut(45, 100))
        #expect(behindGap.samples == [3..<4])
        #expect(behindGap.source == .pictures(50, 60))
        #expect(cut(41, 50) == nil)
    }

    @Test("runs of places are merged where they touch or overlap")
    func merging() {
        #expect([4..<6, 0..<2, 2..<3, 5..<8, 9..<9].merged == [0..<3, 4..<8])
        #expect([0..<2, 3..<4].merged == [0..<2, 3..<4])
        #expect([0..<9, 3..<4].merged == [0..<9])
    }
}
