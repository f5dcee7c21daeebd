import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Recordings that begin while another one of their output is on.
@Suite("Recordings that follow each other")
struct HandoverTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let first = RecordingLog()
    private let second = RecordingLog()

    /// Records a camera and a microphone from the 16th picture on.
    private func begin(_ microphone: AKSyntheticMicrophone = AKSyntheticMicrophone(), rate: Int = 30) throws {
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [Double(rate)])))
        try studio.add(studio.microphone(microphone))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url("first.mov"), recordingDelegate: first)
    }

    @Test("a second start loses no picture where the microphone is silent just then")
    func silence() async throws {
        // From 1.7 s up to 2.05 s.
        try begin(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 1.7, .stall(0.35))]))
        studio.advance(1.21)
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        studio.advance(2)
        output.stopRecording()
        studio.advance(1)
        #expect(first.errors.isEmpty && first.finishCount == 1)
        #expect(second.errors.isEmpty && second.finishCount == 1)
        let movies = [
            try await RecordedMovie(studio.url("first.mov")), try await RecordedMovie(studio.url("second.mov")),
        ]
        // The first picture behind 1.725 s is the 52nd.
        #expect(movies[0].numbers == Array(16...51) && movies[1].numbers == Array(52...111))
        // The second that begins at 103 s is heard in its place.
        let start = try #require(second.starts.first?.seconds)
        let error = try #require(movies[1].beepErrors(since: start).last)
        #expect(abs(error) < 0.012, "\(error)")
    }

    @Test("a second start loses no sound where the next picture is far away")
    func slowPictures() async throws {
        try begin(rate: 1)
        studio.advance(1.6)
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        studio.advance(3)
        output.stopRecording()
        studio.advance(2)
        #expect(first.errors.isEmpty && second.errors.isEmpty)
        let starts = try [first, second].map { try #require($0.starts.first?.seconds) }
        let movie = try await RecordedMovie(studio.url("first.mov"))
        let seconds = Double(movie.sound.count) / movie.sampleRate
        #expect(abs(starts[0] + seconds - starts[1]) < 0.005, "\(starts), \(seconds)")
    }

    @Test(
        "a start that is refused takes nothing from the recording that is on",
        arguments: [AVError.Code.fileAlreadyExists, .diskFull]
    )
    func refusal(code: AVError.Code) async throws {
        try begin()
        studio.advance(1)
        if code == .fileAlreadyExists {
            try Data("mine".utf8).write(to: studio.url("second.mov"))
        } else {
            output.minFreeDiskSpaceLimit = 1 << 30
            output.diskSpace = DiskSpace { _ in 1 << 30 }
        }
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        #expect(second.words == ["will finish", "finish"] && second.errors.map(\.code) == [code])
        #expect(output.isRecording && output.outputFileURL == studio.url("first.mov"))
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        #expect(first.words == ["start", "will finish", "finish"] && first.errors.isEmpty)
        #expect(try await RecordedMovie(studio.url("first.mov")).numbers == Array(16...60))
        // One that is refused later does not change what the last recording was like.
        output.startRecording(to: studio.url("second.mov"), recordingDelegate: second)
        #expect(output.recordedDuration.seconds > 1)
    }
}
