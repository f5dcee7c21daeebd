import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("What Matroska's own elements add to the facts")
struct MatroskaFactsTests {
    /// Thirty pictures a second in milliseconds, in the order of a decoder.
    private static let reordered: [Int16] = (0..<24).flatMap { group in
        [100, 33, 67].map { Int16(group * 100 + $0) }
    }

    private static func file(
        _ parts: [[UInt8]] = [],
        track: [[UInt8]] = [],
        codec: String = "V_TEST",
        times: [Int16] = [],
        payload: [UInt8] = [1, 2, 3]
    ) -> [UInt8] {
        let info = EBMLBuilder.element(
            0x1549_A966,
            [EBMLBuilder.unsigned(0x2AD7B1, 1_000_000), EBMLBuilder.float(0x4489, 5_000)]
        )
        let entry = EBMLBuilder.track(1, kind: 1, codec: codec, track)
        let blocks = times.map {
            EBMLBuilder.element(0xA3, EBMLBuilder.block(1, $0, flags: 0x80, payload))
        }
        let cluster = EBMLBuilder.element(0x1F43_B675, [EBMLBuilder.unsigned(0xE7, 0)] + blocks)
        let segment = [info, EBMLBuilder.element(0x1654_AE6B, [entry])] + parts + [cluster]
        return EBMLBuilder.header() + EBMLBuilder.segment(segment)
    }

    /// The facts of a file, on top of what a demuxer is supposed to have told of its only track.
    private static func facts(
        _ bytes: [UInt8],
        codec: String = "test",
        rate: Double = 0,
        isPrecise: Bool = false
    ) throws -> MediaFacts {
        var facts = MediaFacts()
        var track = TrackFacts(trackID: 1, streamIndex: 0, mediaType: .video)
        track.traits = CodecTraits.named(codec)
        track.video = VideoFacts(nominalFrameRate: rate)
        facts.tracks = [track]
        let window = try ByteWindow(AKDataSource(Data(bytes)))
        let file = try MatroskaFile.open(window)
        try file.complete(&facts, from: window, isPrecise: isPrecise, flag: CancellationFlag())
        return facts
    }

    private static func rate(_ facts: MediaFacts) -> Double { facts.tracks.first?.video?.nominalFrameRate ?? 0 }

    @Test("without a stated duration of pictures their times tell the rate", arguments: [false, true])
    func measuredRate(isPrecise: Bool) throws {
        let bytes = Self.file(times: Self.reordered)
        #expect(abs(Self.rate(try Self.facts(bytes, isPrecise: isPrecise)) - 30) < 0.3)
        // The clock of a codec's header is no rate.
        #expect(abs(Self.rate(try Self.facts(bytes, rate: 600, isPrecise: isPrecise)) - 30) < 0.3)
        // Times are rounded; what is stated and agrees with them is not.
        #expect(Self.rate(try Self.facts(bytes, rate: 29.97, isPrecise: isPrecise)) == 29.97)
    }

    @Test("a stated duration of pictures decides over their times")
    func statedRate() throws {
        let bytes = Self.file(track: [EBMLBuilder.unsigned(0x23E383, 40_000_000)], times: Self.reordered)
        #expect(Self.rate(try Self.facts(bytes, rate: 25, isPrecise: true)) == 25)
    }

    @Test("pictures behind one that shows later are reordered", arguments: [false, true])
    func reordering(isPrecise: Bool) throws {
        let reordered = try Self.facts(Self.file(times: Self.reordered), isPrecise: isPrecise)
        #expect(reordered.tracks.first?.requiresReordering == true)
        let sorted = try Self.facts(Self.file(times: Self.reordered.sorted()), isPrecise: isPrecise)
        #expect(sorted.tracks.first?.requiresReordering == false)
    }

    @Test("one picture, or many at one time, make no rate", arguments: [[0], [5, 5, 5], []] as [[Int16]])
    func noRate(times: [Int16]) throws {
        for isPrecise in [false, true] {
            #expect(Self.rate(try Self.facts(Self.file(times: times), isPrecise: isPrecise)) == 0)
        }
    }

