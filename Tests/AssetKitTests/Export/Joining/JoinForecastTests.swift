import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("What files of clips will hold")
struct JoinForecastTests {
    /// The file that a clip would become.
    private func forecast(
        _ source: LoadedSource,
        _ range: CMTimeRange,
        _ treatments: [Int32: PlannedStretch.Treatment],
        like models: [Int32: LoadedSource.Track] = [:]
    ) throws -> LoadedSource {
        var input = BareClip.input(source, range)
        input.differences = models.map { trackID, model in
            JoinModel.Difference(trackID: trackID, model: model, source: source, reason: "it differs")
        }
        let tracks = treatments.keys.sorted().map { trackID in
            let mediaType = source.facts.tracks.first { $0.trackID == trackID }?.mediaType ?? .video
            let stretches = treatments[trackID].map { [PlannedStretch(range, $0)] } ?? []
            return ExportTrack(trackID: trackID, mediaType: mediaType, stretches: stretches)
        }
        let plan = ExportPlan(range: range, fileType: .mov, tracks: tracks)
        return try JoinForecast(input: input, plan: plan).source()
    }

    private static func encoded(_ timescale: Int32) -> PlannedStretch.Treatment {
        var encoding = PictureEncoding(.h264, width: 64, height: 36)
        encoding.timescale = timescale
        return .pictures(PictureRendering(encoding: encoding))
    }

    // MARK: Pictures

    /// A range of pictures, and when those are shown that it becomes.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var pictures = PictureList.plain
        var edits: [CMTimeMapping] = []
        let start: Double
        /// nil for as far as there are any.
        var end: Double?
        var timescale: Int32 = 25
        let ticks: [Int64]
        /// When the last one has been shown.
        let over: Int64

