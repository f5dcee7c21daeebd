import AssetKit
import Testing

@Suite("Snippets 07 and 08: exporting")
struct ExportSnippetTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "assetkit-snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var asset: AVAsset { AVURLAsset(url: Places.sample("h264-bframes.mp4")) }

    @Test("presets are listed, checked and estimated")
    func presets() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try #require(Snippet07ExportPresets.session(for: asset))
        #expect(Snippet07ExportPresets.everything().contains(AVAssetExportPresetLowQuality))
        #expect(await Snippet07ExportPresets.canPassThrough(asset, to: .mov))
        #expect(await Snippet07ExportPresets.containers(session).contains(.mp4))
        let (duration, length) = try await Snippet07ExportPresets.estimate(session)
        #expect(duration == CMTime(value: 3, timescale: 1))
        #expect(length > 0)
    }

    @Test("a part is exported with a handler, with async, and with metadata")
    func trimming() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "handler.mov")
        let trimmer = Snippet08TrimAndExport()
        let outcome = await withCheckedContinuation { continuation in
            trimmer.trim(asset, to: url) { continuation.resume(returning: $0) }
        }
        #expect(try outcome.get() == url)
        #expect(try await AVURLAsset(url: url).load(.duration) == CMTime(value: 2, timescale: 1))
        let other = folder.appending(path: "async.mp4")
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
        try await Snippet08TrimAndExport.trim(asset, to: other, range: range)
        #expect(try await AVURLAsset(url: other).load(.duration) == CMTime(value: 1, timescale: 1))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
        Snippet08TrimAndExport.tagged(session, title: "A title")
        session.outputURL = folder.appending(path: "tagged.mp4")
        session.outputFileType = .mp4
        try await Snippet08TrimAndExport.legacyAsync(session)
        let tagged = AVURLAsset(url: folder.appending(path: "tagged.mp4"))
        #expect(try await tagged.load(.commonMetadata).contains { $0.stringValue == "A title" })
    }
}