    @Test("the first block is the first sample, with what header stripping took away")
    func firstSample() throws {
        // H.263 in Matroska has no header but its pictures: 176x144.
        let picture: [UInt8] = [0, 0, 0x80, 0x02, 0x08, 0, 0, 0, 0, 0]
        let compression = EBMLBuilder.element(
            0x5034,
            [EBMLBuilder.unsigned(0x4254, 3), EBMLBuilder.element(0x4255, Array(picture.prefix(3)))]
        )
        let encodings = EBMLBuilder.element(0x6D80, EBMLBuilder.element(0x6240, compression))
        let stripped = Self.file(track: [encodings], times: [0, 40], payload: Array(picture.dropFirst(3)))
        for bytes in [stripped, Self.file(times: [0, 40], payload: picture)] {
            let video = try Self.facts(bytes, codec: "h263").tracks.first?.video
            #expect([video?.codedWidth, video?.codedHeight] == [176, 144])
        }
        let zlib = EBMLBuilder.element(0x5034, EBMLBuilder.unsigned(0x4254, 0))
        let packed = EBMLBuilder.element(0x6D80, EBMLBuilder.element(0x6240, zlib))
        let facts = try Self.facts(Self.file(track: [packed], times: [0, 40], payload: picture), codec: "h263")
        #expect(facts.tracks.first?.video?.codedWidth == 0, "packed bytes are no picture")
    }

    // MARK: Covers

    private static func attachments(_ names: [(String, String)]) -> [UInt8] {
        EBMLBuilder.element(
            0x1941_A469,
            names.map { name, type in
                EBMLBuilder.element(
                    0x61A7,
                    [EBMLBuilder.text(0x466E, name), EBMLBuilder.text(0x4660, type), EBMLBuilder.element(0x465C, [7])]
                )
            }
        )
    }

    private static func covers(_ names: [(String, String)]) throws -> [String] {
        try facts(file([attachments(names)], times: [0])).metadata.filter { $0.commonKey == "artwork" }.map(\.key)
    }

    @Test("attached pictures are covers; where one is called so, only that one")
    func covers() throws {
        #expect(try Self.covers([("Poster.jpg", "image/jpeg"), ("a.ttf", "font/ttf")]) == ["Poster.jpg"])
        #expect(try Self.covers([("Poster.jpg", "image/jpeg"), ("cover.png", "image/png")]) == ["cover.png"])
        #expect(try Self.covers([("cover.ttf", "font/ttf")]) == [])
    }

    // MARK: Chapters

    private static func chapter(_ start: UInt64, _ end: UInt64, _ titles: [(String, String)]) -> [UInt8] {
        let displays = titles.map { title, language in
            EBMLBuilder.element(0x80, [EBMLBuilder.text(0x85, title), EBMLBuilder.text(0x437C, language)])
        }
        let second: UInt64 = 1_000_000_000
        return EBMLBuilder.element(
            0xB6,
            [EBMLBuilder.unsigned(0x91, start * second), EBMLBuilder.unsigned(0x92, end * second)] + displays
        )
    }

    private static func titles(of chapters: [Chapter], _ language: String) async throws -> [String] {
        let asset = SelectionTracks.asset([], chapters: chapters)
        _ = try await asset.load(.tracks)
        return asset.chapterMetadataGroups(bestMatchingPreferredLanguages: [language])
            .flatMap(\.items).compactMap(\.stringValue)
    }

    @Test("a chapter has a title in each language, and where one has none in the wanted language, the one it has")
    func chapters() async throws {
        let list = EBMLBuilder.element(
            0x1043_A770,
            EBMLBuilder.element(
                0x45B9,
                [
                    Self.chapter(0, 1, [("One", "eng"), ("Eins", "deu"), ("Uno", "eng")]),
                    Self.chapter(1, 2, [("Zwei", "deu")]),
                    Self.chapter(2, 3, []),
                ]
            )
        )
        let chapters = try Self.facts(Self.file([list], times: [0])).chapters
        #expect(chapters.map(\.title) == ["One", "Eins", "Zwei", ""])
        #expect(try await Self.titles(of: chapters, "en") == ["One", "Zwei", ""])
        #expect(try await Self.titles(of: chapters, "de") == ["Eins", "Zwei", ""])
        #expect(try await Self.titles(of: chapters, "fr") == ["One", "Zwei", ""])
    }
}