        var testDescription: String { name }
        var range: CMTimeRange {
            CMTimeRange(start: .pictures(start), end: end.map { .pictures($0) } ?? .positiveInfinity)
        }
    }

    private static func edit(_ source: CMTimeRange, _ target: CMTimeRange) -> CMTimeMapping {
        CMTimeMapping(source: source, target: target)
    }

    static let rows: [Row] = [
        Row(name: "whole pictures show from zero on", start: 2, end: 7, ticks: [0, 1, 2, 3, 4], over: 5),
        Row(name: "a range without an end goes on to the last one", start: 8, ticks: [0, 1], over: 2),
        Row(
            name: "half of a picture shows half as long",
            start: 2.5,
            end: 7,
            timescale: 50,
            ticks: [0, 1, 3, 5, 7],
            over: 9
        ),
        // At 0, 0.4, 0.8, 1.2 and 1.6 ticks.
        Row(
            name: "pictures that would show in the same tick are one",
            start: 2,
            end: 7,
            timescale: 10,
            ticks: [0, 1, 2],
            over: 2
        ),
        Row(
            name: "pictures that are stored in another order",
            pictures: .closed,
            start: 4,
            end: 8,
            ticks: [0, 1, 2, 3],
            over: 4
        ),
        Row(
            name: "behind a gap come two pictures, and one that is held",
            edits: [edit(.pictures(4, 6), .pictures(2, 4)), edit(.pictures(0, 0), .pictures(4, 7))],
            start: 0,
            end: 7,
            ticks: [2, 3, 4],
            over: 7
        ),
        Row(
            name: "at twice the speed each shows half as long",
            edits: [edit(.pictures(0, 4), .pictures(0, 2))],
            start: 0,
            end: 2,
            timescale: 50,
            ticks: [0, 1, 2, 3],
            over: 4
        ),
        Row(
            name: "in a gap there are none",
            edits: [edit(.pictures(4, 6), .pictures(2, 4))],
            start: 0,
            end: 2,
            ticks: [],
            over: 0
        ),
    ]

    @Test("encoded pictures show when those of the source did", arguments: rows)
    func pictures(row: Row) throws {
        let facts = BareClip.pictures { $0.segments = row.edits }.facts
        let film = LoadedSource.Track(facts: facts, index: row.pictures.index, isTabled: true)
        let source = BareClip.source([film]) { $0.duration = .pictures(Double(row.pictures.shown.count)) }
        let track = try #require(try forecast(source, row.range, [1: Self.encoded(row.timescale)]).tracks.first)
        let (index, scale) = (track.index, row.timescale)
        #expect((0..<index.count).map { index[$0].presentationTicks } == row.ticks)
        #expect((0..<index.count).allSatisfy { index[$0].durationTicks > 0 && index[$0].isSync })
        if let last = row.ticks.last, index.count > 0 {
            #expect(index[index.count - 1].durationTicks == max(row.over - last, 1))
        }
        let shown = CMTimeRange(start: .zero, end: CMTime(value: row.over, timescale: scale))
        #expect(track.facts.timeRange == shown && track.facts.timescale == scale)
        #expect(track.facts.segments == [CMTimeMapping(source: shown, target: shown)])
        // The header is the encoder's.
        #expect(track.isTabled && track.facts.descriptions.count == 1)
        #expect(track.facts.descriptions.first?.atoms["avcC"] != nil)
        #expect(track.facts.descriptions.first?.width == 64)
    }

    @Test("what becomes like the model of a join looks and is called like it")
    func model() throws {
        let model = BareClip.pictures(9) { facts in
            facts.codecName = "the model's"
            facts.video?.bitDepth = 10
        }
        let source = BareClip.source([BareClip.pictures()])
        let whole = CMTimeRange.pictures(0, 10)
        let same = try #require(try forecast(source, whole, [1: Self.encoded(25)]).tracks.first?.facts)
        #expect(same.codecName == "H.264" && same.video?.bitDepth == 8)
        let other = try forecast(source, whole, [1: Self.encoded(25)], like: [1: model])
        let made = try #require(other.tracks.first?.facts)
        #expect(made.codecName == "the model's" && made.video?.bitDepth == 10)
        #expect(made.trackID == 1)
    }

    // MARK: Sound

    struct Sound: Sendable, CustomTestStringConvertible {
        let name: String
        let codec: SoundEncoding.Codec
        var rate = 48_000
        /// Frames of the source, at 48 kHz.
        let frames: Range<Int64>
        /// How many samples there are, how long the last one is, and the part of them that is heard.
        let count: Int
        let last: Int64
        let heard: Range<Int64>

        var testDescription: String { name }
    }

    /// AAC has packets of 1024 frames and as many of priming, and Apple Lossless packets of 4096.
    static let sounds: [Sound] = [
        Sound(name: "AAC", codec: .aac, frames: 0..<5000, count: 6, last: 1024, heard: 1024..<6024),
        Sound(
            name: "AAC from within a packet on",
            codec: .aac,
            frames: 1000..<6000,
            count: 6,
            last: 1024,
            heard: 1024..<6024
        ),
        Sound(name: "AAC of whole packets", codec: .aac, frames: 0..<4096, count: 5, last: 1024, heard: 1024..<5120),
        Sound(name: "AAC of a frame more", codec: .aac, frames: 0..<4097, count: 6, last: 1024, heard: 1024..<5121),
        // 2500 frames at half the rate.
        Sound(
            name: "AAC at another rate",
            codec: .aac,
            rate: 24_000,
            frames: 0..<5000,
            count: 4,
            last: 1024,
            heard: 1024..<3524
        ),
        Sound(name: "Apple Lossless ends short", codec: .alac, frames: 0..<5000, count: 2, last: 904, heard: 0..<5000),
        Sound(
            name: "Apple Lossless of whole packets",
            codec: .alac,
            frames: 0..<8192,
            count: 2,
            last: 4096,
            heard: 0..<8192
        ),
        Sound(name: "each frame alone", codec: .pcm, frames: 1000..<6000, count: 5000, last: 1, heard: 0..<5000),
    ]

    private static func frames(_ range: Range<Int64>, _ rate: CMTimeScale = 48_000) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: range.lowerBound, timescale: rate),
            end: CMTime(value: range.upperBound, timescale: rate)
        )
    }

    @Test("encoded sound has the packets of its encoder, with what is put in front of them", arguments: sounds)
    func sound(row: Sound) throws {
        let encoding = SoundEncoding(row.codec, sampleRate: row.rate, channelCount: 1)
        let source = BareClip.source([BareClip.sound()])
        let work = PlannedStretch.Treatment.sound(SoundRendering(encoding: encoding))
        let track = try #require(try forecast(source, Self.frames(row.frames), [2: work]).tracks.first)
        #expect(track.index.count == row.count)
        #expect(track.index[row.count - 1].durationTicks == row.last)
        let heard = Self.frames(row.heard, CMTimeScale(row.rate))
        let target = CMTimeRange(start: .zero, duration: heard.duration)
        #expect(track.facts.segments == [CMTimeMapping(source: heard, target: target)])
        #expect(track.facts.timeRange == target && track.facts.timescale == CMTimeScale(row.rate))
        // It has become mono.
        #expect(track.facts.audio?.channelCount == 1 && track.facts.audio?.sampleRate == Double(row.rate))
    }

    // MARK: The rest

    @Test("what is copied keeps its samples, and shows from zero on")
    func copied() throws {
        let film = BareClip.pictures()
        let source = BareClip.source([film])
        let part = try #require(try forecast(source, .pictures(2, 7), [1: .copied]).tracks.first)
        #expect(part.index.count == 10)
        #expect(part.facts.segments == [CMTimeMapping(source: .pictures(2, 7), target: .pictures(0, 5))])
        let whole = try #require(try forecast(source, .pictures(0, 10), [1: .copied]).tracks.first)
        #expect(whole.facts.segments.isEmpty && whole.index === film.index)
    }

    @Test("the file has the tracks of the plan that the source has, and ends with it")
    func file() throws {
        let source = BareClip.source([BareClip.sound(4), BareClip.pictures(1)]) { facts in
            facts.startTime = CMTime(value: 10, timescale: 1)
            let parts: [CMTimeRange] = [.pictures(0, 3), .pictures(3, 12)]
            facts.chapters = parts.map { Chapter(title: "part", timeRange: $0) }
            facts.duration = .pictures(10)
        }
        let made = try forecast(source, .pictures(2, 20), [1: .copied, 4: .copied, 9: .copied])
        #expect(made.tracks.map(\.facts.trackID) == [1, 4])
        #expect(made.facts.duration == .pictures(8) && made.facts.startTime == .zero)
        #expect(made.facts.chapters.map(\.timeRange) == [.pictures(0, 1), .pictures(1, 8)])
    }
}
