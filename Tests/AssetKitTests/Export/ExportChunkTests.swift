import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("Export in parts")
struct ExportChunkTests {
    private let folder = TemporaryFolder()

    /// Exports a sample in parts of a second, by so many chains.
    private func export(
        _ name: String,
        _ preset: String,
        to file: String,
        workers: Int,
        parts: [Double] = [0, 1, 2],
        _ change: (inout PictureEncoding) -> Void = { _ in }
    ) async throws -> AKExportResult {
        var plan = try await ExportSample.plan(name, preset, .mp4)
        for number in plan.tracks.indices {
            guard case .pictures(var rendering) = plan.tracks[number].treatment else { continue }
            let starts = parts.map { CMTime(seconds: $0, preferredTimescale: 600) }
            let ends = starts.dropFirst() + [plan.range.end]
            rendering.chunks = zip(starts, ends).map { CodableCMTimeRange(CMTimeRange(start: $0, end: $1)) }
            rendering.encoding.threadCount = 1
            change(&rendering.encoding)
            plan.tracks[number].stretches[0].treatment = .pictures(rendering)
        }
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let (made, path) = (plan, folder.path(file))
        return try await Task.detached {
            let prepared = try ExportPreparation(made, of: SourceContext(asset.requireLoaded()), ExportSettings())
            let run = ExportRunner(prepared, to: URL(filePath: path), workerCount: workers)
            return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }) { _ in }
        }.value
    }

    @Test(
        "parts are joined without a seam, and the bytes do not depend on how many work at once",
        arguments: [
            (AVAssetExportPresetHighestQuality, true), (AVAssetExportPresetHEVCHighestQuality, true),
            (AKExportPresetMatroskaAV1Opus, false), (AKExportPresetWebMVP9, false),
        ]
    )
    func seams(preset: String, isCompared: Bool) async throws {
        _ = try await export("h264-bframes.mp4", preset, to: "a.mp4", workers: 3)
        let pictures = try await ExportSample.pictures(folder.path("a.mp4"))
        #expect(pictures.map(\.index) == (0..<75).map { $0 })
        #expect(pictures.map(\.time) == (0..<75).map { CMTime(value: $0, timescale: 25) })
        #expect(pictures.allSatisfy { $0.duration == CMTime(value: 1, timescale: 25) })
        let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let index = try #require(try asset.requireLoaded().source(of: track).index)
        let decoded = (0..<index.count).map { index[$0].decodeTicks }
        let steps = Set(zip(decoded, decoded.dropFirst()).map { $1 - $0 })
        #expect(steps.count == 1, "decode times step by \(steps)")
        #expect(track.facts.descriptions.count == 1)
        guard isCompared else { return }
        _ = try await export("h264-bframes.mp4", preset, to: "one.mp4", workers: 1)
        let files = try ["a.mp4", "one.mp4"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(files[0] == files[1])
    }

    @Test(
        "parts may begin anywhere, also where pictures vary in length and are stored in another order",
        arguments: [
            ("vfr.mp4", [0, 0.73, 1.9]), ("h264-open-gop.mp4", [0, 0.61, 1.37]), ("edit-inner-gap.mp4", [0, 0.9, 1.7]),
            ("edit-reordered.mp4", [0, 0.9, 1.7]),
        ]
    )
    func places(name: String, parts: [Double]) async throws {
        _ = try await export(name, AVAssetExportPresetHighestQuality, to: "a.mp4", workers: 2, parts: parts)
        let before = try await ExportSample.pictures(SampleMedia.url(name).path)
        let after = try await ExportSample.pictures(folder.path("a.mp4"))
        #expect(after.map(\.index) == before.map(\.index))
        #expect(after.map(\.time) == before.map(\.time))
    }

    @Test("the same export gives the same bytes again")
    func repetition() async throws {
        for name in ["first.mp4", "second.mp4"] {
            try await ExportSample.export(
                "h264-bframes.mp4",
                AVAssetExportPreset640x480,
                to: folder.path(name),
                as: .mp4
            )
        }
        let files = try ["first.mp4", "second.mp4"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(files[0] == files[1])
    }

    @Test("a limit is used up to the last few hundredths, and the whole length is there", arguments: [9000, 16_000])
    func sizeLimit(limit: Int64) async throws {
        let path = folder.path("limited.mp4")
        let session = try await ExportSample.export(
            "no-audio.mp4",
            AVAssetExportPresetHighestQuality,
            to: path,
            as: .mp4
        ) {
            $0.fileLengthLimit = limit
            $0.akOptions.encoderPreset = "veryfast"
        }
        let size = try #require(session.akResult?.fileLength)
        #expect(size <= limit)
        #expect(Double(size) >= 0.97 * Double(limit))
        #expect(try await ExportSample.pictures(path).count == 50)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["limited.mp4"])
    }
}
