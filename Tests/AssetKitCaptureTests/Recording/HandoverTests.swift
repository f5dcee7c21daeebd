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
    private func begin(_ microphone: AKSyntheticMicrophone = AKSyntheticMicrophone()) throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone(microphone))
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url("first.mov"), recordingDelegate: first)
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
    }
}
