import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Export session")
struct ExportSessionTests {
    private let folder = TemporaryFolder()

    private func session(_ name: String, _ preset: String) throws -> AVAssetExportSession {
        try #require(AVAssetExportSession(asset: AVURLAsset(url: SampleMedia.url(name)), presetName: preset))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    }

    private func failure(_ session: AVAssetExportSession, _ name: String, as type: AVFileType) async -> AVError? {
        do {
            try await session.export(to: URL(filePath: folder.path(name)), as: type)
            return nil
        } catch { return error as? AVError }
    }

    @Test("states follow each other, the handler is called once, and the result tells what was made")
    func states() async throws {
        let session = try session("h264-bframes.mp4", AVAssetExportPresetLowQuality)
        session.outputURL = URL(filePath: folder.path("a.mp4"))
        session.outputFileType = .mp4
        #expect(session.status == .unknown)
        let listened = Task {
            var names: [String] = []
            for await state in session.states(updateInterval: 0) {
                switch state {
                case .pending: names.append("pending")
                case .waiting: names.append("waiting")
                case .exporting: names.append("exporting")
                }
            }
            return names
        }
        // The listener has to be there first.
        try await waitPatiently("for the listener") { session.announcer.listenerCount > 0 }
        let calls = Lock(0)
        await withCheckedContinuation { continuation in
            session.exportAsynchronously {
                calls.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        #expect(session.status == .completed, "\(String(describing: session.error))")
        #expect(session.error == nil)
        #expect(session.progress == 1)
        #expect(calls.withLock { $0 } == 1)
        let names = await listened.value
        #expect(names.prefix(3) == ["pending", "waiting", "exporting"])
        #expect(names.dropFirst(3).allSatisfy { $0 == "exporting" })
        let result = try #require(session.akResult)
        #expect(result.tracks.map(\.mediaType) == [.video, .audio])
        #expect(result.tracks[0].encodedSampleCount == 75)
        #expect(result.tracks.allSatisfy { $0.copiedSampleCount == 0 })
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.mp4"))
        #expect((attributes[.size] as? NSNumber)?.int64Value == result.fileLength)
        #expect(try self.names() == ["a.mp4"])
        session.cancelExport()
        #expect(session.status == .completed)
    }

    @Test("a file that is there is left alone, unless it is to be replaced")
    func existingFile() async throws {
        let path = folder.path("there.mp4")
        try Data("precious".utf8).write(to: URL(filePath: path))
        let first = try session("h264-bframes.mp4", AVAssetExportPresetLowQuality)
        let error = await failure(first, "there.mp4", as: .mp4)
        #expect(error?.code == .fileAlreadyExists)
        #expect(first.status == .failed)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
        let second = try session("h264-bframes.mp4", AVAssetExportPresetLowQuality)
        second.akReplacesExistingFile = true
        #expect(await failure(second, "there.mp4", as: .mp4) == nil)
        #expect(try await ExportSample.pictures(path).count == 75)
        #expect(try names() == ["there.mp4"])
    }

    @Test("the asset's own file is never written over")
    func ownFile() async throws {
        let path = folder.path("own.mp4")
        try FileManager.default.copyItem(atPath: SampleMedia.url("h264-bframes.mp4").path, toPath: path)
        let before = try Data(contentsOf: URL(filePath: path))
        let asset = AVURLAsset(url: URL(filePath: path))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
        session.akReplacesExistingFile = true
        let error = await failure(session, "own.mp4", as: .mp4)
        #expect(error?.code == .operationNotAllowed)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("what is wrong is said in a sentence, and leaves nothing", arguments: [0, 1, 2, 3, 4, 5])
    func failures(number: Int) async throws {
        let preset = number == 5 ? AVAssetExportPresetPassthrough : AVAssetExportPresetLowQuality
        let session = try session("h264-bframes.mp4", preset)
        var name = "a.mp4"
        let words: String
        switch number {
        case 0:
            session.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .zero)
            words = "is empty"
        case 1:
            session.timeRange = CMTimeRange(start: CMTime(value: 9, timescale: 1), duration: .positiveInfinity)
            words = "3.0 s long"
        case 2:
            name = "missing/a.mp4"
            words = "the folder does not exist"
        case 3:
            session.akOptions.quality = 2
            words = "a quality is from 0 to 1"
        default:
            session.fileLengthLimit = 500
            words = "500 bytes cannot hold"
        }
        let error = try #require(await failure(session, name, as: .mp4))
        #expect(error.localizedDescription.contains(words), "\(error)")
        #expect(error.localizedDescription.hasPrefix("cannot export '"))
        #expect(session.status == .failed)
        #expect(try names() == [])
    }

    @Test("a source that ends early makes the export fail and leaves nothing")
    func truncatedSource() async throws {
        let whole = try Data(contentsOf: SampleMedia.url("faststart.mp4"))
        let path = folder.path("short.mp4")
        try whole.prefix(whole.count * 2 / 3).write(to: URL(filePath: path))
        let asset = AVURLAsset(url: URL(filePath: path))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
        let error = try #require(await failure(session, "out.mp4", as: .mp4))
        #expect(error.localizedDescription.contains("ends before sample"), "\(error)")
        #expect(try names() == ["short.mp4"])
    }

    @Test("an asset that cannot be opened makes the export fail with its own error")
    func missingSource() async throws {
        let asset = AVURLAsset(url: URL(filePath: "/nowhere.mp4"))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
        let error = try #require(await failure(session, "out.mp4", as: .mp4))
        #expect(error.localizedDescription.hasPrefix("cannot open '/nowhere.mp4'"))
    }

    @Test("an export that is cancelled leaves nothing")
    func cancelling() async throws {
        let source = try HaltingSource("h264-bframes.mp4")
        let asset = AVAsset(akSource: source, fileType: .mp4)
        _ = try await asset.load(.tracks)
        let preset = AVAssetExportPresetHighestQuality
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        let url = URL(filePath: folder.path("a.mp4"))
        source.setStuck(true)
        let task = Task { try await session.export(to: url, as: .mp4) }
        try await waitPatiently("until the export reads") { source.isAwaited }
        task.cancel()
        source.setStuck(false)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(session.status == .cancelled)
        #expect(session.error == nil)
        #expect(try names() == [])
    }

    @Test("the preset that copies goes by the name's ending, and says so where that tells nothing")
    func inferredType() async throws {
        let session = try session("h264-bframes.mp4", AVAssetExportPresetPassthrough)
        session.outputURL = URL(filePath: folder.path("a.mov"))
        await session.export()
        #expect(session.status == .completed, "\(String(describing: session.error))")
        #expect(try await AVURLAsset(url: URL(filePath: folder.path("a.mov"))).load(.tracks).count == 2)
        let other = try self.session("h264-bframes.mp4", AVAssetExportPresetPassthrough)
        other.outputURL = URL(filePath: folder.path("a.unknown"))
        await other.export()
        #expect((other.error as? AVError)?.code == .invalidOutputURLPathExtension)
    }

    @Test(
        "names may have spaces, quotes and line breaks",
        arguments: ["a b.mp4", "it's \"so\".mp4", "two\nlines.mp4", "ü.mp4"]
    )
    func strangeNames(name: String) async throws {
        let session = try session("h264-bframes.mp4", AVAssetExportPresetLowQuality)
        #expect(await failure(session, name, as: .mp4) == nil)
        #expect(try names() == [name])
    }

    @Test("starting twice stops the program, and so does starting without a place")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality)?.exportAsynchronously {}
        }
        await #expect(processExitsWith: .failure) {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality)?.outputFileType = .wav
        }
    }

    @Test("a second export is refused, and so is a range without a beginning, or a limit below zero")
    func refusals() async throws {
        let done = try session("h264-bframes.mp4", AVAssetExportPresetPassthrough)
        #expect(await failure(done, "once.mp4", as: .mp4) == nil)
        #expect(await failure(done, "twice.mp4", as: .mp4)?.localizedDescription.contains("exports once") == true)
        let endless = try session("h264-bframes.mp4", AVAssetExportPresetPassthrough)
        endless.timeRange = .invalid
        #expect(await failure(endless, "a.mp4", as: .mp4)?.localizedDescription.contains("has no beginning") == true)
        let limited = try session("h264-bframes.mp4", AVAssetExportPresetLowQuality)
        limited.fileLengthLimit = -1
        #expect(await failure(limited, "b.mp4", as: .mp4)?.localizedDescription.contains("below zero") == true)
    }

    @Test("what stops the threads of an export is not kept when they have ended")
    func release() throws {
        let crew = ExportCrew(CancellationFlag())
        weak var kept: CancellationFlag?
        do {
            let waiting = CancellationFlag()
            kept = waiting
            crew.onFailure { _ in _ = waiting }
        }
        crew.add("test") {}
        #expect(kept != nil)
        try crew.wait()
        #expect(kept == nil)
    }
}
