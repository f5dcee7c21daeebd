import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Export, numbers of plans")
struct PlanNumbersTests {
    private func seconds(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(start: moment(start), end: moment(end))
    }

    private func moment(_ seconds: Double) -> CMTime {
        CMTime(value: Int64((seconds * 10).rounded()), timescale: 10)
    }

    // MARK: Parts

    @Test("parts are ten to twenty seconds long, and begin at the key picture that is nearest to fifteen")
    func chunks() {
        let known: [(end: Double, keys: [Double], starts: [Double])] = [
            (5, [], [0]), (20, [10], [0]), (20.1, [], [0, 15]), (36, [], [0, 15, 30]), (35, [], [0, 15]),
            (40, [0, 9.9, 10, 14, 17, 20, 20.1], [0, 14, 29]), (25, [13, 17], [0, 13]), (25, [12.9, 17], [0, 17]),
            (25, [10], [0, 10]), (25, [20], [0, 20]), (25, [9.9], [0, 15]), (25, [20.1], [0, 15]),
            (45, [12, 24, 36], [0, 12, 24, 36]),
        ]
        for (end, keys, starts) in known {
            let found = TimelineChunks.chunks(of: seconds(0, end), keys: keys.map(moment))
            #expect(found.map(\.start) == starts.map(moment), "\(end), \(keys)")
            #expect(found.map(\.end) == starts.dropFirst().map(moment) + [moment(end)], "\(end), \(keys)")
        }
        let later = TimelineChunks.chunks(of: seconds(100, 125), keys: [])
        #expect(later == [seconds(100, 115), seconds(115, 125)])
    }

