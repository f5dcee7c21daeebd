import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Limits of size", .enabled(if: Oracle.isThere))
struct SizeLimitTests {
    private let folder = TemporaryFolder()

    /// What FFmpeg makes of a moving pattern and noise.
    private func source(_ name: String) throws -> AVURLAsset {
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=10:d=3,noise=alls=20:allf=t:all_seed=3"]
        let sound = ["-f", "lavfi", "-i", "anoisesrc=d=3:r=48000:a=0.2:seed=4", "-ac", "2"]
        let settings: [String]
        switch URL(filePath: name).pathExtension {
        case "mp4": settings = pictures + sound + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-b:a", "160k"]
        case "webm": settings = pictures + sound + ["-c:v", "libvpx", "-b:v", "600k", "-c:a", "libopus"]
        default: settings = sound
        }
        let path = try SharedClips.path(name, settings)
        return AVURLAsset(url: URL(filePath: path), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    private func size(_ asset: AVURLAsset) throws -> Int64 {
        Int64(try asset.url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    }

    private func session(_ asset: AVURLAsset, _ limit: Int64, _ target: String) throws -> AVAssetExportSession {
        let presets = [
            "mp4": AVAssetExportPresetHighestQuality, "mkv": AVAssetExportPresetHighestQuality,
            "webm": AKExportPresetWebMVP9, "m4a": AVAssetExportPresetAppleM4A, "mp3": AKExportPresetMP3,
            "ogg": AKExportPresetOggOpus, "ts": AVAssetExportPresetHighestQuality,
        ]
        let preset = try #require(presets[URL(filePath: target).pathExtension])
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        session.fileLengthLimit = limit
        session.outputURL = URL(filePath: folder.path(target))
        return session
    }

    static let cases: [(source: String, target: String)] = [
        ("a.mp4", "out.mp4"), ("a.mp4", "out.mkv"), ("a.mp4", "out.ts"), ("a.webm", "out.webm"), ("a.wav", "out.m4a"),
        ("a.wav", "out.mp3"), ("a.wav", "out.ogg"),
    ]

    /// One that is refused or nearly so, and one that leaves room; what is between them in long runs.
    static let shares = LongRun.isOn ? [0.08, 0.3, 0.7] : [0.08, 0.7]

    @Test("a limit is met to three hundredths, or refused by plan and run alike", arguments: cases, shares)
    func lands(item: (source: String, target: String), share: Double) async throws {
        let asset = try source(item.source)
        // An encoder of sound cannot fill what uncompressed samples take.
        let whole = Double(try size(asset)) * (item.source == "a.wav" ? 0.2 : 1)
        let limit = Int64(whole * share)
        let session = try session(asset, limit, item.target)
        let type = try #require(FileTypes.fileType(ofExtension: URL(filePath: item.target).pathExtension))
        session.outputFileType = type
        let plan: AKExportPlan
        do {
            plan = try await session.akPlan()
        } catch {
            #expect(error.localizedDescription.contains("smallest file that could be made"), "\(error)")
            let url = URL(filePath: folder.path(item.target))
            await #expect(throws: (any Error).self) { try await session.export(to: url, as: type) }
            #expect(!FileManager.default.fileExists(atPath: url.path))
            return
        }
        #expect(plan.expectedByteCount ?? .max <= limit)
        try await session.export(to: URL(filePath: folder.path(item.target)), as: type)
        let made = try #require(session.akResult?.fileLength)
        #expect(made <= limit && Double(made) >= 0.97 * Double(limit), "\(made) of \(limit)")
        let length = try await AVURLAsset(url: URL(filePath: folder.path(item.target))).load(.duration).seconds
        #expect(abs(length - 3) < 0.15)
    }

    @Test("pictures become smaller where their encoder follows no lower rate", arguments: [0.08, 0.2])
    func encodersFloor(share: Double) async throws {
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3,noise=alls=12:allf=t:all_seed=3"]
        let noise = try SharedClips.path("noise.mp4", pictures + ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
        let asset = AVURLAsset(url: URL(filePath: noise))
        let limit = Int64(Double(try size(asset)) * share)
        let session = try session(asset, limit, "out.mkv")
        session.akOptions.video = .encoded(AVVideoCodecType(rawValue: "mp2v"))
        session.outputFileType = .akMatroska
        let planned = try await session.akPlan().expectedByteCount
        #expect(planned ?? .max <= limit)
        try await session.export(to: URL(filePath: folder.path("out.mkv")), as: .akMatroska)
        let made = try #require(session.akResult?.fileLength)
        #expect(made <= limit && Double(made) >= 0.97 * Double(limit), "\(made) of \(limit)")
    }

    @Test("the smallest file that a refusal names can be made", arguments: ["out.mp4", "out.webm"])
    func smallest(target: String) async throws {
        let asset = try source("a.mp4")
        let type = try #require(FileTypes.fileType(ofExtension: URL(filePath: target).pathExtension))
        let first = try session(asset, 4000, target)
        first.outputFileType = type
        let error = try await #require(throws: AVError.self) { _ = try await first.akPlan() }
        let words = error.localizedDescription.components(separatedBy: .whitespaces)
        let least = try #require(words.last.flatMap { Int64($0) })
        let second = try session(asset, least, target)
        try await second.export(to: URL(filePath: folder.path(target)), as: type)
        #expect(try #require(second.akResult?.fileLength) <= least)
    }

    @Test("a source that fits is copied, and one of another kind becomes no larger")
    func fits() async throws {
        let asset = try source("a.mp4")
        let whole = try size(asset)
        let copied = try session(asset, whole * 2, "copy.mp4")
        copied.outputFileType = .mp4
        #expect(try await copied.akPlan().stretches.allSatisfy { $0.action == .copy })
        try await copied.export(to: URL(filePath: folder.path("copy.mp4")), as: .mp4)
        #expect(try #require(copied.akResult).tracks.allSatisfy { $0.encodedSampleCount == 0 })
        let encoded = try session(asset, whole * 2, "other.webm")
        try await encoded.export(to: URL(filePath: folder.path("other.webm")), as: .akWebM)
        #expect(try #require(encoded.akResult?.fileLength) <= whole)
    }

    @Test("sound gives way before pictures become smaller, and both before it is refused")
    func order() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        var (heights, rates, channels) = ([Int](), [Int](), [Int]())
        for limit in [Int64(48_000), 30_000, 23_000] {
            let session = try #require(
                AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
            )
            session.fileLengthLimit = limit
            session.akOptions.encoderPreset = "veryfast"
            session.outputFileType = .mp4
            session.outputURL = URL(filePath: folder.path("a.mp4"))
            let plan = try await session.akPlan()
            heights += plan.stretches.compactMap(\.encoding?.height)
            rates += plan.stretches.filter { $0.mediaType == .audio }.compactMap(\.encoding?.bitRate)
            channels += plan.stretches.compactMap(\.encoding?.channelCount)
        }
        #expect(heights == heights.sorted(by: >) && rates == rates.sorted(by: >), "\(heights) \(rates)")
        #expect(rates.last ?? 0 >= 32_000 && channels.last == 1)
    }
}
