import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase

@Suite("Join session, plans", .enabled(if: Oracle.isThere))
struct JoinPlanTests {
    private let folder = TemporaryFolder()

    /// Clips that differ in everything that matters.
    private func clips() throws -> [String] {
        let source = ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4"]
        let kinds = [
            ("usual.mp4", ["-c:v", "libx264", "-c:a", "aac"]),
            ("web.webm", ["-c:v", "libvpx-vp9", "-c:a", "libopus"]),
            ("mp3.mkv", ["-c:v", "libx264", "-c:a", "libmp3lame"]),
            ("pcm.mov", ["-c:v", "mpeg4", "-c:a", "pcm_s16le", "-ac", "2", "-ar", "8000"]),
        ]
        return try kinds.map { try SharedClips.path($0, source + $1) } + [TurnedClip.shared(TurnedClip.quarter)]
    }

    private func outcome<Value>(_ body: () async throws -> Value) async -> (value: Value?, problem: String) {
        do { return (try await body(), "") } catch {
            return (nil, (error as? AVError)?.failureReason ?? "\(error)")
        }
    }

    @Test(
        "say what becomes of every pair of clips, or refuse it in the same words",
        arguments: ["mp4", "mov", "mkv", "ts"]
    )
    func pairs(type: String) async throws {
        let clips = try clips()
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        for first in clips {
            for second in clips {
                let assets = [first, second].map { AVURLAsset(url: URL(filePath: $0), options: options) }
                let session = AKJoinSession(assets: assets)
                session.replacesExistingFile = true
                let url = URL(filePath: folder.path("joined.\(type)"))
                let planned = await outcome { try await session.plan(for: url) }
                let made = await outcome { try await session.export(to: url).plan }
                let names = "\(first.suffix(10)) and \(second.suffix(10)) into \(type)"
                #expect(planned.problem == made.problem, "\(names)")
                guard let plan = planned.value, let real = made.value else { continue }
                #expect(plan.warnings == real.warnings, "\(names)")
                #expect(plan.clips.map(\.reasonsToEncode) == real.clips.map(\.reasonsToEncode), "\(names)")
                #expect(plan.tracks.map(\.mediaType) == real.tracks.map(\.mediaType), "\(names)")
                #expect(plan.tracks.map(\.codec) == real.tracks.map(\.codec), "\(names)")
                for (expected, track) in zip(plan.tracks, real.tracks) {
                    #expect(expected.copiedSampleCounts == track.copiedSampleCounts, "\(names)")
                    for (count, number) in zip(expected.encodedSampleCounts, track.encodedSampleCounts) {
                        let isClose =
                            track.mediaType == .video ? count == number : abs(count - number) <= max(2, number / 50)
                        #expect(isClose, "\(names): \(count) instead of \(number)")
                    }
                }
                #expect(abs((plan.duration - real.duration).seconds) < 0.05, "\(names)")
            }
        }
    }

    @Test("a range of a clip that differs is encoded in all of its tracks, and the plan says so")
    func ranges() async throws {
        let clips = try clips()
        let range = CMTimeRange(start: CMTime(value: 3, timescale: 25), duration: CMTime(value: 5, timescale: 25))
        let session = AKJoinSession(clips: [
            .init(asset: AVURLAsset(url: URL(filePath: clips[0]))),
            .init(asset: AVURLAsset(url: URL(filePath: clips[2])), timeRange: range),
        ])
        let url = URL(filePath: folder.path("joined.mp4"))
        let plan = try await session.plan(for: url)
        let real = try await session.export(to: url).plan
        #expect(plan.tracks.map(\.copiedSampleCounts) == real.tracks.map(\.copiedSampleCounts))
        // Pictures of the Matroska file begin 25 ms late, so that one more is seen in part.
        #expect(plan.tracks.first?.encodedSampleCounts == [0, 6])
        #expect(real.tracks.first?.encodedSampleCounts == [0, 6])
        #expect(plan.clips.map(\.reasonsToEncode) == real.clips.map(\.reasonsToEncode))
        #expect(plan.clips[1].reasonsToEncode.last == "it is cut exactly")
    }
}
