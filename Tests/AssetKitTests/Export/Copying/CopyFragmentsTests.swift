import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitMedia

/// Nothing says behind fragments when their samples are presented.
@Suite("Copying into fragments")
struct CopyFragmentsTests {
    private let folder = TemporaryFolder()
    private let second = CMTime(value: 1, timescale: 1)

    /// When the first stored sample of each track is shown, on the timeline of the new media.
    private func beginnings(_ plan: CopyPlan) -> [AVMediaType: CMTime] {
        var starts: [AVMediaType: CMTime] = [:]
        for part in plan.clips {
            for copied in part.copiedRuns {
                let track = plan.sources[part.source].tracks[copied.sourceTrack]
                let times = CopyPlacement.Times(copied.samples, of: track)
                starts[track.facts.mediaType] = times.start + copied.shift
            }
        }
        return starts
    }

    @Test("samples begin when they are presented, and sound so much earlier as it has in front")
    func starts() async throws {
        // Both tracks show from one second on, behind an empty edit. AAC has one packet in front.
        let primed = CMTime(value: 48_000 - 1_024, timescale: 48_000)
        let plain = beginnings(try await CopyPlan.of(["edit-leading-empty.mp4"], as: .mp4))
        #expect(plain == [.video: .zero, .audio: primed - second])
        let layout = SinkPlan.Layout.fragmented(interval: second)
        let plan = try await CopyPlan.of(["edit-leading-empty.mp4"], as: .mp4, layout: layout)
        #expect(beginnings(plan) == [.video: second, .audio: primed])
        #expect(plan.sink.tracks.first { $0.mediaType == .audio }?.priming == 1_024)
        #expect(plan.lostEdits == [] && plan.warnings == [])
        // What is asked for from half a second on comes half a second later.
        let half = CMTime(value: 1, timescale: 2)
        let rest = CMTimeRange(start: half, duration: .positiveInfinity)
        let cut = try await CopyPlan.of(["edit-leading-empty.mp4"], [rest], as: .mp4, .presentsExactly, layout: layout)
        #expect(beginnings(cut) == [.video: half, .audio: primed - half])
    }

    @Test(
        "what only edits could say is told",
        arguments: ["edit-dwell.mp4", "edit-inner-gap.mp4", "edit-rate-half.mp4"]
    )
    func lostEdits(name: String) async throws {
        let layout = SinkPlan.Layout.fragmented(interval: second)
        let plan = try await CopyPlan.of([name], as: .mp4, layout: layout)
        let track = plan.sources[0].tracks[0].facts.trackID
        let warning = "track \(track) shows in parts or at another speed, which a file in fragments cannot say; "
        #expect(plan.warnings.first == warning + "it will show as it is stored")
        #expect(try await CopyPlan.of([name], as: .mp4).lostEdits == [])
    }

    @Test("tracks without such edits lose nothing", arguments: ["h264-bframes.mp4", "late-sound.mp4", "hevc.mp4"])
    func keptEdits(name: String) async throws {
        let layout = SinkPlan.Layout.fragmented(interval: second)
        #expect(try await CopyPlan.of([name], as: .mp4, layout: layout).lostEdits == [])
    }

    /// When FFmpeg finds the first sample of a track, in seconds.
    private func start(_ path: String, _ track: String) throws -> Double {
        let list = "\(path).\(track.prefix(1)).crc"
        try Oracle.run(["-copyts", "-i", path, "-map", "0:\(track)", "-c", "copy", "-f", "framecrc", list])
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        let base = try #require(lines.first { $0.hasPrefix("#tb 0: 1/") }?.dropFirst("#tb 0: 1/".count))
        let sample = try #require(lines.first { !$0.hasPrefix("#") })
        let ticks = sample.split(separator: ",")[2].trimmingCharacters(in: .whitespaces)
        return try #require(Double(ticks)) / #require(Double(String(base)))
    }

    @Test(
        "late tracks are late for FFmpeg too, copied or beside encoded ones",
        .enabled(if: Oracle.isThere),
        arguments: [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480]
    )
    func lateTracks(preset: String) async throws {
        for (name, pictures, sound) in [("edit-leading-empty.mp4", 1.0, 1.0), ("late-sound.mp4", 0.0, 1.0)] {
            let path = folder.path("\(preset)-\(name)")
            try await ExportSample.export(name, preset, to: path, as: .mp4) { session in
                session.akOptions.fragmentInterval = second
                session.akOptions.audio = preset == AVAssetExportPresetPassthrough ? .byPreset : .copied
            }
            #expect(try abs(start(path, "v:0") - pictures) < 0.001, "\(name)")
            // FFmpeg leaves out the packet in front when it decodes.
            let first = try start(path, "a:0")
            #expect(first > sound - 0.045 && first < sound + 0.001, "\(name)")
        }
    }
}
