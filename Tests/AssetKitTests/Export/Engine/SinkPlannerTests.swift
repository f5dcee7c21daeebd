import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("Plans of files for sinks")
struct SinkPlannerTests {
    private static let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    private static let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    private static let half = CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    /// Uncompressed, so that no encoder is opened.
    private static let pcm = PlannedStretch.Treatment.sound(
        SoundRendering(encoding: SoundEncoding(.pcm, sampleRate: 48_000, channelCount: 2))
    )

    private static func seconds(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    private static func track(_ facts: TrackFacts, _ treatment: PlannedStretch.Treatment) -> ExportTrack {
        ExportTrack(
            trackID: facts.trackID,
            mediaType: facts.mediaType,
            stretches: [PlannedStretch(whole, treatment)]
        )
    }

    /// The plan of a file that is made of tracks, none of which is copied whole.
    private func plan(
        _ tracks: [(facts: TrackFacts, treatment: PlannedStretch.Treatment)],
        _ fileType: AVFileType = .mov,
        _ range: CMTimeRange = Self.whole,
        joints: [Int: SpliceFormat] = [:],
        _ set: (inout MediaFacts, inout ExportSettings) -> Void = { _, _ in }
    ) throws -> SinkPlan {
        var facts = MediaFacts()
        (facts.tracks, facts.duration) = (tracks.map(\.facts), CMTime(value: 10, timescale: 1))
        var settings = ExportSettings()
        set(&facts, &settings)
        let planned = tracks.map { Self.track($0.facts, $0.treatment) }
        let planner = SinkPlanner(
            export: ExportPlan(range: range, fileType: fileType, tracks: planned),
            context: SourceContext(LoadedAsset(facts: facts, input: MediaInput(composition: "film"))),
            settings: settings
        )
        return try planner.plan(planned.map { _ in nil }, planned.map { _ in joints })
    }

    // MARK: The file

    @Test("fragments go before an index in front, which goes before one at the end", arguments: [true, false])
    func layout(isFirst: Bool) throws {
        let second = CMTime(value: 1, timescale: 1)
        for interval in [nil, second] {
            let layout = try plan([]) { _, settings in
                settings.shouldOptimizeForNetworkUse = isFirst
                settings.options.fragmentInterval = interval
            }.layout
            let wanted: SinkPlan.Layout = isFirst ? .indexFirst : .plain
            #expect(layout == (interval == nil ? wanted : .fragmented(interval: second)))
        }
    }

    /// Of ten seconds, which have chapters from 0, 4 and 8 s on.
    static let ranges: [(CMTimeRange, Int64, [CMTimeRange])] = [
        (whole, 10, [seconds(0, 4), seconds(4, 8), seconds(8, 10)]),
        (seconds(5, 20), 5, [seconds(0, 3), seconds(3, 5)]), (seconds(4, 8), 4, [seconds(0, 4)]),
        (seconds(9, 10), 1, [seconds(0, 1)]),
    ]

    @Test("the file has what lies within the range and the asset, from zero on", arguments: ranges)
    func range(range: CMTimeRange, length: Int64, chapters: [CMTimeRange]) throws {
        let sink = try plan([], .mov, range) { facts, _ in
            let own = [Self.seconds(0, 4), Self.seconds(4, 8), Self.seconds(8, 12)]
            facts.chapters = own.map { Chapter(title: "part", timeRange: $0) }
        }
        #expect(sink.chapters.map(\.timeRange) == chapters)
        #expect(sink.expectedDuration == CMTime(value: length, timescale: 1))
    }

    @Test("nobody knows how long something becomes that has no known length")
    func endless() throws {
        let sink = try plan([]) { facts, _ in facts.duration = .indefinite }
        #expect(!sink.expectedDuration.isNumeric)
        #expect(sink.tracks.isEmpty && sink.chapters.isEmpty)
    }

    @Test("tracks refer to those of the new file, and not to chapters or to what is not there")
    func references() throws {
        var (first, second) = (TrackFacts(5, .audio), TrackFacts(4, .audio))
        first.references = ["fall": [9, 4], "chap": [4], "sync": [9]]
        second.references = ["fall": [5, 4]]
        let sink = try plan([(first, Self.pcm), (second, Self.pcm)])
        #expect(sink.tracks.map(\.references) == [["fall": [1]], ["fall": [0, 1]]])
    }

    // MARK: What tracks say about themselves

    private static let entries = [
        MetadataEntry(keySpace: .akFFmpeg, key: "title", value: .text("a")),
        // Only its place in the source is known.
        MetadataEntry(keySpace: .akFFmpeg, key: "comment", value: .stored(0..<100_000)),
        // It names the program that made what is encoded anew.
        MetadataEntry(keySpace: .akFFmpeg, key: "encoder", value: .text("b")),
    ]

    @Test("an encoded track says what its source does, but for what is not at hand or is true of the source alone")
    func metadata() throws {
        var facts = TrackFacts(1, .audio)
        facts.metadata = Self.entries
        (facts.languageCode, facts.title, facts.isEnabled, facts.alternateGroup) = ("deu", "Ton", false, 3)
        let track = try #require(try plan([(facts, Self.pcm)]).tracks.first)
        #expect(track.metadata.map(\.key) == ["title"])
        #expect(track.languageCode == "deu" && track.title == "Ton" && !track.isEnabled && track.alternateGroup == 3)
        // Languages and names of tracks stay also where nothing else does.
        let stripped = try plan([(facts, Self.pcm)]) { _, settings in settings.options.stripsMetadata = true }
        let bare = try #require(stripped.tracks.first)
        #expect(bare.metadata.isEmpty && bare.languageCode == "deu" && bare.title == "Ton")
    }

    @Test("uncompressed sound counts its frames, and has nothing in front")
    func sound() throws {
        let track = try #require(try plan([(TrackFacts(1, .audio), Self.pcm)]).tracks.first)
        #expect(track.mediaType == .audio && track.timescale == 48_000 && track.priming == 0)
        #expect(track.formats.map(\.subtype) == [kAudioFormatLinearPCM])
    }

    @Test("a track that the source does not have is refused")
    func missing() throws {
        let problem = #expect(throws: MediaProblem.self) {
            try plan([(TrackFacts(7, .audio), Self.pcm)]) { facts, _ in facts.tracks = [] }
        }
        #expect(problem?.code == .noSourceTrack)
    }

