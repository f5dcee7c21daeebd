import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

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

    @Test(
        "is copied from, with all tracks that a file has",
        arguments: ["h264-bframes.mp4", "h264.ts", "mp3-xing.mp3", "subtitles.mkv"]
    )
    func export(name: String) async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let passthrough = AVAssetExportPresetPassthrough
        let file = try await exported(SampleMedia.url(name), passthrough, as: .akMatroska)
        let remote = try await exported(server.plainURL(name), passthrough, as: .akMatroska)
        #expect(remote.tracks.map(\.mediaType) == file.tracks.map(\.mediaType))
        #expect(!remote.tracks.isEmpty)
        #expect(!remote.tracks.contains { $0.copiedSampleCount + $0.encodedSampleCount == 0 })
        #expect(!remote.warnings.contains { $0.contains("there are no samples") })
    }

    @Test(
        "that tells no length gives all bytes, and says that their end may not be the file's",
        arguments: ["faststart.mp4", "h264.ts", "mp3-xing.mp3"]
    )
    func endOfConnection(name: String) async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let expected = try Data(contentsOf: SampleMedia.url(name))
        let source = try RemoteAddress().open(server.endlessURL(name), NetworkOptions(), CancellationFlag())
        #expect(try source.length == nil)
        #expect((source as? any OrderedByteSource)?.canGoBack == false)
        var bytes = Data()
        var piece = [UInt8](repeating: 0, count: 10_000)
        let end = #expect(throws: StreamedSource.UnknownEnd.self) {
            while true {
                let count = try piece.withUnsafeMutableBytes { try source.read(at: Int64(bytes.count), into: $0) }
                bytes.append(contentsOf: piece[..<count])
            }
        }
        #expect(bytes == expected)
        #expect(end?.position == Int64(expected.count))
        // What was read can be read again.
        let again = try piece.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
        #expect(again > 0 && piece[0] == expected[0])
    }

    @Test("that tells no length is refused in a sentence where all of the file is needed")
    func unknownEnd() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let error = await #expect(throws: AVError.self) {
            try await AVURLAsset(url: server.endlessURL("faststart.mp4")).load(.tracks)
        }
        #expect(error?.failureReason?.contains("tells no length") == true)
    }

    @Test("keeps its sound where pictures are encoded")
    func encoding() async throws {
        let server = try await RangeServer.start(SampleMedia.folder)
        defer { server.stop() }
        let made = try await exported(server.plainURL("h264.ts"), AVAssetExportPresetHighestQuality, as: .mp4)
        #expect(made.tracks.map(\.mediaType) == [.video, .audio])
        #expect(!made.warnings.contains { $0.contains("there are no samples") })
    }

    private func exported(_ url: URL, _ preset: String, as type: AVFileType) async throws -> AKExportResult {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let made = URL(filePath: folder.path(type == .mp4 ? "made.mp4" : "made.mkv"))
        let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: url), presetName: preset))
        try await session.export(to: made, as: type)
        return try #require(session.akResult)
    }
}
