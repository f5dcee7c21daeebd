import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Sources of exports")
struct SourceContextTests {
    @Test(
        "a thread that may block lists what a task lists",
        arguments: ["h264-bframes.mp4", "h264.ts", "chapters.mp4", "mp3-xing.mp3", "subtitles.mkv"]
    )
    func listing(name: String) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let wanted = try await LoadedSource.load(asset)
        let context = SourceContext(try asset.requireLoaded())
        let found = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try context.samples() }
        #expect(found.tracks.map(\.facts.trackID) == wanted.tracks.map(\.facts.trackID))
        #expect(found.tracks.map(\.index.count) == wanted.tracks.map(\.index.count))
        #expect(found.tracks.map(\.isTabled) == wanted.tracks.map(\.isTabled))
        #expect(found.tracks.map(\.origin) == wanted.tracks.map(\.origin))
    }

    @Test("chosen tracks are in the order of the file, whatever was asked for before")
    func choice() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("two-languages.mp4"))
        _ = try await asset.load(.tracks)
        let context = SourceContext(try asset.requireLoaded())
        let all = try context.samples().tracks.map(\.facts.trackID)
        let last = try #require(all.last)
        #expect(try context.samples(of: [last]).tracks.map(\.facts.trackID) == [last])
        #expect(try context.samples(of: Set(all)).tracks.map(\.facts.trackID) == all)
        #expect(try context.samples(of: []).tracks.isEmpty)
    }

    @Test("the plan, the trial and the run of a smart cut open the file once")
    func openedOnce() async throws {
        let folder = TemporaryFolder()
        let asset = AVURLAsset(url: SampleMedia.url("hevc.mp4"))
        _ = try await asset.load(.tracks)
        let context = SourceContext(try asset.requireLoaded())
        let preset = try #require(ExportPreset(named: AVAssetExportPresetPassthrough))
        let settings = {
            var settings = ExportSettings()
            settings.trimMode = .smart
            let (start, end) = (CMTime(value: 7, timescale: 25), CMTime(value: 65, timescale: 25))
            settings.timeRange = CMTimeRange(start: start, end: end)
            return settings
        }()
        let url = URL(filePath: folder.path("cut.mp4"))
        let result = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            let timeline = Timeline.range(settings.timeRange, of: context.loaded.facts.tracks)
            let wishes = ExportWishes(preset, settings)
            let job = try ExportJob(timeline, of: [context], wishes, to: url, as: .mp4)
            let plan = try job.plan().ofOneClip
            #expect(plan.stretches.contains { $0.action == .encode })
            return try job.run { _ in }.ofOneClip
        }
        #expect(result.tracks.contains { $0.copiedSampleCount > 0 && $0.encodedSampleCount > 0 })
        #expect(context.session.counters.snapshot.opens == 1)
    }

    @Test("a listing ends with the export, though the source does not answer")
    func cancelledListing() async throws {
        let source = try HaltingSource("h264.ts")
        let asset = AVAsset(akSource: source, fileType: .akMPEGTransportStream)
        _ = try await asset.load(.tracks)
        let flag = CancellationFlag()
        let context = SourceContext(try asset.requireLoaded(), flag)
        source.setStuck(true)
        let task = Task { try await WorkerThread.run("assetkit.copy", flag) { try context.samples() } }
        try await waitPatiently("until the samples are listed") { source.isAwaited }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        source.setStuck(false)
    }
}