    // MARK: Pictures

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// How the source's pictures are turned.
        var transform = CGAffineTransform.identity
        var wasTurned = false
        var aspect = PictureEncoding.PixelAspect(horizontal: 1, vertical: 1)
        var aperture: PictureEncoding.CleanAperture?
        let kept: CGAffineTransform

        var testDescription: String { name }
    }

    /// Of 64 x 36 pixels.
    static let rows: [Row] = [
        Row(name: "upright pictures", kept: .identity),
        Row(
            name: "a quarter of a turn ends as far right as there are rows",
            transform: quarter,
            kept: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 36, ty: 0)
        ),
        Row(
            name: "half a turn ends as far right as there are columns, and as far below as there are rows",
            transform: half,
            kept: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 64, ty: 36)
        ),
        Row(
            name: "wide pixels count as they are seen, and a part of one is rounded",
            transform: half,
            aspect: PictureEncoding.PixelAspect(horizontal: 4, vertical: 3),
            // 85 and a third.
            kept: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 85, ty: 36)
        ),
        Row(
            name: "edges that are not for viewing do not count",
            transform: half,
            aperture: PictureEncoding.CleanAperture(width: 60, height: 30),
            kept: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 60, ty: 30)
        ),
        Row(name: "pictures that have been turned themselves", transform: half, wasTurned: true, kept: .identity),
    ]

    @Test("encoded pictures are turned about the corner of what is seen of them", arguments: rows)
    func turns(row: Row) throws {
        var encoding = PictureEncoding(.h264, width: 64, height: 36)
        (encoding.pixelAspect, encoding.cleanAperture, encoding.timescale) = (row.aspect, row.aperture, 12_800)
        var work = PictureRendering(encoding: encoding)
        work.transform = row.transform == .identity ? nil : PictureRendering.Turn(value: row.transform)
        work.turns = row.wasTurned
        let track = try #require(try plan([(TrackFacts(1, .video), .pictures(work))]).tracks.first)
        #expect(track.transform == row.kept)
        #expect(track.timescale == 12_800 && track.frameRate == nil)
    }

    @Test("a frame rate is told where it is constant: because it was asked for, or because the source's is")
    func frameRate() throws {
        let twentieth = CMTime(value: 1, timescale: 20)
        var encoding = PictureEncoding(.h264, width: 64, height: 36)
        encoding.frameRate = .init(frames: 30_000, seconds: 1001)
        let rows: [(CMTime, CMTime, Bool)] = [
            (.invalid, .invalid, false), (twentieth, .invalid, true), (.invalid, twentieth, true),
            // Some pictures show for longer than the shortest one.
            (.invalid, CMTime(value: 1, timescale: 60), false),
        ]
        for (asked, shortest, isTold) in rows {
            var work = PictureRendering(encoding: encoding)
            work.frameDuration = asked
            var facts = TrackFacts(1, .video)
            facts.video = VideoFacts(nominalFrameRate: 20, minimumFrameDuration: shortest)
            let track = try #require(try plan([(facts, .pictures(work))]).tracks.first)
            #expect((track.frameRate != nil) == isTold)
            // It is that of what is encoded.
            #expect(track.frameRate.map { [$0.frames, $0.seconds] } ?? [30_000, 1001] == [30_000, 1001])
        }
    }

    // MARK: Spliced pictures

    @Test(
        "copied runs are shown as the source says and as is asked for besides, where the file can say it",
        arguments: [
            (.mov, .identity, 0, .identity),
            (.mov, quarter, 0, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)),
            (.mov, quarter, 90, CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 640, ty: 360)),
            (.mov, quarter, 270, .identity),
            (.akMatroska, quarter, 0, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 360, ty: 0)),
            (.akMPEGTransportStream, quarter, 0, .identity), (.akMPEGTransportStream, quarter, 270, .identity),
        ] as [(AVFileType, CGAffineTransform, Int, CGAffineTransform)]
    )
    func spliced(type: AVFileType, transform: CGAffineTransform, rotation: Int, kept: CGAffineTransform) throws {
        // Pictures that stand alone need nothing that joins them.
        let film = BareClip.pictures { facts in
            (facts.codec, facts.traits) = ("apcn".fourCharCode, MediaCodec.proRes.traits)
            facts.video?.transform = transform
            facts.video?.minimumFrameDuration = CMTime(value: 1, timescale: 25)
        }
        let run = SpliceRun(samples: [0..<4], entry: .clean, shift: .zero, range: Self.seconds(0, 1))
        let work = SplicePlan(sections: [.copied(run)], timescale: 25, delay: 0)
        let joints = try SpliceFormat.formats(work, of: film.facts, in: type, EncoderHeaders())
        let sink = try plan([(film.facts, .spliced(work))], type, joints: joints) { _, settings in
            settings.options.rotation = rotation
        }
        let track = try #require(sink.tracks.first)
        #expect(track.transform == kept)
        #expect(track.formats.map(\.subtype) == ["apcn".fourCharCode])
        #expect(track.naturalSize == CGSize(width: 640, height: 360) && track.timescale == 25)
        #expect(track.frameRate?.frames == 25 && track.frameRate?.seconds == 1)
    }
}
