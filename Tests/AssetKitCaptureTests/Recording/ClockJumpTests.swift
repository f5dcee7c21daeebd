import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import CMTimeLib
import Foundation
import Testing

@Suite("Recordings of devices whose clock jumps")
struct ClockJumpTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Starts a recording of a camera and a microphone that have run for a moment.
    private func begin(camera script: [AKSyntheticEvent]) throws {
        let kind = AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)
        try studio.add(studio.camera(kind))
        try studio.add(studio.microphone(AKSyntheticMicrophone()))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
    }

    @Test(
        "a camera's clock that jumps back by whole pictures takes none of them",
        arguments: [1 / 30.0, 0.1, 0.3, 0.5, 1]
    )
    func back(seconds: Double) async throws {
        try begin(camera: [AKSyntheticEvent(at: 1, .jump(-seconds))])
        studio.advance(3)
        output.stopRecording()
        studio.advance(2)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        // Of the moment at which it ended, a clock that is behind has seen more.
        #expect(movie.numbers == Array(16..<16 + movie.numbers.count))
        #expect((90...90 + Int(30 * seconds + 1)).contains(movie.numbers.count), "\(movie.numbers.count)")
        let times = movie.pictures.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.0009 })
    }

    @Test("a camera's clock that jumps ahead takes no sound from the end")
    func ahead() async throws {
        output.maxRecordedDuration = CMTime(value: 3, timescale: 1)
        try begin(camera: [AKSyntheticEvent(at: 1, .jump(1))])
        studio.advance(5)
        #expect(log.errors.map(\.code) == [.maximumDurationReached])
        let movie = try await RecordedMovie(studio.url())
        // The camera comes to the end a second earlier than the microphone.
        #expect(movie.numbers == Array(16...75))
        #expect(abs(movie.duration - 3) < 0.0005)
        #expect(abs(Double(movie.sound.count) / movie.sampleRate - 3) < 0.0005)
    }
}
