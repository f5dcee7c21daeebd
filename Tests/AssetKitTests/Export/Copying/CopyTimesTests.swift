import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Copies, times")
struct CopyTimesTests {
    // MARK: Ticks

    private func ticks(_ tick: TickLength, _ timescale: CMTimeScale, shift: CMTime = .zero) -> CopyTicks {
        let copied = CopiedRuns(
            track: 0,
            sourceTrack: 0,
            samples: [],
            shift: shift,
            decodeShift: shift - CMTime(value: 1, timescale: 1),
            lead: .zero
        )
        return CopyTicks(copied, from: tick, timescale: timescale)
    }

    @Test("stored ticks become the nearest of the new track, and halves the later one")
    func lengths() throws {
        let tick = try #require(TickLength(1, over: 48_000))
        let known = ticks(tick, 1000)
        #expect(!known.isExact)
        let lengths: [(Int64, Int64)] = [
            (0, 0), (23, 0), (24, 1), (48, 1), (71, 1), (72, 2), (-24, 0), (-25, -1), (-48, -1),
        ]
        for (stored, length) in lengths { #expect(known.length(stored) == length, "\(stored)") }
        #expect(ticks(tick, 96_000).isExact)
        #expect(ticks(tick, 96_000).length(3) == 6)
        let film = try #require(TickLength(1001, over: 30_000))
        #expect(ticks(film, 30_000).length(-3) == -3003)
        #expect(ticks(film, 30_000).length(.max) == .max)
    }

    @Test("shifts are rounded once, and those of decoding by themselves")
    func shifts() throws {
        let tick = try #require(TickLength(1, over: 1000))
        let known = ticks(tick, 1000, shift: CMTime(value: 2, timescale: 3))
        #expect(known.presentation(100) == 767)
        // A third of a second earlier than zero is -333.3.
        #expect(known.decode(100) == -233)
        #expect(known.time(40) == CMTime(value: 40, timescale: 1000))
    }

    @Test("packets are counted on where a coarse clock says nearly the same")
    func soundClock() {
        var clock = CopySoundClock(tick: 48)
        let stated: [Int64] = [1000, 2060, 3097, 4122, 5146]
        // Up to 49 off is the clock's fault; 4122 is 50 behind 4072.
        #expect(stated.map { clock.next($0, count: 1024) } == [1000, 2024, 3048, 4122, 5146])
        // 3050 and 3042 are the same tick of the container, and some files take nothing that goes back.
        var rounded = CopySoundClock(tick: 48, isRising: true)
        #expect([3050, 3042, 4066, 900].map { rounded.next($0, count: 1024) } == [3050, 3050, 4074, 900])
        var free = CopySoundClock(tick: 48)
        #expect([3050, 3042, 4066].map { free.next($0, count: 1024) } == [3050, 3042, 4066])
        var expecting = CopySoundClock(tick: 48)
        expecting.expect(0)
        #expect([40, 1000].map { expecting.next($0, count: 1024) } == [0, 1024])
        var late = CopySoundClock(tick: 48)
        late.expect(0)
        #expect([-50].map { late.next($0, count: 1024) } == [-50])
    }

    @Test("a packet of Opus says by its first bytes how long it is")
    func opus() {
        var track = TrackFacts(trackID: 1, mediaType: .audio)
        track.traits = CodecTraits.named("opus")
        // RFC 6716, table 2: by mode and bandwidth 10, 20, 40 and 60, 10 and 20, or 2.5, 5, 10 and 20 ms.
        let known: [(configuration: UInt8, count: Int64)] = [
            (0, 480), (1, 960), (2, 1920), (3, 2880), (11, 2880), (12, 480), (13, 960), (14, 480), (15, 960), (16, 120),
            (17, 240), (18, 480), (19, 960), (31, 960),
        ]
        func count(_ bytes: [UInt8]) -> Int64? { bytes.withUnsafeBytes { PacketFrames(track).count($0) } }
        for (configuration, length) in known {
            let head = configuration << 3
            #expect(count([head]) == length, "\(configuration)")
            // Two frames of one size, two of several, and as many as the next byte says.
            #expect(count([head | 1]) == 2 * length && count([head | 2]) == 2 * length, "\(configuration)")
            #expect(count([head | 3, 0xC3]) == 3 * length, "\(configuration)")
            #expect(count([head | 3]) == nil)
        }
        #expect(count([]) == nil)
    }

    @Test(
        "a packet of TrueHD has 40 frames at 48 kHz, and as many more as the rate is higher",
        arguments: [(44_100, 40), (48_000, 40), (88_200, 80), (96_000, 80), (176_400, 160), (192_000, 160)]
    )
    func trueHD(rate: Int, count: Int) {
        var track = TrackFacts(trackID: 1, mediaType: .audio)
        track.traits = CodecTraits.named("truehd")
        track.audio = AudioFacts(sampleRate: Double(rate))
        let found = [UInt8]().withUnsafeBytes { PacketFrames(track).count($0) }
        #expect(found == Int64(count))
    }

    // MARK: Places

    private func times(_ pictures: PictureList, _ samples: [Range<Int>]) -> CopyPlacement.Times {
        let facts = TrackFacts(trackID: 1, mediaType: .video)
        return CopyPlacement.Times(samples, of: LoadedSource.Track(facts: facts, index: pictures.index, isTabled: true))
    }

    private func cut(_ samples: Range<Int>, _ start: Double, _ end: Double) -> CopiedStretch {
        CopiedStretch(samples: [samples], source: .pictures(start, end), target: .pictures(start, end))
    }

    private func placement(delay: Double = 2) -> CopyPlacement {
        CopyPlacement(timescale: 25, delay: .pictures(delay))
    }

    @Test("the times of samples go from the first picture shown to the end of the last one, and the delays are known")
    func timesOfSamples() {
        // Decoded at 2, 3, 4 and 5; shown at 4, 7, 5 and 6.
        let group = times(.closed, [4..<8])
        #expect(group.start == .pictures(4) && group.end == .pictures(8))
        #expect(group.decodeEnd == .pictures(6))
        #expect(group.delay == .pictures(2) && group.lastDelay == .pictures(3))
        // Decoded at 2, 5, 6 and 7; shown at 6, 9, 7 and 8.
        let open = times(.open, [4..<5, 7..<10])
        #expect(open.start == .pictures(6) && open.end == .pictures(10))
        #expect(open.decodeEnd == .pictures(8))
        #expect(open.delay == .pictures(4) && open.lastDelay == .pictures(3))
    }

    @Test("what is presented first is zero, and pieces follow each other without a gap")
    func editedPieces() {
        var known = placement()
        let (first, second) = (times(.closed, [4..<8]), times(.closed, [8..<12]))
        let place = known.place([cut(4..<8, 4, 8)], first, lead: .pictures(-4))
        #expect(place.shift == .pictures(-4) && place.decodeShift == .pictures(-4))
        #expect(known.presentedEnd == .pictures(4))
        // Its samples say by their times all that an edit would.
        #expect(known.neededEdits(shift: place.shift, merges: true) { first } == nil)
        let next = known.place([cut(8..<12, 8, 12)], second, lead: .pictures(-4))
        #expect(next.shift == .pictures(-4) && next.decodeShift == .pictures(-4))
        let whole = [CMTimeMapping(source: .pictures(0, 8), target: .pictures(0, 8))]
        #expect(known.neededEdits(shift: place.shift, merges: true) { nil } == whole)
        #expect(known.neededEdits(shift: place.shift, merges: false) { nil }?.count == 2)
    }

    @Test("pictures that are hidden keep their place before zero, and an edit says so")
    func hiddenPictures() {
        var known = placement()
        let group = times(.closed, [4..<8])
        let place = known.place([cut(4..<8, 5, 8)], group, lead: .pictures(-5))
        #expect(place.shift == .pictures(-5))
        let edits = [CMTimeMapping(source: .pictures(0, 3), target: .pictures(0, 3))]
        #expect(known.neededEdits(shift: place.shift, merges: true) { group } == edits)
    }

    @Test("what would begin a moment before the file does is presented from zero on", arguments: [false, true])
    func beforeZero(keepsTime: Bool) {
        var known = placement()
        // Half a picture before, as sound is by less than half a sample.
        let place = known.place(
            [cut(4..<8, 4, 8)],
            times(.closed, [4..<8]),
            lead: .pictures(-4.5),
            keepsTime: keepsTime
        )
        #expect(place.shift == .pictures(-4))
        #expect(known.edits == [CMTimeMapping(source: .pictures(0, 4), target: .pictures(0, 4))])
    }

    @Test("all pieces are decoded in the rhythm of the one that is delayed most")
    func rhythm() {
        var known = placement(delay: 4)
        let place = known.place([cut(4..<8, 4, 8)], times(.closed, [4..<8]), lead: .pictures(-4))
        #expect(place.shift == .pictures(-4) && place.decodeShift == .pictures(-6))
        // Its last sample is decoded three pictures before its end, and the next one begins four before that: two more
        // ahead there is a tick between them.
        let open = times(.open, [4..<5, 7..<10])
        #expect(placement(delay: 4).advances([open, open]) == [.pictures(2), .zero])
        let closed = times(.closed, [4..<8])
        #expect(placement().advances([closed, closed]) == [.zero, .zero])
    }

    @Test("a picture that is held until the next edit begins is a longer edit")
    func holding() {
        var known = placement()
        _ = known.place([cut(4..<8, 4, 8)], times(.closed, [4..<8]), lead: .pictures(-4))
        let next = known.place([cut(8..<12, 8, 12)], times(.closed, [8..<12]), lead: .pictures(-2), holds: true)
        #expect(next.shift == .pictures(-2))
        let held = CMTimeMapping(source: .pictures(0, 6), target: .pictures(0, 6))
        #expect(known.edits == [held, CMTimeMapping(source: .pictures(6, 10), target: .pictures(6, 10))])
    }

    @Test("without edits a piece goes where it is presented, and never onto what is there")
    func plainPieces() {
        var known = placement()
        let first = known.place(cut(4..<8, 4, 8), times(.closed, [4..<8]), at: .pictures(1))
        #expect(first.shift == .pictures(-3))
        let overlapping = known.place(cut(8..<12, 8, 12), times(.closed, [8..<12]), at: .pictures(3))
        #expect(overlapping.shift == .pictures(-3))
        #expect(known.presentedEnd == .pictures(9))
        let later = known.place(cut(4..<8, 4, 8), times(.closed, [4..<8]), at: .pictures(11))
        #expect(later.shift == .pictures(7))
    }

    /// Tenths of milliseconds.
    private static func time(_ tenths: Int64) -> CMTime { CMTime(value: tenths, timescale: 10_000) }

    /// In a file that counts milliseconds.
    private var placementInMilliseconds: CopyPlacement {
        CopyPlacement(timescale: 1000, delay: .pictures(2), shortest: CMTime(value: 1, timescale: 1000))
    }

    /// Pictures that show at 160, 200, 240 and 280 ms, the last one until 320, and of which all are decoded by 200.
    private func limited(endingAt tenths: Int64, _ samples: Range<Int> = 4..<8) -> CopyPlacement.Times {
        let source = CMTimeRange(start: .pictures(4), end: Self.time(tenths))
        let cut = CopiedStretch(samples: [samples], source: source, target: source)
        return placementInMilliseconds.limited(times(.closed, [samples]), to: cut)
    }

    @Test(
        "the last picture of a cut shows until that ends, and for a tick of the file at least",
        arguments: [
            (3500, 2800, 3200), (3200, 2800, 3200), (3050, 2800, 3050), (2810, 2800, 2810),
            // It begins earlier, by whole ticks.
            (2804, 2790, 2804), (2801, 2790, 2801),
            // Where it shows behind the end, nothing can be cut off.
            (2800, 2800, 3200), (2400, 2800, 3200),
        ] as [(Int64, Int64, Int64)]
    )
    func cutPictures(tenths: Int64, start: Int64, end: Int64) {
        let known = limited(endingAt: tenths)
        #expect(known.lastStart == Self.time(start))
        #expect(known.end == Self.time(end))
        // The last sample in decode order is decoded at 200.
        #expect(known.lastDelay == Self.time(end - 2000))
    }

    @Test("a picture that has none before it, from which to take the time, ends later")
    func lonePicture() {
        let known = limited(endingAt: 1604, 4..<5)
        #expect(known.lastStart == Self.time(1600) && known.end == Self.time(1610))
        // Where edits say when pictures show, all stays as it is.
        let source = CMTimeRange(start: .pictures(4), end: Self.time(2804))
        let cut = CopiedStretch(samples: [4..<8], source: source, target: source)
        #expect(placement().limited(times(.closed, [4..<8]), to: cut).end == .pictures(8))
    }

    @Test(
        "pieces that end within a picture begin when they should, however many, and are decoded one behind the other",
        arguments: [3200, 3050, 2810, 2806, 2804, 2801] as [Int64]
    )
    func manyPieces(tenths: Int64) {
        var known = placementInMilliseconds
        let group = limited(endingAt: tenths)
        known.ahead = known.advances(Array(repeating: group, count: 50))[...]
        let length = tenths - 1600
        var (shown, decoded) = (CMTime.negativeInfinity, CMTime.negativeInfinity)
        for number in 0..<50 {
            let source = CMTimeRange(start: .pictures(4), end: Self.time(tenths))
            let time = Self.time(Int64(number) * length)
            let cut = CopiedStretch(samples: [4..<8], source: source, target: source)
            let place = known.place(cut, group, at: time)
            // The nearest millisecond.
            let start = CMTime(value: (Int64(number) * length + 5) / 10, timescale: 1000)
            #expect(place.shift == start - .pictures(4), "\(number)")
            let tick = CMTime(value: 1, timescale: 1000)
            let firstDecoded = CMTime.pictures(2) + place.decodeShift
            #expect(start - shown >= tick)
            #expect(firstDecoded - decoded >= tick)
            (shown, decoded) = (group.lastStart + place.shift, CMTime.pictures(5) + place.decodeShift)
        }
    }

    @Test("the least common multiple is that of both, or the first where there is none")
    func multiples() {
        #expect(CMTimeScale(24).leastCommonMultiple(25) == 600)
        #expect(CMTimeScale(600).leastCommonMultiple(12_800) == 38_400)
        #expect(CMTimeScale(90_000).leastCommonMultiple(90_000) == 90_000)
        #expect(CMTimeScale(1_000_000_007).leastCommonMultiple(998_244_353) == 1_000_000_007)
    }

    // MARK: The order of decoding

    private func decodeTimes(_ order: DecodeOrder, _ samples: [(shown: Int64, decoded: Int64)]) -> [Int64] {
        var order = order
        return samples.map { shown, decoded in
            var sample = SinkSample.test(at: shown)
            sample.decodeTime = CMTime(value: decoded, timescale: 1000)
            return order.place(sample).decodeTime.value
        }
    }

    @Test("parts of several encoders are decoded in one rhythm, as far ahead as the first one wants")
    func joinedParts() {
        // The second part would begin to be decoded before the end of the first.
        let parts: [(shown: Int64, decoded: Int64)] = [(0, -40), (80, 0), (40, 40), (120, 40), (200, 120), (160, 160)]
        #expect(decodeTimes(DecodeOrder(), parts) == [-40, 0, 40, 80, 120, 160])
        #expect(decodeTimes(DecodeOrder(delay: 2), parts) == [-80, -40, 0, 40, 80, 120])
    }

    @Test("samples in the order in which they are shown are decoded then, and no two at once")
    func plainOrder() {
        let plain: [(shown: Int64, decoded: Int64)] = [(0, 0), (40, 40), (80, 80)]
        #expect(decodeTimes(DecodeOrder(), plain) == [0, 40, 80])
        #expect(decodeTimes(DecodeOrder(delay: 0), plain) == [0, 40, 80])
        #expect(decodeTimes(DecodeOrder(delay: 0), [(40, 40), (40, 40), (0, 0)]) == [40, 41, 42])
    }
}
