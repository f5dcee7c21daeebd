import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Exports of what cannot be read")
struct ExportFaultTests {
    /// Bytes that can be read until somebody says otherwise, as those of a disk that breaks.
    private final class BreakingSource: AKByteSource {
        private let data: Data
        private let isBroken = Lock(false)

        init(_ data: Data) { self.data = data }

        func breakDown() { isBroken.withLock { $0 = true } }

        var length: Int64? { Int64(data.count) }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            guard !isBroken.withLock({ $0 }) else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(EIO)) }
            let count = min(buffer.count, data.count - Int(offset))
            guard count > 0 else { return 0 }
            data.copyBytes(to: buffer, from: Int(offset)..<Int(offset) + count)
            return count
        }
    }

    private let folder = TemporaryFolder()

    private static let ways: [AKTrimMode?] = [nil, .keyframe, .exact, .smart, .presentsExactly]

    @Test(
        "a read error is the export's, and leaves nothing",
        arguments: [
            ("h264-bframes.mp4", AVFileType.mp4, AVFileType.mp4), ("h264-bframes.mkv", .akMatroska, .akMatroska),
            ("h264.ts", .akMPEGTransportStream, .mp4),
        ],
        ways
    )
    func readError(
        file: (name: String, own: AVFileType, type: AVFileType),
        mode: AKTrimMode?
    ) async throws {
        let source = BreakingSource(try Data(contentsOf: SampleMedia.url(file.name)))
        let asset = AVAsset(akSource: source, fileType: file.own)
        _ = try await asset.load(.tracks, .duration)
        let preset = mode == nil ? AVAssetExportPresetLowQuality : AVAssetExportPresetPassthrough
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        if let mode { session.akTrimMode = mode }
        session.timeRange = CMTimeRange(start: CMTime(value: 13, timescale: 25), end: CMTime(value: 60, timescale: 25))
        source.breakDown()
        let target = folder.path("cut.\(file.type == .mp4 ? "mp4" : "mkv")")
        let error = try await #require(throws: AVError.self) {
            try await session.export(to: URL(filePath: target), as: file.type)
        }
        #expect(session.status == .failed)
        #expect(error.localizedDescription.hasPrefix("cannot "), "\(error.localizedDescription)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == [])
    }
}
