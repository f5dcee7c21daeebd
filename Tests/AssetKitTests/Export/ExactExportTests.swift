import CMTimeLib
import Foundation
import Testing

@testable import AssetKit

/// Cuts that are exact: nothing is lost that the source has. `scripts/check-trims.sh` makes hundreds.
@Suite("Exact exports")
struct ExactExportTests {
    private let folder = TemporaryFolder()

    private func cut(_ source: String, _ range: CMTimeRange, to target: String, as type: AVFileType) async throws
        -> AVAssetExportResult
    {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: source), options: options)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        session.trimMode = .exact
        try await session.export(to: URL(filePath: target), as: type)
        return try #require(session.result)
    }

    @Test(
        "sources without loss stay without loss",
        .enabled(if: Oracle.isThere),
        arguments: [(["-c:v", "libx264", "-qp", "0"], "mp4"), (["-c:v", "ffv1"], "mkv")]
    )
    func lossless(encoder: [String], ending: String) async throws {
        let (source, target) = (folder.path("source.\(ending)"), folder.path("cut.\(ending)"))
        try Oracle.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-pix_fmt", "yuv420p"] + encoder + [source]
        )
        let range = CMTimeRange(start: CMTime(value: 8, timescale: 25), end: CMTime(value: 33, timescale: 25))
        _ = try await cut(source, range, to: target, as: ending == "mp4" ? .mp4 : .matroska)
        for (path, filter, name) in [
            (source, "trim=start_frame=8:end_frame=33,setpts=PTS-STARTPTS", "before"), (target, "null", "after"),
        ] {
            try Oracle.run(["-i", path, "-vf", filter, "-pix_fmt", "yuv420p", "-f", "rawvideo", folder.path(name)])
        }
        let before = try Data(contentsOf: URL(filePath: folder.path("before")))
        let pictureSize: Int = 160 * 120 * 3 / 2
        #expect(before.count == 25 * pictureSize)
        #expect(try Data(contentsOf: URL(filePath: folder.path("after"))) == before)
    }

    @Test(
        "subtitles that begin behind the range keep no export from being made",
        arguments: ["subtitles.mkv", "subtitles.mp4"]
    )
    func withoutCues(name: String) async throws {
        let range = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 10))
        let type: AVFileType = name.hasSuffix("mkv") ? .matroska : .mp4
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
        let before = try await StoredWritingTests.samples(URL(filePath: source), .video)
        let range = CMTimeRange(start: before[12].presentationTimeStamp, end: before[30].presentationTimeStamp)
        let session = try #require(AVAssetExportSession(asset: long, presetName: AVAssetExportPresetPassthrough))
        session.timeRange = range
        try await session.export(to: URL(filePath: target), as: .mov)
        let part = AVURLAsset(url: URL(filePath: target))
        #expect(try await part.load(.duration) == range.duration)
        let after = try await StoredWritingTests.samples(URL(filePath: target), .video)
        let shown = after.filter { $0.presentationTimeStamp >= .zero }
        let expected: [CMTime] = before[12..<30].map { $0.presentationTimeStamp - range.start }
        #expect(shown.map(\.presentationTimeStamp) == expected)
    }

    @Test(
        "a movie of more than 4 GiB has all its samples where its index says",
        .enabled(if: ProcessInfo.processInfo.environment["ASSETKIT_LONG_RUN"] != nil, "it takes 4.5 GB of disk")
    )
    func large() async throws {
        let path = folder.path("large.mov")
        let writer = try AVAssetWriter(outputURL: URL(filePath: path), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        for number in 0..<280 {
            FakeWriting.wait(for: input)
            #expect(input.append(try WriterKit.picture(number, byteCount: 16 << 20)))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let asset = AVURLAsset(url: URL(filePath: path))
        let table = try await #require(try await asset.loadTracks(withMediaType: .video).first).loadSampleTable()
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
