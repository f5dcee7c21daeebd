import Foundation
import TestSupport
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

    /// How many packets of sound a file has.
    private func packetCount(_ path: String) throws -> Int {
        try Oracle.lines(of: path, ["-map", "0:a:0", "-c", "copy", "-f", "framecrc"]).count { !$0.hasPrefix("#") }
    }

    @Test(
        "sound that ends before the pictures is counted as far as it goes",
        // Of the last one, there is no sound in the second clip.
        arguments: [("mp4", 313), ("mkv", 313), ("mp4", 1000)] as [(String, Int64)]
    )
    func shortSound(ending: String, milliseconds: Int64) async throws {
        let pictures = ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=1.6", "-c:v", "libx264"]
        let sound = ["-f", "lavfi", "-i", "sine=d=0.6:r=48000"]
        let clip = try SharedClips.path("short-sound.\(ending)", sound + pictures + ["-c:a", "aac"])
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: URL(filePath: clip), options: options)
        let start = CMTime(value: milliseconds, timescale: 1000)
        let part = CMTimeRange(start: start, duration: .positiveInfinity)
        let session = AKJoinSession(clips: [.init(asset: asset), .init(asset: asset, timeRange: part)])
        session.cutMode = .smart
        let path = folder.path("made.mkv")
        let plan = try await session.plan(for: URL(filePath: path))
        let real = try await session.export(to: URL(filePath: path)).plan
        func counts(_ plan: AKJoinSession.Plan) -> [Int] { plan.tracks.last?.encodedSampleCounts ?? [] }
        let packets = try packetCount(path)
        #expect(packets > 0 && counts(real).reduce(0, +) == packets)
        #expect((counts(real).last == 0) == (milliseconds == 1000))
        // Where the sound of the others ends, nobody knows before it has been decoded.
        if ending == "mp4" { #expect(counts(plan) == counts(real)) }
    }

    @Test("counts that turn out to be others are others at the end")
    func settledCounts() {
        #expect([100, 90].settled(to: 190) == [100, 90])
        #expect([100, 90].settled(to: 140) == [100, 40])
        #expect([100, 90].settled(to: 60) == [60, 0])
        #expect([100, 0].settled(to: 103) == [100, 3])
        #expect([Int]().settled(to: 3) == [])
    }
}