    @Test("there are no more parts of what is very long than of a day, and nobody looks for keys in one part")
    func chunksOfLongTimes() {
        let day = Double(24 * 60 * 60)
        for days in [2, 400, 40_000] {
            let found = TimelineChunks.chunks(of: seconds(0, Double(days) * day), keys: [])
            #expect((2000...4097).contains(found.count), "\(days) days: \(found.count)")
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.end == $1.start })
            #expect(found.last?.end == moment(Double(days) * day))
        }
        var hasLooked = false
        func keys() -> [CMTime] {
            hasLooked = true
            return []
        }
        #expect(TimelineChunks.chunks(of: seconds(0, 20), keys: keys()).count == 1)
        #expect(!hasLooked)
    }

    // MARK: Timescales

    @Test("a timescale holds the source's times also after the beginning of the cut has been taken off")
    func timescales() {
        func timescale(_ source: CMTimeScale, _ value: Int64, _ scale: CMTimeScale) -> CMTimeScale {
            ExportTimescale.timescale(of: source, startingAt: CMTime(value: value, timescale: scale))
        }
        #expect(timescale(25, 1, 3) == 75)
        #expect(timescale(25, 2, 50) == 25)
        #expect(timescale(30_000, 1001, 30_000) == 30_000)
        #expect(timescale(12_800, 0, 600) == 12_800)
        #expect(timescale(90_000, 1, 48_000) == 720_000)
        // A million parts are fine enough, but for sources that have more.
        #expect(timescale(12_800, 1, 1001) == 12_800)
        #expect(timescale(1_500_000, 1, 2) == 1_500_000)
        #expect(timescale(1_500_000, 1, 7) == 1_500_000)
        #expect(ExportTimescale.timescale(of: 25, startingAt: .negativeInfinity) == 25)
    }

    @Test("the end of a cut counts on coarse clocks only")
    func coarseTimescales() {
        let third = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 3))
        #expect(ExportTimescale.timescale(of: 25, cutAt: third) == 75)
        #expect(ExportTimescale.timescale(of: 1000, cutAt: third) == 1000)
        let both = CMTimeRange(start: CMTime(value: 1, timescale: 2), end: CMTime(value: 4, timescale: 3))
        #expect(ExportTimescale.timescale(of: 25, cutAt: both) == 150)
    }

    @Test("pictures of several sources are counted by all of their clocks, or else by how long they show")
    func severalClocks() {
        func timescale(_ clocks: [CMTimeScale], _ lengths: [CMTime]) -> CMTimeScale {
            ExportTimescale.timescale(of: clocks, showing: lengths)
        }
        let (film, ntsc) = (CMTime(value: 512, timescale: 12_800), CMTime(value: 1001, timescale: 30_000))
        #expect(timescale([12_800], [film]) == 12_800)
        #expect(timescale([30_000, 60_000, 24_000], []) == 120_000)
        #expect(timescale([12_800, 1000], [film, film]) == 64_000)
        // A million parts are fine enough.
        #expect(timescale([12_800, 30_000], [film, ntsc]) == 960_000)
        #expect(timescale([12_800, 90_000], [film, ntsc]) == 30_000)
        #expect(timescale([12_800, 90_000], [film, film]) == 12_800)
        #expect(timescale([12_800, 90_000], [film, .invalid]) == 12_800)
        #expect(timescale([1_500_000, 1_000_003], [film, film]) == 1_500_000)
    }

    // MARK: Sizes

    @Test("a limit is met from 97 hundredths of it on")
    func limits() {
        let limit = SizeLimit(byteCount: 1000, isFilled: true)
        #expect([0, 969, 970, 1000, 1001].map { limit.isMet(by: $0) } == [false, false, true, true, false])
    }

    /// The rate that is tried after a file of so many bytes, 10,000 of which are none of the pictures.
    private func next(_ search: inout SizeSearch, _ rate: Double, _ byteCount: Int64) -> Double? {
        share(&search, SizeShare(pictureRate: rate), byteCount)?.pictureRate
    }

    /// `sound`: how many of the 10,000 are a track of sound.
    private func share(
        _ search: inout SizeSearch,
        _ last: SizeShare,
        _ byteCount: Int64,
        sound: Int64 = 0
    ) -> SizeShare? {
        let everything = seconds(0, 10)
        let rendering = PictureRendering(encoding: PictureEncoding(.h264, width: 320, height: 180))
        let stretches = [PlannedStretch(everything, .pictures(rendering))]
        let track = ExportTrack(trackID: 1, mediaType: .video, stretches: stretches)
        let plan = ExportPlan(range: everything, fileType: .mp4, tracks: [track])
        var result = AKExportResult(
            url: URL(filePath: "/new.mp4"),
            requestedTimeRange: everything,
            actualTimeRange: everything,
            duration: everything.duration,
            fileLength: byteCount + 10_000,
            tracks: []
        )
        result.trackByteCounts = [byteCount, sound]
        return search.next(after: result, plan, last)
    }

    private func isClose(_ rate: Double?, to other: Double) -> Bool {
        rate.map { abs($0 / other - 1) < 0.001 } ?? false
    }

    @Test("the next rate is the last one by what is wanted beside what came, a fifth to five times at most")
    func firstSteps() {
        // 98.5 % of the limit without what is around the pictures: 88,500 bytes.
        let known: [(byteCount: Int64, rate: Double)] = [
            (177_000, 500_000), (44_250, 2_000_000), (10_000_000, 200_000), (1000, 5_000_000),
        ]
        for (byteCount, rate) in known {
            var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
            let found = next(&search, 1_000_000, byteCount)
            #expect(isClose(found, to: rate), "\(byteCount)")
        }
        var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
        let found = next(&search, 1_000_000, 88_500)
        #expect(found == nil)
    }

    @Test("between a rate that is too low and one that is too high the next one is where ratios put it")
    func between() {
        var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
        _ = next(&search, 1_600_000, 177_000)
        // Wanted is the geometric mean of both sizes, which is at that of both rates.
        let found = next(&search, 400_000, 44_250)
        #expect(isClose(found, to: 800_000))
    }

    @Test("what lies between two steps of the pictures' encoder is left to sound")
    func steps() {
        var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
        func tried(_ rate: Double, _ byteCount: Int64) -> SizeShare? {
            share(&search, SizeShare(pictureRate: rate, soundRate: 64_000), byteCount, sound: 8000)
        }
        let apart = tried(120_000, 90_000)
        #expect(apart?.soundRate == 64_000)
        _ = tried(100_000, 80_000)
        let near = tried(100_500, 90_000)
        #expect(near?.pictureRate == 100_000)
        // 88,500 bytes are wanted: 8,500 more, which is a little more than what the sound takes already.
        #expect(isClose(near?.soundRate, to: 64_000 * (1 + 8500.0 / 8000)))
    }

    @Test("pictures become smaller where their encoder follows no lower rate, and are not made smaller for ever")
    func floors() {
        var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
        _ = next(&search, 1_000_000, 500_000)
        let smaller = share(&search, SizeShare(pictureRate: 200_000), 498_000)
        // A twentieth less than as the root of 88,500 beside 498,000: bytes go with the pixels.
        #expect(isClose(smaller?.scale, to: 0.40048))
        #expect(smaller?.pictureRate == 200_000)
        // It goes on so while there are too many bytes, each time to a quarter of each side at most.
        var last = smaller ?? SizeShare()
        let quarter = share(&search, last, 100_000_000)
        #expect(isClose(quarter?.scale, to: last.scale / 4))
        last.scale = 0.05
        let none = share(&search, last, 100_000_000)
        #expect(none == nil)
    }

    @Test("what answers to no rate is tried far away once, and left where it is too small")
    func stalls() {
        var search = SizeSearch(SizeLimit(byteCount: 100_000, isFilled: true))
        _ = next(&search, 1_000_000, 50_000)
        let further = next(&search, 2_000_000, 50_100)
        #expect(isClose(further, to: 3_200_000))
        let none = next(&search, 3_200_000, 50_200)
        #expect(none == nil)
    }

    @Test("where all but the pictures is too much, sound gets fewer bits, down to where there is no sense in it")
    func otherBytes() {
        var search = SizeSearch(SizeLimit(byteCount: 10_000, isFilled: true))
        let quieter = share(&search, SizeShare(pictureRate: 100_000, soundRate: 64_000), 5000)
        #expect(isClose(quieter?.soundRate, to: 51_200))
        let silent = share(&search, SizeShare(pictureRate: 100_000), 5000)
        #expect(silent == nil)
        let least = share(&search, SizeShare(pictureRate: 100_000, soundRate: 8000), 5000)
        #expect(least == nil)
    }

    @Test("sound has fewer channels where its bits are too few for all")
    func ladders() {
        func channels(_ codec: SoundEncoding.Codec, _ count: Int) -> [Int] {
            SizeRules.soundLadder(codec, count).map(\.channels)
        }
        #expect(channels(.aac, 6) == [6, 2, 1])
        #expect(channels(.aac, 2) == [2, 1])
        #expect(channels(.aac, 1) == [1])
        // Two channels of Opus need no more than one.
        #expect(channels(.opus, 6) == [6, 2])
        #expect(channels(.opus, 2) == [2])
        #expect(channels(.opus, 1) == [1])
        for codec in [SoundEncoding.Codec.aac, .opus, .ac3, .eac3] {
            let least = SizeRules.soundLadder(codec, 6).map(\.least)
            #expect(least == least.sorted(by: >))
        }
    }
}
