import AssetKit
import Foundation
import Testing

@Suite("A server without ranges", .enabled(if: RangeServer.isPossible))
struct PlainServerTests {
    @Test(
        "gives what a file gives, also where the index is last",
        arguments: ["h264-bframes.mp4", "faststart.mp4", "subtitles.mkv", "mp3-xing.mp3", "opus.ogg", "h264.ts"]
    )
    func reading(name: String) async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let (file, remote) = (AVURLAsset(url: SampleMedia.url(name)), AVURLAsset(url: server.plainURL(name)))
        #expect(try await remote.load(.tracks).map(\.mediaType) == file.load(.tracks).map(\.mediaType))
    }

    @Test("tells the length that a header tells", arguments: ["h264-bframes.mp4", "faststart.mp4", "subtitles.mkv"])
    func length(name: String) async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let precise = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let expected = try await AVURLAsset(url: SampleMedia.url(name), options: precise).load(.duration)
        let whole = AVURLAsset(url: server.plainURL(name), options: precise)
        #expect(try await whole.load(.duration) == expected)
    }

    @Test("is exported from")
    func export() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let folder = TemporaryFolder()
        let asset = AVURLAsset(url: server.plainURL("h264-bframes.mp4"))
        let made = URL(filePath: folder.path("a.mkv"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        try await session.export(to: made, as: .matroska)
        #expect(session.result?.tracks.map(\.copiedSampleCount).contains(0) == false)
    }
}
