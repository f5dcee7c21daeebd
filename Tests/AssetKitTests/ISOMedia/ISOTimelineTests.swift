import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia

@Suite("ISO timelines")
struct ISOTimelineTests {
    /// Movie in 600ths, media in 30000ths and 30030 ticks long.
    private func segments(
        _ edits: [(UInt64, Int64, Int32)]?,
        isFragmented: Bool = false,
        duration: Int64 = 30030,
        warn: (String) -> Void = { _ in }
    ) -> [ISOTimelineSegment] {
        let timeline = ISOTimeline(
            movieTimescale: 600,
            mediaTimescale: 30000,
            mediaDuration: duration,
            isFragmented: isFragmented
        )
        let list = edits.map { ISOEditList(edits: $0.map { .init(duration: $0.0, mediaTime: $0.1, rate: $0.2) }) }
        return timeline.segments(list, warn: warn)
    }

    private func range(_ start: Int64, _ duration: Int64, _ timescale: Int32, at place: Int32? = nil) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: start, timescale: place ?? timescale),
            duration: CMTime(value: duration, timescale: timescale)
        )
    }

    @Test("without edits the media is shown as it is")
    func identity() throws {
        for list in [nil, []] as [[(UInt64, Int64, Int32)]?] {
            let segment = try #require(segments(list).first)
            #expect(segment.mapping == CMTimeMapping(source: range(0, 30030, 30000), target: range(0, 30030, 30000)))
            #expect(segment.mapping.source.duration.timescale == 30000)
            #expect(segment.reachesMediaEnd)
        }
        #expect(segments(nil, duration: 0).isEmpty)
    }

    @Test("an empty edit delays what follows it")
    func delay() throws {
        let result = segments([(300, -1, 0x10000), (600, 2002, 0x10000)])
        #expect(result.map(\.isEmpty) == [true, false])
        #expect(result[0].mapping.target == range(0, 300, 600))
        #expect(result[1].mapping.source == range(2002, 600, 600, at: 30000))
        #expect(result[1].mapping.target == range(300, 600, 600))
        #expect(result[1].movieTime(of: CMTime(value: 2002, timescale: 30000)) == CMTime(value: 1, timescale: 2))
        #expect(result[1].movieTime(of: CMTime(value: 2001, timescale: 30000)) == nil)
    }

    @Test("an edit that ends less than a tick of the movie before the media reaches its end")
    func rounding() {
        // 28028 ticks of the media are 560.56 of the movie.
        #expect(segments([(560, 2002, 0x10000)]).map(\.reachesMediaEnd) == [true])
        #expect(segments([(561, 2002, 0x10000)]).map(\.reachesMediaEnd) == [true])
        #expect(segments([(559, 2002, 0x10000)]).map(\.reachesMediaEnd) == [false])
        #expect(segments([(560, 2002, 0x10000)])[0].movieTime(of: CMTime(value: 30025, timescale: 30000)) != nil)
    }

    @Test("a rate of two shows twice the media, exactly", arguments: [(0x20000, 1200, 600), (0x8000, 300, 600)])
    func rates(rate: Int32, duration: Int64, timescale: Int32) {
        let result = segments([(600, 0, rate)])
        #expect(result[0].mapping.source == range(0, duration, timescale))
        #expect(result[0].mapping.target == range(0, 600, 600))
        #expect(!result[0].mapping.source.duration.hasBeenRounded)
    }

    @Test("a rate of 0 holds one moment")
    func dwell() {
        let result = segments([(600, 3003, 0), (60, 3003, 0x10000)])
        #expect(result[0].isDwell)
        #expect(result[0].mapping.source == range(3003, 0, 30000))
        #expect(result[0].mapping.target == range(0, 600, 600))
        #expect(result[1].mapping.target == range(600, 60, 600))
    }

    @Test("a last edit of no length goes to the end of fragmented media")
    func openEdit() {
        let result = segments([(60, -1, 0x10000), (0, 2002, 0x10000)], isFragmented: true)
        #expect(result[1].mapping.source == range(2002, 28028, 30000))
        #expect(result[1].mapping.target == range(60, 28028, 30000, at: 600))
        #expect(result[1].reachesMediaEnd)
        // The only edit that shows anything goes to the end in every file; another one is nothing.
        #expect(segments([(0, 0, 0x10000)]).count == 1)
        #expect(segments([(60, 0, 0x10000), (0, 2002, 0x10000)]).count == 1)
    }

    @Test("an edit behind the end of the media shows nothing, with a warning")
    func beyond() {
        var warnings: [String] = []
        let result = segments([(60, 30030, 0x10000)]) { warnings.append($0) }
        #expect(result.map(\.isEmpty) == [true])
        #expect(warnings == ["an edit starts behind the end of the media; it shows nothing"])
    }

    @Test("an edit behind the stated end shows the only picture, which its composition offset moves there")
    func beyondStatedEnd() throws {
        for length: UInt32 in [480, 0] {
            let track = ISOMake.Track(
                timescale: 1000,
                duration: 480,
                edits: ISOMake.edits([(length, 480, 0x10000)]),
                tables: ISOMake.tables(
                    sizes: [1],
                    delta: 480,
                    offset: 40,
                    more: ISOMake.fullBox("ctts", 0, 0, ISOMake.u32(1, 1, 480))
                )
            )
            let movie = try ISOMake.movie(ISOMake.file([track]))
            var warnings: [String] = []
            let timeline = movie.timeline(of: try #require(movie.tracks.first)) { warnings.append($0) }
            #expect(timeline.map(\.mapping.source) == [range(480, 480, 1000)])
            #expect(timeline.map(\.reachesMediaEnd) == [true])
            #expect(warnings.isEmpty)
        }
    }

    @Test("hostile edits end in warnings")
    func hostile() {
        var warnings: [String] = []
        let result = segments([(.max, 0, 0x10000), (60, -77, 0x10000), (60, 0, -0x10000), (1 << 59, 0, .max)]) {
            warnings.append($0)
        }
        #expect(result.count == 3)
        #expect(warnings.count == 3)
        #expect(result[1].mapping.source == range(0, 60, 600))
        #expect(segments([(UInt64(1 << 62), .max, 1)], isFragmented: true).isEmpty)
    }

    @Test("segments follow each other without gaps through a file")
    func throughFile() throws {
        let track = ISOMake.Track(
            timescale: 30000,
            duration: 30030,
            edits: ISOMake.edits([(250, -1, 0x10000), (500, 1001, 0x10000), (400, 0, 0x8000)]),
            tables: ISOMake.tables(sizes: [UInt32](repeating: 1, count: 30), delta: 1001, offset: 40)
        )
        let movie = try ISOMake.movie(ISOMake.file([track]))
        let timeline = movie.timeline(of: try #require(movie.tracks.first))
        #expect(timeline.map(\.mapping.target.duration.value) == [250, 500, 400])
        #expect(movie.duration == CMTime(value: 1150, timescale: 1000))
        #expect(timeline[2].mapping.source.duration == CMTime(value: 200, timescale: 1000))
    }
}
