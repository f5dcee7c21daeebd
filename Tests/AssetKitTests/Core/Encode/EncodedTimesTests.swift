import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSinks

@Suite("Encoders, times of what they make")
struct EncodedTimesTests {
    // MARK: Segments

    @Test("an interval has passed at its very end, and not a tick earlier")
    func grid() {
        let grid = SegmentGrid(start: CMTime(value: 1, timescale: 1), interval: CMTime(value: 2, timescale: 1))
        let known: [(milliseconds: Int64, number: Int64)] = [
            (-500, 0), (0, 0), (1000, 0), (2999, 0), (3000, 1), (4999, 1), (5000, 2), (100_999, 49), (101_000, 50),
        ]
        for (milliseconds, number) in known {
            #expect(grid.number(at: CMTime(value: milliseconds, timescale: 1000)) == number, "\(milliseconds)")
        }
    }

    @Test("intervals that no timescale of the samples holds are counted exactly")
    func exactGrid() {
        // Sixty pictures of 1001/30000 s.
        let grid = SegmentGrid(start: .zero, interval: CMTime(value: 2002, timescale: 1000))
        #expect(grid.number(at: CMTime(value: 60_059, timescale: 30_000)) == 0)
        #expect(grid.number(at: CMTime(value: 60_060, timescale: 30_000)) == 1)
        #expect(grid.number(at: CMTime(value: 60_060 * 1_000_000 - 1, timescale: 30_000)) == 999_999)
        #expect(grid.number(at: CMTime(value: 60_060 * 1_000_000, timescale: 30_000)) == 1_000_000)
    }

    @Test("without an interval or a time there is one segment")
    func noGrid() {
        let second = CMTime(value: 1, timescale: 1)
        #expect(SegmentGrid(start: .zero, interval: .zero).number(at: second) == 0)
        #expect(SegmentGrid(start: .zero, interval: .invalid).number(at: second) == 0)
        #expect(SegmentGrid(start: .zero, interval: second).number(at: .positiveInfinity) == 0)
    }

    // MARK: Pictures

    /// The times of the next packet: when it is shown, when it is decoded, and how long it lasts.
    private func times(_ known: inout PictureTimes, _ presentation: Int64, _ decode: Int64) -> [Int64]? {
        known.take(presentation: presentation, decode: decode).map { [$0.presentation, $0.decode, $0.duration] }
    }

    private func place(_ known: inout SoundTimes, _ count: Int) -> SoundTimes.Place? { known.take(count) }

    @Test("an encoder that keeps times has its own times of decoding, if they can be")
    func exact() {
        var known = PictureTimes(.exact, delay: 2)
        let starts: [Int64] = [0, 10, 25, 35]
        #expect(starts.map { known.add(PictureTimes.Place(start: $0, duration: 10)) } == starts)
        #expect(times(&known, 0, -20) == [0, -20, 10])
        // Never later than it is shown.
        #expect(times(&known, 10, 12) == [10, 10, 10])
        // Never before the one before, nor with it.
        #expect(times(&known, 35, 10) == [35, 11, 10])
        // None of its pictures, or one that it has had.
        #expect(times(&known, 26, 12) == nil)
        #expect(times(&known, 10, 12) == nil)
        #expect(times(&known, 25, 25) == [25, 25, 10])
    }

    @Test("packets in the order of the pictures have their times")
    func ordered() {
        var known = PictureTimes(.ordered, delay: 0)
        let starts: [Int64] = [5, 6, 9]
        for start in starts { _ = known.add(PictureTimes.Place(start: start, duration: 1)) }
        #expect(known.count == 3 && known.last?.start == 9)
        for start in starts {
            #expect(times(&known, 1000, 1000) == [start, start, 1])
        }
        #expect(times(&known, 0, 0) == nil)
    }

    @Test("an encoder that counts sees numbers, and decoding goes on in the rhythm of showing, a picture ahead")
    func counted() {
        var known = PictureTimes(.counted, delay: 1)
        let starts: [Int64] = [0, 10, 25, 35]
        #expect(starts.map { known.add(PictureTimes.Place(start: $0, duration: 10)) } == [0, 1, 2, 3])
        // The first is decoded as long before as there is between the first two.
        #expect(times(&known, 0, 0) == [0, -10, 10])
        #expect(times(&known, 2, 0) == [25, 0, 10])
        #expect(times(&known, 1, 0) == [10, 10, 10])
        #expect(times(&known, 3, 0) == [35, 25, 10])
        #expect(times(&known, 4, 0) == nil)
        #expect(times(&known, -1, 0) == nil)
    }

    @Test("a single picture is decoded as long ahead as it lasts")
    func single() {
        var known = PictureTimes(.counted, delay: 2)
        _ = known.add(PictureTimes.Place(start: 100, duration: 10))
        #expect(times(&known, 0, 0) == [100, 80, 10])
    }

    @Test("of a long film only the last pictures are kept, and their times stay right")
    func long() {
        var known = PictureTimes(.counted, delay: 1)
        var wrong: [Int64] = []
        let numbers: Range<Int64> = 0..<3000
        for number in numbers {
            _ = known.add(PictureTimes.Place(start: number * 2, duration: 2))
            let found = times(&known, number, 0)
            // It is decoded with the picture before it; the first one as long before as it lasts.
            if found != [number * 2, number * 2 - 2, 2] { wrong.append(number) }
        }
        #expect(wrong == [])
        #expect(known.count == 3000)
    }

    // MARK: Sound

    @Test("packets lie behind the priming, and end with the first that reaches the end of the input")
    func sound() {
        var known = SoundTimes(priming: 1024)
        #expect(known.end == nil)
        #expect(place(&known, 1024) == nil)
        known.begin(at: 100)
        known.begin(at: 500)
        known.add(1500)
        known.add(500)
        #expect(known.end == 2100)
        let starts = (0..<4).map { _ in known.take(1024)?.start }
        #expect(starts == [-924, 100, 1124, nil])
        // Three packets without the priming are 2048 frames.
        #expect(known.padding == 48)
    }

    @Test("a packet that would begin at the end holds nothing any more")
    func soundEnd() {
        var known = SoundTimes(priming: 0)
        known.begin(at: 0)
        known.add(2048)
        let starts = (0..<3).map { _ in known.take(1024)?.start }
        #expect(starts == [0, 1024, nil])
        #expect(known.padding == 0)
        known.add(1)
        #expect(place(&known, 1024) == SoundTimes.Place(start: 2048, count: 1024))
        #expect(known.padding == 1023)
        known.add(2000)
        #expect(known.padding == -977)
    }

    @Test("a time of decoding that no picture can have is not believed")
    func senselessTimes() {
        for decode in [Int64.min, -7_522_810_601_238_518_874, -62_551_903_713_508] {
            var known = PictureTimes(.exact, delay: 1)
            #expect(known.add(PictureTimes.Place(start: 100, duration: 10)) == 100)
            #expect(known.take(presentation: 100, decode: decode)?.decode == 90)
        }
        var endless = PictureTimes(.exact, delay: 1)
        #expect(endless.add(PictureTimes.Place(start: 100, duration: .max)) == 100)
        #expect(endless.take(presentation: 100, decode: 95)?.decode == 95)
    }
}
