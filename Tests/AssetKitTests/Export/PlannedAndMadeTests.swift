import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Exports, plans beside what is made", .enabled(if: Oracle.isThere))
struct PlannedAndMadeTests {
    private let folder = TemporaryFolder()

    private func clips() throws -> [String] {
        let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4"]
        return [
            try TurnedClip.shared(TurnedClip.quarter),
            try SharedClips.path("usual.mp4", picture + ["-c:v", "libx264", "-g", "5", "-c:a", "aac"]),
            try SharedClips.path("other.mkv", picture + ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
        ]
    }

    private static let modes: [AKTrimMode] = [.keyframe, .presentsExactly, .smart, .exact]

    @Test("a plan is refused where the export is, and says as much of what is copied and encoded", arguments: modes)
    func exports(mode: AKTrimMode) async throws {
        let range = CMTimeRange(start: CMTime(value: 2, timescale: 25), duration: .positiveInfinity)
        for clip in try clips() {
            for (ending, type) in [
                ("mp4", AVFileType.mp4), ("mkv", .akMatroska), ("ts", .akMPEGTransportStream), ("webm", .akWebM),
            ] {
                for timeRange in [CMTimeRange(start: .zero, duration: .positiveInfinity), range] {
                    try await compare(clip, ending, type, mode, timeRange)
                }
            }
        }
    }

    private func compare(
        _ clip: String,
        _ ending: String,
        _ type: AVFileType,
        _ mode: AKTrimMode,
        _ range: CMTimeRange
    ) async throws {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: clip), options: options)
        _ = try await asset.load(.tracks)
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path("made.\(ending)"))
        (session.akTrimMode, session.timeRange, session.outputURL) = (mode, range, url)
        session.akReplacesExistingFile = true
        let name = "\(clip.suffix(10)) into \(ending) from \(range.start.seconds)"
        var plan: AKExportPlan?
        var planned = ""
        do { plan = try await session.akPlan() } catch { planned = (error as? AVError)?.failureReason ?? "\(error)" }
        var made = ""
        do { try await session.export(to: url, as: type) } catch {
            made = (error as? AVError)?.failureReason ?? "\(error)"
        }
        #expect(planned == made, "\(name)")
        guard let plan, let result = session.akResult else { return }
        #expect(plan.warnings == result.warnings, "\(name)")
        let pictures = plan.stretches.filter { $0.mediaType == .video }
        let track = result.tracks.first { $0.mediaType == .video }
        #expect(pictures.isEmpty == (track == nil), "\(name)")
        for (action, count) in [
            (AKExportPlan.Action.copy, track?.copiedSampleCount), (.encode, track?.encodedSampleCount),
        ] {
            let counts = pictures.filter { $0.action == action }.map(\.sampleCount)
            guard let count, !counts.contains(nil) else { continue }
            #expect(counts.reduce(0) { $0 + ($1 ?? 0) } == count, "\(name)")
        }
        let sounds = plan.stretches.filter { $0.mediaType == .audio }.map(\.action)
        let heard = result.tracks.filter { $0.mediaType == .audio }
        #expect(sounds.map { $0 == .copy } == heard.map { $0.encodedSampleCount == 0 }, "\(name)")
    }
}
