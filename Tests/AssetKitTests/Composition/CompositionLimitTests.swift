import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Compositions with a limit of bytes")
struct CompositionLimitTests {
    private let folder = TemporaryFolder()

    /// What comes of 86 pictures of a film, of which 22 are encoded where as much as possible is copied.
    private func made(_ limit: Int64, _ name: String = "out.mp4") async throws -> (AKExportPlan, AKExportResult) {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        try await edit.insertTimeRange(frameRange(0, 37), of: film, at: .zero)
        try await edit.insertTimeRange(frameRange(26, 75), of: film, at: frames(37))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        (session.outputFileType, session.fileLengthLimit) = (.mp4, limit)
        let plan = try await session.akPlan()
        try await session.export(to: URL(filePath: folder.path(name)), as: .mp4)
        return (plan, try #require(session.akResult))
    }

    @Test("what fits is made as without a limit, and no larger")
    func copies() async throws {
        let (freePlan, free) = try await made(0, "free.mp4")
        let (plan, limited) = try await made(10_000_000)
        #expect(plan.stretches == freePlan.stretches)
        #expect(limited.fileLength == free.fileLength)
        #expect(limited.tracks == free.tracks)
        #expect(limited.tracks[0].copiedSampleCount == 64)
    }

    @Test("copies that would be too large are encoded within the limit, and the plan says why")
    func encodes() async throws {
        let (plan, result) = try await made(40_000)
        let pictures = plan.stretches.filter { $0.mediaType == .video }
        #expect(pictures.map(\.action) == [.encode])
        #expect(pictures.allSatisfy { $0.why.contains("since with what could be copied the file would have about") })
        #expect(result.fileLength <= 40_000)
        #expect(result.tracks[0].copiedSampleCount == 0)
        #expect(try await ExportSample.pictures(folder.path("out.mp4"), codedSize: (320, 180)).count == 86)
    }

    @Test("where copies turn out to be larger than was expected, all is encoded")
    func exceeds() async throws {
        let (_, free) = try await made(0, "free.mp4")
        // One byte less cannot be seen before the file is there.
        let (_, limited) = try await made(free.fileLength - 1)
        #expect(limited.fileLength < free.fileLength)
        #expect(limited.tracks[0].copiedSampleCount == 0 && limited.tracks[0].encodedSampleCount == 86)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(names.sorted() == ["free.mp4", "out.mp4"])
    }
}
