import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Sample indexes")
struct SampleIndexTests {
    @Test("a search finds the last of those that hold")
    func search() {
        let known: [(Int, Int?)] = [(-1, nil), (0, 0), (2, 2), (4, 4), (9, 4)]
        for (limit, place) in known {
            #expect(BinarySearch.last(in: 0..<5) { $0 <= limit } == place)
        }
        #expect(BinarySearch.last(in: 3..<6) { $0 <= 3 } == 3)
        #expect(BinarySearch.last(in: 3..<6) { _ in false } == nil)
        #expect(BinarySearch.last(in: 3..<3) { _ in true } == nil)
    }

    // MARK: Ticks

    @Test("a tick at a time is the last one that is not behind it, before zero too")
    func ticks() throws {
        let tick = try #require(TickLength(1001, over: 30_000))
        let known: [(value: Int64, ticks: Int64)] = [
            (0, 0), (1000, 0), (1001, 1), (3002, 2), (3003, 3), (-1, -1), (-1001, -1), (-1002, -2),
        ]
        for (value, ticks) in known {
            #expect(tick.ticks(at: CMTime(value: value, timescale: 30_000)) == ticks, "\(value)")
        }
        #expect(tick.time(3) == CMTime(value: 3003, timescale: 30_000))
        #expect(tick.ticks(at: .positiveInfinity) == .max)
        #expect(tick.ticks(at: .negativeInfinity) == .min)
        #expect(tick.ticks(at: .invalid) == nil)
        #expect(!tick.time(.max).isValid)
        #expect(TickLength(0, over: 25) == nil)
        #expect(TickLength(1, over: 0) == nil)
    }

    @Test("times are counted in parts of the tick's second only where that is exact")
    func exactness() {
        let whole = PictureList.tick.exact(CMTime(value: 2, timescale: 50))
        #expect(whole.value == 1 && whole.timescale == 25)
        let half = PictureList.tick.exact(CMTime(value: 1, timescale: 50))
        #expect(half.value == 1 && half.timescale == 50)
    }

    // MARK: Timelines

    /// Shows pictures 0 to 9, then 20 to 29, and then 40 to 44 at half the rate.
    private let segments = [
        CMTimeMapping(source: .pictures(0, 10), target: .pictures(0, 10)),
        CMTimeMapping(source: .pictures(20, 30), target: .pictures(10, 20)),
        CMTimeMapping(source: .pictures(40, 45), target: .pictures(20, 30)),
    ]

    private static let places: [(Int64, Double)] = [
        (5, 5), (9, 9), (10, 10), (12, 12), (20, 10), (25, 15), (35, 25), (42, 24), (-3, -3),
    ]

    @Test("media that no edit shows has the time that it would have if the one before it went on", arguments: places)
    func assetTimes(ticks: Int64, pictures: Double) {
        let timeline = MediaTimeline(segments: segments, tick: PictureList.tick)
        #expect(timeline.assetTime(of: ticks) == .pictures(pictures))
    }

    @Test("when a sample is decoded goes by the edit that shows it")
    func decodeTimes() {
        let timeline = MediaTimeline(segments: segments, tick: PictureList.tick)
        #expect(timeline.assetTime(of: 18, alongside: 20) == .pictures(8))
        #expect(timeline.assetTime(of: 18) == .pictures(18))
    }

    @Test("the media at a time of the asset is that of the edit there")
    func mediaTimes() {
        #expect(MediaTimeline.mediaTime(at: .pictures(10), segments) == .pictures(20))
        #expect(MediaTimeline.mediaTime(at: .pictures(9.5), segments) == .pictures(9.5))
        #expect(MediaTimeline.mediaTime(at: .pictures(25), segments) == .pictures(42.5))
        #expect(!MediaTimeline.mediaTime(at: .pictures(30), segments).isValid)
    }

    @Test("a moment that is held stays where it is")
    func held() {
        let moment = CMTimeRange(start: .pictures(4), duration: .zero)
        let timeline = MediaTimeline(
            segments: [CMTimeMapping(source: moment, target: .pictures(10, 20))],
            tick: PictureList.tick
        )
        #expect(timeline.assetTime(of: 4) == .pictures(10))
        #expect(timeline.assetTime(of: 6) == .pictures(10))
        #expect(timeline.assetTime(of: 3) == .pictures(9))
    }

    // MARK: Orders

    @Test("samples that start together are shown in the order in which they are decoded")
    func order() {
        let index = PictureList(shown: [2, 0, 0, 1], keys: [0]).index
        #expect((0..<4).map { index.order[$0] } == [1, 2, 3, 0])
        #expect((0..<4).map { index.rank(of: $0) } == [3, 0, 1, 2])
        #expect(index.index(presentedAt: 0) == 2)
        #expect(index.index(presentedAt: -1) == nil)
        #expect(PictureList(shown: [0, 0, 1, 1], keys: [0]).index.order.isDecodeOrder)
    }

