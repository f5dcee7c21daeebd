import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Export in two passes")
struct TwoPassTests {
    private let folder = TemporaryFolder()

    @Test("a folder for notes is gone with its user, and an abandoned one with the next")
    func folders() throws {
        let target = folder.path("film: 1=2.mp4")
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path("")) }
        var first: HiddenFolder? = try HiddenFolder(besides: target)
        let notes = try #require(first?.plainPath("3"))
        try Data([1]).write(to: URL(filePath: notes))
        // Somebody else who writes the same file leaves it alone.
        let second = try HiddenFolder(besides: target)
        #expect(try Data(contentsOf: URL(filePath: notes)) == Data([1]))
        #expect(try names().count == 2)
        first = nil
        #expect(try names().count == 1)
        try withExtendedLifetime(second) {
            let abandoned = HiddenFile(of: target).freshName()
            try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: false)
            #expect(try names().count == 2)
            HiddenFile(of: target).removeAbandoned()
            #expect(try names().count == 1)
        }
    }

    /// Exports a film of a quiet and a noisy part, 12 s long, and answers how far its pictures' bits miss the rate.
    private func miss(
        _ film: String,
        _ codec: AVVideoCodecType,
        rate: Int,
        passesTwice: Bool,
        to name: String,
        isParallel: Bool = true
    ) async throws -> Double {
        let asset = AVURLAsset(url: URL(filePath: film))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.akOptions.video = .encoded(codec)
        session.akOptions.videoBitRate = rate
        session.canPerformMultiplePassesOverSourceMediaData = passesTwice
        session.allowsParallelizedExport = isParallel
        try await session.export(to: URL(filePath: folder.path(name)), as: .mp4)
        let bytes = try #require(session.akResult?.trackByteCounts.first)
        return abs(Double(bytes) * 8 / 12 / Double(rate) - 1)
    }

    private func film() throws -> String {
        let pictures = [
            "-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=5", "-f", "lavfi", "-i",
            "testsrc2=s=160x120:r=10:d=7,noise=alls=25:allf=t:all_seed=3", "-filter_complex", "concat=n=2",
        ]
        let encoder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-g", "20", "-pix_fmt", "yuv420p"]
        return try SharedClips.path("in.mp4", pictures + encoder)
    }

    @Test(
        "a rate is met, with every picture in its place, the same bytes by one as by many, and nothing left behind",
        .enabled(if: Oracle.isThere),
        arguments: [AVVideoCodecType.h264, .hevc]
    )
    func rate(codec: AVVideoCodecType) async throws {
        let film = try film()
        let once = try await miss(film, codec, rate: 150_000, passesTwice: false, to: "once.mp4")
        let twice = try await miss(film, codec, rate: 150_000, passesTwice: true, to: "twice.mp4")
        #expect(twice < 0.03, "\(codec): one pass misses by \(once), two by \(twice)")
        #expect(twice < once, "\(codec): one pass misses by \(once), two by \(twice)")
        _ = try await miss(film, codec, rate: 150_000, passesTwice: true, to: "alone.mp4", isParallel: false)
        let alone = try Data(contentsOf: URL(filePath: folder.path("alone.mp4")))
        let isSame = try alone == Data(contentsOf: URL(filePath: folder.path("twice.mp4")))
        #expect(isSame)
        #expect(try Oracle.complaints(folder.path("twice.mp4")).isEmpty)
        let pictures = try await ExportSample.pictures(folder.path("twice.mp4"))
        #expect(pictures.map(\.time) == (0..<120).map { CMTime(value: $0, timescale: 10) })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(names.sorted() == ["alone.mp4", "once.mp4", "twice.mp4"])
    }

    @Test("x265 works at one picture at a time where there is a budget, as its bytes are left to chance otherwise")
    func pictureThreads() throws {
        func parameters(_ rate: PictureEncoding.Rate, _ pass: EncoderPass?) throws -> [Substring] {
            var encoding = PictureEncoding(.hevc, width: 160, height: 120)
            encoding.rate = rate
            let specific = encoding.encoderOptions(pass).specific
            return try #require(specific.first { $0.key == "x265-params" }).value.split(separator: ":")
        }
        let budget = PictureEncoding.Rate.bitRate(150_000)
        #expect(try parameters(budget, nil).contains("frame-threads=1"))
        for order in [SampleEncoder.Pass.first, .second] {
            #expect(try parameters(budget, EncoderPass(order: order, path: "notes")).contains("frame-threads=1"))
        }
        #expect(try parameters(.crf(26), nil).contains("frame-threads=2"))
    }
}
