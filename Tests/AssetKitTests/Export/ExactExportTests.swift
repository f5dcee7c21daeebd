import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitWriting
@testable import AssetKitMedia

/// Cuts that are exact: nothing is lost that the source has. `scripts/check-trims.sh` makes hundreds.
@Suite("Exact exports")
struct ExactExportTests {
    private let folder = TemporaryFolder()

    private func cut(
        _ source: String,
        _ range: CMTimeRange,
        to target: String,
        as type: AVFileType,
        _ mode: AKTrimMode = .exact
    ) async throws -> AKExportResult {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: source), options: options)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        session.akTrimMode = mode
        try await session.export(to: URL(filePath: target), as: type)
        return try #require(session.akResult)
    }

    /// A source without loss, and which kinds of cuts there are of it.
    struct Lossless: CustomTestStringConvertible {
        let encoder: String
        let layout: String
        let ending: String
        var modes: [AKTrimMode] = [.exact, .smart]

        var testDescription: String { "\(encoder) \(layout) \(ending)" }

        private static let options = [
            "libx264": ["-qp", "0"], "libx264rgb": ["-qp", "0"], "libvpx-vp9": ["-lossless", "1"],
            "libx265": ["-x265-params", "lossless=1:log-level=none:keyint=10"],
            "libaom-av1": ["-cpu-used", "8", "-crf", "0", "-aom-params", "lossless=1"], "ffv1": [],
        ]

        var arguments: [String] {
            ["-pix_fmt", encoder == "libx264rgb" ? "rgb24" : layout, "-c:v", encoder, "-g", "10"]
                + (Self.options[encoder] ?? [])
        }

        var fileType: AVFileType {
            ["mp4": .mp4, "webm": .akWebM, "ts": .akMPEGTransportStream][ending] ?? .akMatroska
        }
    }

    private static let losslessSources = [
        Lossless(encoder: "libx264", layout: "yuv420p", ending: "mp4"),
        Lossless(encoder: "libx264rgb", layout: "gbrp", ending: "mkv"),
        Lossless(encoder: "libx265", layout: "yuv420p", ending: "mp4"),
        Lossless(encoder: "libx265", layout: "yuv422p10le", ending: "mkv"),
        Lossless(encoder: "libx265", layout: "yuv420p12le", ending: "ts"),
        Lossless(encoder: "libx265", layout: "gbrp", ending: "mkv"),
        Lossless(encoder: "libx265", layout: "gray10le", ending: "mp4"),
        Lossless(encoder: "libvpx-vp9", layout: "yuv420p", ending: "webm"),
        Lossless(encoder: "libvpx-vp9", layout: "yuv440p", ending: "webm"),
        Lossless(encoder: "libvpx-vp9", layout: "yuv444p12le", ending: "mkv"),
        Lossless(encoder: "libvpx-vp9", layout: "gbrp", ending: "webm"),
        Lossless(encoder: "libaom-av1", layout: "yuv420p", ending: "mkv"),
        Lossless(encoder: "libaom-av1", layout: "yuv444p10le", ending: "mp4"),
        Lossless(encoder: "libaom-av1", layout: "gbrp", ending: "webm"),
        Lossless(encoder: "ffv1", layout: "yuv420p", ending: "mkv", modes: [.exact]),
        Lossless(encoder: "ffv1", layout: "yuv422p12le", ending: "mkv", modes: [.exact]),
        Lossless(encoder: "ffv1", layout: "gbrp10le", ending: "mkv", modes: [.exact]),
    ]

    @Test("sources without loss stay without loss", .enabled(if: Oracle.isThere), arguments: losslessSources)
    func lossless(_ test: Lossless) async throws {
        let source = folder.path("source.\(test.ending)")
        try Oracle.run(["-f", "lavfi", "-i", "testsrc2=s=96x80:r=25:d=1.6"] + test.arguments + [source])
        let range = CMTimeRange(start: CMTime(value: 8, timescale: 25), end: CMTime(value: 33, timescale: 25))
        let before = try pictures(source, "trim=start_frame=8:end_frame=33,setpts=PTS-STARTPTS", test.layout)
        for mode in test.modes {
            let target = folder.path("\(mode).\(test.ending)")
            let result = try await cut(source, range, to: target, as: test.fileType, mode)
            #expect(result.warnings.isEmpty, "\(result.warnings)")
            #expect(result.tracks.first?.copiedSampleCount == 0 || mode == .smart)
            #expect(try pictures(target, "null", test.layout) == before, "\(mode)")
        }
    }

    /// The bytes of 25 pictures as a decoder of others gives them.
    private func pictures(_ path: String, _ filter: String, _ layout: String) throws -> Data {
        let raw = folder.path("raw")
        let arguments = ["-i", path, "-vf", filter, "-pix_fmt", layout, "-fps_mode", "passthrough"]
        try Oracle.run(arguments + ["-f", "rawvideo", raw])
        let data = try Data(contentsOf: URL(filePath: raw))
        #expect(data.count >= 25 * 96 * 80 && data.count % 25 == 0)
        return data
    }

    @Test("what an encoder cannot keep of a source is told", .enabled(if: Oracle.isThere))
    func losses() async throws {
        let (source, target) = (folder.path("source.mkv"), folder.path("cut.mkv"))
        let deep = Lossless(encoder: "libaom-av1", layout: "yuv420p12le", ending: "mkv")
        try Oracle.run(["-f", "lavfi", "-i", "testsrc2=s=96x80:r=25:d=1"] + deep.arguments + [source])
        let range = CMTimeRange(start: CMTime(value: 8, timescale: 25), end: CMTime(value: 20, timescale: 25))
        let result = try await cut(source, range, to: target, as: .akMatroska)
        let sentence = "track 1: its pictures are without loss, and AV1 of 12 bits cannot be made so here"
        #expect(result.warnings == [sentence])
        let cut = AVURLAsset(url: URL(filePath: target))
        let track = try #require(try await cut.loadTracks(withMediaType: .video).first)
        #expect(track.facts.video?.bitDepth == 12)
    }

    @Test(
        "subtitles that begin behind the range keep no export from being made",
        arguments: ["subtitles.mkv", "subtitles.mp4"]
    )
    func withoutCues(name: String) async throws {
        let range = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 10))
        let type: AVFileType = name.hasSuffix("mkv") ? .akMatroska : .mp4
        _ = try await cut(SampleMedia.url(name).path, range, to: folder.path("cut-\(name)"), as: type)
        let cut = AVURLAsset(url: URL(filePath: folder.path("cut-\(name)")))
        #expect(try await cut.loadTracks(withMediaType: .video).count == 1)
    }

    @Test("ten hours are exact to the tick, recorded and cut")
    func tenHours() async throws {
        let (source, target) = (folder.path("long.mov"), folder.path("part.mov"))
        let writer = try AVAssetWriter(outputURL: URL(filePath: source), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        input.mediaTimeScale = 30_000
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        // A picture every 1001 s, at times that a clock of milliseconds has no place for.
        for number in 0..<36 {
            let ticks: Int = number * 30_030_000 + min(number, 1)
            let picture = try WriterKit.picture(ticks, scale: 30_000)
            #expect(input.append(picture))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let long = AVURLAsset(url: URL(filePath: source))
        let before = try await StoredMedia.samples(URL(filePath: source), .video)
        let range = CMTimeRange(start: before[12].presentationTimeStamp, end: before[30].presentationTimeStamp)
        let session = try #require(AVAssetExportSession(asset: long, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        try await session.export(to: URL(filePath: target), as: .mov)
        let part = AVURLAsset(url: URL(filePath: target))
        #expect(try await part.load(.duration) == range.duration)
        let after = try await StoredMedia.samples(URL(filePath: target), .video)
        let shown = after.filter { $0.presentationTimeStamp >= .zero }
        let expected: [CMTime] = before[12..<30].map { $0.presentationTimeStamp - range.start }
        #expect(shown.map(\.presentationTimeStamp) == expected)
    }

    @Test(
        "a movie of more than 4 GiB has all its samples where its index says",
        .enabled(if: LongRun.isOn, "it takes 4.5 GB of disk")
    )
    func large() async throws {
        let path = folder.path("large.mov")
        let writer = try AVAssetWriter(outputURL: URL(filePath: path), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<280 {
            try FakeWriting.wait(for: input)
            #expect(input.append(try WriterKit.picture(number, byteCount: 16 << 20)))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let asset = AVURLAsset(url: URL(filePath: path))
        let table = try await #require(try await asset.loadTracks(withMediaType: .video).first).akLoadSampleTable()
        #expect(table.count == 280)
        let last = try #require(table.last)
        let offset: Int64 = try #require(last.offset)
        let expected = Data(repeating: 23, count: 16)
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        try file.seek(toOffset: UInt64(offset))
        #expect(offset > 4_294_967_296)
        #expect(try file.read(upToCount: 16) == expected)
    }
}
