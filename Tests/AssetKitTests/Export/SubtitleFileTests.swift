import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Files of subtitles and captions")
struct SubtitleFileTests {
    private let folder = TemporaryFolder()

    private func write(
        _ path: String,
        _ type: AVFileType = .akSubRip,
        range: CMTimeRange? = nil,
        tracks: [CMPersistentTrackID]? = nil
    ) async throws -> String {
        let asset = AVURLAsset(url: URL(filePath: path))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        if let range { session.timeRange = range }
        session.akOptions.trackIDs = tracks
        let name = folder.path(type == .akSubRip ? "a.srt" : "a.vtt")
        session.akReplacesExistingFile = true
        try await session.export(to: URL(filePath: name), as: type)
        return try String(contentsOfFile: name, encoding: .utf8)
    }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
    }

    @Test("every kind of text becomes SubRip", arguments: ["subtitles.mkv", "subtitles.mp4", "subtitles.webm"])
    func texts(name: String) async throws {
        let path = SampleMedia.url(name).path
        #expect(SubtitleCues(subRip: try await write(path)) == .ofSamples)
        #expect(SubtitleCues(subRip: try await write(path, range: range(10, 26))) == .ofPart)
        #expect(SubtitleCues(subRip: try await write(path, tracks: [1, 2])) == .ofSamples)
    }

    @Test("WebVTT gives names to characters that mean something", .enabled(if: Oracle.isThere))
    func entities() async throws {
        try Data("1\n00:00:00,500 --> 00:00:01,500\nR&B <i>1 < 2</i> -->\n\n".utf8)
            .write(to: URL(filePath: folder.path("a.srt")))
        try Oracle.run(["-i", folder.path("a.srt"), "-c", "copy", folder.path("b.mkv")])
        let text = try await write(folder.path("b.mkv"), .akWebVTT)
        #expect(text == "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nR&amp;B <i>1 &lt; 2</i> --&gt;\n\n")
    }

    @Test("captions inside pictures become text at the times at which a screen shows them")
    func captionsInPictures() async throws {
        let path = SampleMedia.url("closed-captions.mp4").path
        #expect(SubtitleCues(subRip: try await write(path)) == SubtitleCues.closedCaptions)
        let part = try await write(path, .akWebVTT, range: range(10, 25))
        let expected = """
            WEBVTT

            00:00:00.000 --> 00:00:00.334
            HELLO 608

            00:00:01.002 --> 00:00:01.500
            SECOND CAPTION


            """
        #expect(part == expected)
    }

    @Test("captions in tracks of their own and in MPEG-2 pictures too", .enabled(if: Oracle.isThere))
    func otherCaptions() async throws {
        let source = SampleMedia.url("closed-captions.mp4").path
        let track = folder.path("b.mov")
        let filter = "movie=\(source)[out0+subcc]"
        try Oracle.run(["-f", "lavfi", "-i", filter, "-map", "0:1", "-c", "copy", track])
        #expect(SubtitleCues(subRip: try await write(track)) == SubtitleCues.closedCaptions)
        let stream = folder.path("b.ts")
        try Oracle.run(["-i", source, "-an", "-c:v", "mpeg2video", "-q:v", "4", "-bf", "0", stream])
        let made = SubtitleCues(subRip: try await write(stream))
        #expect(made.lines.map { String($0.split(separator: "|")[1]) } == ["HELLO 608", "SECOND CAPTION"])
    }

    @Test("a file without text is refused in one sentence, and nothing is left")
    func refusals() async throws {
        func problem(_ path: String, _ tracks: [CMPersistentTrackID]? = nil) async -> String {
            do {
                _ = try await write(path, tracks: tracks)
                return "made"
            } catch { return error.localizedDescription }
        }
        let none = await problem(SampleMedia.url("h264-bframes.mp4").path)
        #expect(none.hasSuffix("it has no subtitles and no captions"))
        let video = await problem(SampleMedia.url("subtitles.mp4").path, [1])
        #expect(video.hasSuffix("among the tracks that were chosen there are no subtitles and no captions"))
        #expect(await problem(SampleMedia.url("subtitles.mp4").path, [7]).hasSuffix("there is no track 7; it has 1, 2"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.srt")))
    }

    @Test("pictures of text are no text", .enabled(if: Oracle.isThere))
    func bitmaps() async throws {
        // A presentation that shows nothing, and its end.
        let size: [UInt8] = [1, 64, 0, 180]
        let head = Array("PG".utf8) + [0, 0, 0xAF, 0xC8, 0, 0, 0, 0]
        let bytes = head + [0x16, 0, 11] + size + [0x10, 0, 0, 0x80, 0, 0, 0] + head + [0x80, 0, 0]
        try Data(bytes).write(to: URL(filePath: folder.path("a.sup")))
        let movie = folder.path("b.mkv")
        try Oracle.run([
            "-f", "sup", "-i", folder.path("a.sup"), "-i", SampleMedia.url("no-audio.mp4").path, "-map", "1", "-map",
            "0", "-c", "copy", movie,
        ])
        await #expect(throws: AVError.self) { try await write(movie) }
        let asset = AVURLAsset(url: URL(filePath: movie))
        let preset = AVAssetExportPresetPassthrough
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        #expect(await !session.compatibleFileTypes.contains(.akSubRip))
        try await session.export(to: URL(filePath: folder.path("c.mp4")), as: .mp4)
        #expect(session.akResult?.tracks.map(\.mediaType) == [.video])
        #expect(session.akResult?.warnings.first?.hasPrefix("track 2 is left out: ") ?? false)
    }

    @Test("only assets with text can become files of text")
    func types() async throws {
        func types(_ name: String) async throws -> [AVFileType] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            let preset = AVAssetExportPresetPassthrough
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            return await session.compatibleFileTypes
        }
        #expect(try await types("subtitles.mkv").contains(.akSubRip))
        #expect(try await types("closed-captions.mp4").contains(.akWebVTT))
        #expect(try await !types("h264-bframes.mp4").contains(.akSubRip))
        #expect(!AVURLAsset.audiovisualTypes().contains(.akSubRip))
    }

    @Test("atoms of captions in samples become pairs, whatever else is there")
    func pairs() {
        func atom(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(8 + bytes.count)] + Array(name.utf8) + bytes
        }
        let sample = atom("cdat", [1, 2, 3, 4]) + atom("free", [9]) + atom("cdt2", [5, 6])
        #expect(CaptionPairs.triplets(sample: sample) == [0xFC, 1, 2, 0xFC, 3, 4, 0xFD, 5, 6])
        #expect(CaptionPairs.triplets(sample: atom("cdat", [1])) == [])
        #expect(CaptionPairs.triplets(sample: [0, 0, 0, 4, 1]) == [])
    }

    @Test("whatever bytes captions have, the decoder lives")
    func anything() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<20 {
            let reader = CaptionReader(decoder: try CaptionDecoder())
            for picture in 0..<300 {
                let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let time = CMTime(value: Int64(picture), timescale: 30)
                try reader.read(bytes, at: time, until: time)
            }
            let cues = try reader.finish(at: CMTime(value: 10, timescale: 1))
            #expect(cues.allSatisfy { $0.start < $0.end && !$0.text.isEmpty })
        }
    }
}
