internal import AssetKitClocks

import AssetKitAssets
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// What a crash would leave of a recording, looked at while it is made.
@Suite("What a crash may cost a recording")
struct CrashLossTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Where pictures and sound end in what a crash would leave now, in seconds; nil where nothing can be read yet.
    private func ends() async throws -> [Double]? {
        // Whoever reads a file that grows reads a copy, as one that was cut off.
        let crashed = studio.url("crashed.mov")
        try Data(contentsOf: studio.url()).write(to: crashed)
        guard let tracks = try? await AVURLAsset(url: crashed).load(.tracks) else { return nil }
        var ends: [Double] = []
        for track in tracks { ends.append(try await track.load(.timeRange).end.seconds) }
        return ends
    }

    /// Encoders are on threads of their own, which no clock of a test drives: what they were given is in the file sometime, and half
    /// an hour is enough for that. False where it never comes.
    private func wait(until place: Double, _ held: inout [Double]) async throws -> Bool {
        let limit = ContinuousClock.now + .seconds(1800)
        while held.count < 2 || held.contains(where: { $0 < place }) {
            guard ContinuousClock.now < limit else { return false }
            await Task.yield()
            held = try await ends() ?? held
        }
        return true
    }

    @Test(
        "whenever it is cut off, all but an interval and a quarter of a second is there",
        arguments: [(1.0, 0.0), (1.0, 200), (0.3, -200)]
    )
    func loss(interval: Double, ppm: Double) async throws {
        output.movieFragmentInterval = CMTime(seconds: interval, preferredTimescale: 1000)
        try studio.add(studio.camera())
        try studio.add(studio.microphone(AKSyntheticMicrophone(driftPPM: ppm)))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.1)
        let start = try #require(log.starts.first?.seconds)
        var held: [Double] = []
        for _ in 0..<600 {
            studio.advance(0.01)
            let captured = Double(studio.host.now) / 1e9 - start
            let bound = captured - interval - 0.25
            guard bound > 0 else { continue }
            try #require(try await wait(until: bound, &held), "\(captured) s, and \(held) are there")
        }
        #expect(held.count == 2 && held.allSatisfy { $0 > 4 })
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
    }
}