    @Test("ranks lead from decode order to presentation order and back")
    func ranks() {
        let index = PictureList.closed.index
        #expect((0..<12).map { index.rank(of: $0) } == [0, 3, 1, 2, 4, 7, 5, 6, 8, 11, 9, 10])
        #expect((0..<12).map { index.rank(of: index.order[$0]) } == Array(0..<12))
        #expect(index.index(presentedAt: 3) == 1)
        #expect(index.index(presentedAt: 100) == 9)
        // The first is decoded two ticks before zero.
        #expect([-3, -2, 0, 9, 100].map { index.index(decodedAt: $0) } == [nil, 0, 2, 11, 11])
    }

    @Test("the latest before a sample and the earliest behind it are told without looking at all")
    func extremes() {
        let index = PictureList.closed.index
        let (order, table) = (index.order, index.table)
        let latest = (0..<12).map { order.latestPresentation(before: $0, in: table) }
        #expect(latest == [nil, 0, 3, 3, 3, 4, 7, 7, 7, 8, 11, 11])
        let earliest = (0..<12).map { order.earliestPresentation(after: $0, in: table) }
        #expect(earliest == [1, 1, 2, 4, 5, 5, 6, 8, 9, 9, 10, nil])
        let plain = PictureList.plain.index
        #expect(plain.order.latestPresentation(before: 0, in: plain.table) == nil)
        #expect(plain.order.latestPresentation(before: 4, in: plain.table) == 3)
        #expect(plain.order.earliestPresentation(after: 4, in: plain.table) == 5)
        #expect(plain.order.earliestPresentation(after: 9, in: plain.table) == nil)
    }

    @Test("decoding starts with a key picture that is shown no later than what is wanted")
    func decodingStarts() {
        let open = PictureList.open.index
        #expect([3, 4, 5, 6, 7, 9].map { open.decodingStart(for: $0) } == [0, 4, 0, 0, 4, 4])
        #expect((4...6).map { open.decodingStart(forSampleShownAt: $0) } == [0, 0, 4])
        // Before all of them, the first one counts.
        #expect(open.decodingStart(forSampleShownAt: -5) == 0)
        #expect([5, 7, 8].map { PictureList.closed.index.decodingStart(for: $0) } == [4, 4, 8])
        // Nothing is there to start with.
        #expect(PictureList.headless.index.decodingStart(for: 1) == 0)
    }

    // MARK: Packets

    /// A table of packets that say when they are decoded and shown, and how long they last.
    private func packets(
        _ packets: [(Int64?, Int64?, Int64)],
        keepsDurations: Bool = true
    ) -> [IndexedSample] {
        var table = PacketTable(tick: PictureList.tick, arePositionsExact: true)
        for (decode, presentation, duration) in packets {
            table.append(
                decode: decode,
                presentation: presentation,
                duration: duration,
                byteCount: 1,
                position: nil,
                .sync
            )
        }
        table.complete(keepsDurations: keepsDurations)
        return (0..<table.count).map { table[$0] }
    }

    @Test("packets that do not say when they are decoded are so in rhythm, as late as the most delayed one allows")
    func missingDecodeTimes() {
        let found = packets([(nil, 0, 1), (nil, 4, 1), (nil, 2, 1), (nil, 1, 1), (nil, 3, 1)])
        #expect(found.map(\.decodeTicks) == [-2, -1, 0, 1, 2])
        // The one that says so tells how far ahead the others are.
        let known = packets([(nil, 0, 1), (-3, 4, 1), (nil, 2, 1), (nil, 1, 1), (nil, 3, 1)])
        #expect(known.map(\.decodeTicks) == [-4, -3, -2, -1, 0])
    }

    @Test("packets without any time come behind those before them")
    func missingTimes() {
        let found = packets([(0, 0, 2), (nil, nil, 3), (nil, nil, 1)])
        #expect(found.map(\.presentationTicks) == [0, 2, 5])
        #expect(found.map(\.decodeTicks) == [0, 2, 5])
    }

    @Test("a packet lasts until the next one shows, and the last as long as the one before")
    func missingDurations() {
        let times: [(Int64?, Int64?, Int64)] = [(-1, 0, 0), (0, 7, 0), (1, 3, 0)]
        #expect(packets(times).map(\.durationTicks) == [3, 4, 4])
        // The container's own word counts, or does not.
        let stated: [(Int64?, Int64?, Int64)] = [(0, 0, 2), (3, 3, 0), (4, 4, 5)]
        #expect(packets(stated).map(\.durationTicks) == [2, 1, 5])
        #expect(packets(stated, keepsDurations: false).map(\.durationTicks) == [3, 1, 5])
        // Two fields share their time.
        let fields: [(Int64?, Int64?, Int64)] = [(0, 0, 0), (0, 0, 0), (2, 2, 0)]
        #expect(packets(fields).map(\.durationTicks) == [0, 2, 2])
    }

    @Test("what cannot be counted is pinned to what can")
    func clamping() {
        #expect(Int64.max.addingClamped(1) == .max)
        #expect(Int64.min.addingClamped(-1) == .min)
        #expect(Int64.min.subtractingClamped(1) == .min)
        #expect(Int64(0).subtractingClamped(.min) == .max)
        #expect(Int64(-1).subtractingClamped(.min) == .max)
        #expect(Int64(3).addingClamped(-5) == -2)
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0x1p63, -0x1p63, 1e300, -2.9, 7.9]
        #expect(numbers.map { Int64(pinning: $0) } == [0, .max, .min, .max, .min, .max, -2, 7])
    }
}
