import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

private let captureHours = ProcessInfo.processInfo.environment["ASSETKIT_CAPTURE_HOURS"].flatMap(Double.init)

/// Hours of recording, which take minutes: only where `ASSETKIT_CAPTURE_HOURS` says how many.
@Suite(
    "Long recordings",
    .enabled(
        if: captureHours != nil,
        "LEFT OUT: hours of recording; set ASSETKIT_CAPTURE_HOURS to have them"
    )
)
struct LongRecordingTests {
    /// How much memory the process has, in MiB.
    private var memory: Double {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return text.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 / 256 } ?? 0
    }

    @Test("hours of pictures and of a microphone that drifts: none is lost, all stays in step, memory stays the same")
    func hours() async throws {
        let hours = try #require(captureHours)
        let studio = Studio()
        try studio.add(studio.camera(AKSyntheticCamera(width: 128, height: 96, frameRates: [5])))
        try studio.add(studio.microphone(AKSyntheticMicrophone(sampleRate: 8000, driftPPM: 200)))
        let output = AVCaptureMovieFileOutput()
        output.movieFragmentInterval = CMTime(value: 10, timescale: 1)
        studio.session.addOutput(output)
        studio.session.startRunning()
        let log = RecordingLog()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        var memories: [Double] = []
        for _ in 0..<10 {
            studio.advance(hours * 360)
            memories.append(memory)
        }
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let asset = AVURLAsset(url: studio.url())
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let samples = try await track.akLoadSampleTable()
        // The picture of the very moment of the end may be stored, and is not shown.
        #expect((Int(hours * 18_000)...Int(hours * 18_000) + 1).contains(samples.count))
        let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let ranges = try await (track.load(.timeRange), sound.load(.timeRange))
        #expect(abs(ranges.0.end.seconds - ranges.1.end.seconds) < 0.02)
        let end = try await RecordedMovie(studio.url(), from: hours * 3600 - 30)
        let errors = end.beepErrors(since: try #require(log.starts.first?.seconds))
        #expect(errors.count >= 25 && errors.allSatisfy { abs($0) < 0.012 })
        print("memory in MiB after each tenth of the time:", memories.map { Int($0) })
        #expect((memories.last ?? 0) - memories[2] < 32 + 2 * hours)
    }
}
