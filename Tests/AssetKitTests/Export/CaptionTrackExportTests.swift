import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Tracks of closed captions in exported and copied files", .enabled(if: Oracle.isThere))
struct CaptionTrackExportTests {
    private let folder = TemporaryFolder()
    private let part = CMTimeRange(start: CMTime(value: 10, timescale: 10), end: CMTime(value: 25, timescale: 10))

    /// A movie whose captions are in samples of their own.
    private func movie() throws -> String {
        let source = SampleMedia.url("closed-captions.mp4").path
        let captions = "movie=\(source)[out0+subcc]"
        let path = folder.path("captions.mov")
        let maps = ["-map", "0:v", "-map", "1:1", "-c", "copy", "-metadata:s:s:0", "language=fra"]
        try Oracle.run(["-i", source, "-f", "lavfi", "-i", captions] + maps + [path])
        return path
    }

    @discardableResult
    private func export(
        _ path: String,
        _ type: AVFileType,
        to name: String,
        preset: String = AVAssetExportPresetPassthrough,
        mode: AKTrimMode = .presentsExactly,
        range: CMTimeRange? = nil,
        tracks: [CMPersistentTrackID]? = nil
    ) async throws -> (path: String, result: AKExportResult) {
        let asset = AVURLAsset(url: URL(filePath: path))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        if let range { session.timeRange = range }
        session.akTrimMode = mode
        session.akOptions.trackIDs = tracks
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return (folder.path(name), try #require(session.akResult))
    }

    /// What the captions of a movie become as a file of their own.
    private func words(_ path: String, range: CMTimeRange? = nil) async throws -> SubtitleCues {
        let name = "\(UUID()).srt"
        let made = try await export(path, .akSubRip, to: name, range: range, tracks: [2])
        return SubtitleCues(subRip: try String(contentsOfFile: made.path, encoding: .utf8))
    }

    @Test(
        "captions become a track of the text that the file holds, copied or beside pictures that are encoded",
        arguments: [
            ("mkv", AVFileType.akMatroska, AVAssetExportPresetPassthrough, "srt "),
            ("mkv", .akMatroska, AVAssetExportPreset640x480, "srt "),
            ("webm", .akWebM, AKExportPresetWebMVP9, "wvtt"),
            ("3gp", .mobile3GPP, AVAssetExportPresetPassthrough, "tx3g"),
        ]
    )
    func kinds(ending: String, type: AVFileType, preset: String, code: String) async throws {
        let source = try movie()
        let expected = try await words(source)
        #expect(expected == SubtitleCues.closedCaptions)
        let whole = try await export(source, type, to: "a." + ending, preset: preset)
        #expect(whole.result.tracks.map(\.mediaType) == [.video, .subtitle])
        #expect(whole.result.tracks.last?.codec == code.fourCharCode)
        // In 3GP what does not show has samples too.
        #expect(whole.result.tracks.last?.encodedSampleCount == 2)
        #expect(whole.result.warnings.count == 1)
        let loss = ": colours and places of its CEA-608 captions are lost"
        #expect(whole.result.warnings.allSatisfy { $0.hasPrefix("track 2 becomes ") && $0.hasSuffix(loss) })
        #expect(try SubtitleCues.read(whole.path) == expected)
        #expect(try Oracle.complaints(whole.path) == "")
        let track = try #require(
            try await AVURLAsset(url: URL(filePath: whole.path)).loadTracks(withMediaType: .subtitle).first
        )
        // Matroska has the older of the two codes.
        #expect(["fra", "fre"].contains(track.languageCode))
        #expect(track.isEnabled)
    }

    @Test(
        "a part shows what was sent before it, and nothing behind its end",
        arguments: [
            ("mkv", AVFileType.akMatroska, AVAssetExportPreset640x480, AKTrimMode.presentsExactly),
            ("mkv", .akMatroska, AVAssetExportPresetPassthrough, .smart),
            ("webm", .akWebM, AKExportPresetWebMVP9, .presentsExactly),
        ]
    )
    func part(
        ending: String,
        type: AVFileType,
        preset: String,
        mode: AKTrimMode
    ) async throws {
        let source = try movie()
        let expected = try await words(source, range: part)
        let first = ["00:00:00,000 --> 00:00:00,334|HELLO 608"]
        #expect(expected.lines == first + ["00:00:01,002 --> 00:00:01,500|SECOND CAPTION"])
        let cut = try await export(source, type, to: "a." + ending, preset: preset, mode: mode, range: part)
        #expect(try SubtitleCues.read(cut.path) == expected)
    }

    @Test("a part of the captions alone is a file too")
    func alone() async throws {
        let source = try movie()
        let cut = try await export(source, .akMatroska, to: "a.mkv", range: part, tracks: [2])
        let expected = try await words(source, range: part)
        #expect(try SubtitleCues.read(cut.path) == expected)
        #expect(cut.result.tracks.map(\.encodedSampleCount) == [2])
    }

    @Test("movies hold captions as they are")
    func asTheyAre() async throws {
        let copied = try await export(try movie(), .mp4, to: "a.mp4")
        #expect(copied.result.warnings == [])
        #expect(copied.result.tracks.last?.codec == "c608".fourCharCode)
        #expect(try await words(copied.path) == SubtitleCues.closedCaptions)
    }

    @Test("captions of files that are joined stand one behind the other")
    func joined() async throws {
        let asset = AVURLAsset(url: URL(filePath: try movie()))
        let clips = [
            AKJoinSession.Clip(asset: asset, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity)),
            AKJoinSession.Clip(asset: asset, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity)),
        ]
        let session = AKJoinSession(clips: clips)
        let result = try await session.export(to: URL(filePath: folder.path("a.mkv")))
        #expect(result.plan.warnings.count == 1)
        let cues = try SubtitleCues.read(folder.path("a.mkv")).lines
        #expect(cues.prefix(2) == SubtitleCues.closedCaptions.lines[...])
        #expect(cues.dropFirst(2).map { String($0.split(separator: "|")[1]) } == ["HELLO 608", "SECOND CAPTION"])
        let movie = try await export(folder.path("a.mkv"), .akSubRip, to: "a.srt")
        let own = SubtitleCues(subRip: try String(contentsOfFile: movie.path, encoding: .utf8))
        #expect(own.lines == cues)
        let length = try #require(result.plan.clips.last?.start)
        let start = CMTime(value: 20_020, timescale: 30_000) + length
        #expect(cues[2].hasPrefix("00:00:0\(String(format: "%.3f", start.seconds).replacing(".", with: ",")) "))
    }

    @Test("the plan says what captions become")
    func plan() async throws {
        let asset = AVURLAsset(url: URL(filePath: try movie()))
        for preset in [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480] {
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.outputFileType = .akMatroska
            let plan = try await session.akPlan()
            let stretch = try #require(plan.stretches.last)
            #expect(stretch.action == .encode)
            #expect(stretch.why == "CEA-608 captions become SubRip")
            #expect(stretch.codec == "SubRip")
            #expect(plan.warnings == ["track 2 becomes SubRip: colours and places of its CEA-608 captions are lost"])
        }
    }
}
