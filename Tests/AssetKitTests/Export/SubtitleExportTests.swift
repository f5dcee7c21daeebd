import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Subtitles in exported and copied files", .enabled(if: Oracle.isThere))
struct SubtitleExportTests {
    private let folder = TemporaryFolder()
    private let part = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 26, timescale: 10))

    @discardableResult
    private func export(
        _ path: String,
        _ type: AVFileType,
        to name: String,
        preset: String = AVAssetExportPresetPassthrough,
        range: CMTimeRange? = nil,
        tracks: [CMPersistentTrackID]? = nil
    ) async throws -> (path: String, result: AKExportResult) {
        let asset = AVURLAsset(url: URL(filePath: path))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        if let range { session.timeRange = range }
        session.akTrimMode = .presentsExactly
        session.akOptions.trackIDs = tracks
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return (folder.path(name), try #require(session.akResult))
    }

    private func sample(_ name: String) -> String { SampleMedia.url(name).path }

    @Test("SubRip becomes timed text and SubRip again, to the millisecond")
    func roundTrip() async throws {
        let movie = try await export(sample("subtitles.mkv"), .mp4, to: "a.mp4")
        #expect(movie.result.warnings == [])
        #expect(movie.result.tracks.map(\.mediaType) == [.video, .subtitle])
        #expect(movie.result.tracks.map(\.codec) == ["avc1".fourCharCode, "tx3g".fourCharCode])
        #expect(movie.result.tracks.map(\.encodedSampleCount) == [0, 3])
        #expect(try SubtitleCues.read(movie.path) == .ofSamples)
        #expect(try Oracle.complaints(movie.path) == "")
        let back = try await export(movie.path, .akMatroska, to: "b.mkv")
        #expect(try SubtitleCues.read(back.path) == .ofSamples)
        let tracks = try await AVURLAsset(url: URL(filePath: back.path)).load(.tracks)
        #expect(tracks.map(\.languageCode) == [nil, "ger"] || tracks.last?.languageCode == "ger")
    }

    @Test(
        "text becomes what the file holds, copied or beside pictures that are encoded",
        arguments: [
            ("subtitles.mp4", "webm", AVFileType.akWebM, AKExportPresetWebMVP9),
            ("subtitles.mp4", "mkv", .akMatroska, AVAssetExportPreset640x480),
            ("subtitles.webm", "mov", .mov, AVAssetExportPresetLowQuality),
            ("subtitles.mkv", "m4v", .m4v, AVAssetExportPresetAppleM4VCellular),
            ("subtitles.mkv", "mp4", .mp4, AVAssetExportPresetPassthrough),
        ]
    )
    func kinds(name: String, ending: String, type: AVFileType, preset: String) async throws {
        let whole = try await export(sample(name), type, to: "a." + ending, preset: preset)
        #expect(whole.result.warnings == [])
        #expect(try SubtitleCues.read(whole.path) == .ofSamples)
        guard preset != AVAssetExportPresetPassthrough else { return }
        let cut = try await export(sample(name), type, to: "b." + ending, preset: preset, range: part)
        #expect(try SubtitleCues.read(cut.path) == .ofPart)
    }

    @Test("a part shows what shows at its beginning, and nothing behind its end")
    func part() async throws {
        let cut = try await export(sample("subtitles.mkv"), .mp4, to: "a.mp4", range: part)
        #expect(try SubtitleCues.read(cut.path) == .ofPart)
        let alone = try await export(sample("subtitles.mp4"), .akMatroska, to: "b.mkv", range: part, tracks: [2])
        #expect(try SubtitleCues.read(alone.path) == .ofPart)
    }

    @Test("files with text of different kinds are joined")
    func joined() async throws {
        let session = AKJoinSession(
            assets: ["subtitles.mkv", "subtitles.mp4"].map { AVURLAsset(url: SampleMedia.url($0)) }
        )
        let result = try await session.export(to: URL(filePath: folder.path("a.mp4")))
        #expect(result.plan.warnings == [])
        let cues = try SubtitleCues.read(folder.path("a.mp4"))
        #expect(cues.lines.prefix(3) == SubtitleCues.ofSamples.lines[...])
        #expect(cues.lines.dropFirst(3).first == "00:00:03,500 --> 00:00:04,500|First line")
        #expect(cues.lines.last == "00:00:05,500 --> 00:00:05,900|Third|of two lines")
    }

    @Test("SubStation Alpha keeps its styles and says what it loses; cues that overlap show together")
    func substation() async throws {
        let script = """
            [Script Info]
            ScriptType: v4.00+

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, Bold, Italic
            Style: Default,Arial,16,0,0

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,{\\pos(10,10)}{\\i1}one{\\i0} & only
            Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,two\\Nlines

            """
        try Data(script.utf8).write(to: URL(filePath: folder.path("a.ass")))
        let source = folder.path("a.mkv")
        try Oracle.run(["-i", folder.path("a.ass"), "-c", "copy", source])
        let movie = try await export(source, .mp4, to: "b.mp4")
        #expect(movie.result.warnings.count == 1)
        #expect(movie.result.warnings.first?.contains("fonts, colours and places") ?? false)
        #expect(
            try SubtitleCues.read(movie.path)
                == SubtitleCues([
                    "00:00:00,500 --> 00:00:01,000|<i>one</i> & only",
                    "00:00:01,000 --> 00:00:02,000|<i>one</i> & only|two|lines",
                    "00:00:02,000 --> 00:00:02,500|two|lines",
                ])
        )
        let same = try await export(source, .akMatroska, to: "c.mkv")
        #expect(same.result.warnings == [])
        #expect(same.result.tracks.first?.copiedSampleCount == 2)
    }

    @Test("text in fragments comes out as it went in")
    func fragments() async throws {
        let preset = AVAssetExportPresetPassthrough
        let asset = AVURLAsset(url: SampleMedia.url("subtitles.mkv"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        session.akOptions.fragmentInterval = CMTime(value: 1, timescale: 2)
        try await session.export(to: URL(filePath: folder.path("a.mp4")), as: .mp4)
        // FFmpeg does not know how long the last sample of a fragment is.
        let words = try await export(folder.path("a.mp4"), .akSubRip, to: "a.srt")
        #expect(SubtitleCues(subRip: try String(contentsOfFile: words.path, encoding: .utf8)) == .ofSamples)
        #expect(words.result.tracks.map(\.encodedSampleCount) == [3])
    }

    @Test("text lies where it belongs among the pictures, whichever of the two was there first")
    func order() async throws {
        var made: Set<Data> = []
        for number in 1...12 {
            let asset = AVURLAsset(url: SampleMedia.url("subtitles.mkv"))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
            session.akOptions.video = .copied
            let url = URL(filePath: folder.path("\(number).mp4"))
            try await session.export(to: url, as: .mp4)
            made.insert(try Data(contentsOf: url))
        }
        #expect(made.count == 1)
    }

    @Test("text is left out of files that have no place for it, and that is said")
    func leftOut() async throws {
        let stream = try await export(sample("subtitles.mp4"), .akMPEGTransportStream, to: "a.ts")
        #expect(stream.result.tracks.map(\.mediaType) == [.video])
        #expect(stream.result.warnings.first?.hasPrefix("track 2 is left out: ") ?? false)
    }

    @Test("the plan says that text becomes text of another kind")
    func plan() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("subtitles.mkv"))
        for preset in [AVAssetExportPresetPassthrough, AVAssetExportPresetLowQuality] {
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.outputFileType = .mp4
            let stretch = try #require(try await session.akPlan().stretches.last)
            #expect(stretch.action == .encode)
            #expect(stretch.why == "SubRip becomes 3GPP timed text")
            #expect(stretch.codec == "3GPP timed text")
        }
    }
}
