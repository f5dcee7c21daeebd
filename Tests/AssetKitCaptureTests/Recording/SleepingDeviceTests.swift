import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Devices that sleep, as the machine does or a sound server has them do: nothing comes of them, and nobody says that they failed.
@Suite("Recordings while devices sleep")
struct SleepingDeviceTests {
    enum Sleeper: CaseIterable, Sendable { case camera, microphone, both }

    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Starts a session whose devices sleep from the second second on, and again a second after they have woken up.
    private func begin(_ sleeper: Sleeper, seconds: Int64) throws {
        studio.provider.add(.camera(AKSyntheticCamera(id: "front", width: 320, height: 240, frameRates: [30])))
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "desk")))
        let (provider, registry) = studio.troubled()
        let (start, second) = (studio.host.now, Int64(1_000_000_000))
        let sleeps = [2, 3 + seconds].map { start + $0 * second..<start + ($0 + seconds) * second }
        provider.lose { sample in
            let isSound = if case .sound = sample.content { true } else { false }
            let isHit = sleeper == .both || isSound == (sleeper == .microphone)
            return isHit && sleeps.contains { $0.contains(sample.hostTime) }
        }
        provider.change { sample in
            let wakes = sleeps.contains { ($0.upperBound..<$0.upperBound + 10_000_000).contains(sample.hostTime) }
            if wakes, sleeper != .camera { sample.isDiscontinuous = true }
        }
        for id in ["front", "desk"] { try studio.add(try #require(registry.device(id))) }
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
    }

    @Test(
        "a recording goes on when they wake up, and everything is where it was",
        arguments: Sleeper.allCases,
        [1, 12] as [Int64]
    )
    func sleep(sleeper: Sleeper, seconds: Int64) async throws {
        try begin(sleeper, seconds: seconds)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(Double(4 + 2 * seconds))
        #expect(output.isRecording && studio.session.isRunning)
        output.stopRecording()
        studio.advance(1)
        #expect(log.words == ["start", "will finish", "finish"] && log.errors.isEmpty)
        let movie = try await RecordedMovie(studio.url())
        let start = try #require(log.starts.first?.seconds)
        #expect(abs(movie.duration - Double(4 + 2 * seconds)) < 0.1, "\(movie.duration)")
        // The devices have run since the second 100 of the clock.
        for picture in movie.pictures {
            let time = try #require(picture.number.map { 100 + Double($0) / 30 })
            #expect(abs(picture.time + start - time) < 0.02, "\(picture.time): \(time)")
        }
        let errors = movie.beepErrors(since: start)
        #expect(errors.count >= 3 && errors.allSatisfy { abs($0) < 0.01 }, "\(errors)")
        let missing = sleeper == .microphone ? 0 : Int(2 * seconds) * 30
        #expect(abs(movie.pictures.count + missing - Int(4 + 2 * seconds) * 30) <= 3, "\(movie.pictures.count)")
    }
}
