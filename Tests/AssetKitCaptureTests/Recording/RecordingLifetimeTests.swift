import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Clients that let go of what they record with.
@Suite("Recordings that outlive their session and their output")
struct RecordingLifetimeTests {
    private let studio = Studio()

    /// A session of its own, which records.
    private func record(_ log: RecordingLog, _ name: String = "film.mov") throws -> (
        session: AVCaptureSession, output: AVCaptureMovieFileOutput
    ) {
        let session = AVCaptureSession(environment: studio.environment)
        let camera = try studio.camera(AKSyntheticCamera(id: name, width: 320, height: 240, frameRates: [30]))
        let microphone = try studio.microphone(AKSyntheticMicrophone(id: "sound of \(name)"))
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        let output = AVCaptureMovieFileOutput()
        session.addOutput(output)
        session.startRunning()
        output.startRecording(to: studio.url(name), recordingDelegate: log)
        studio.advance(1.01)
        return (session, output)
    }

    private func check(_ log: RecordingLog, _ name: String = "film.mov") async throws {
        #expect(log.words == ["start", "will finish", "finish"] && log.errors.isEmpty)
        #expect(try await RecordedMovie(studio.url(name)).numbers == Array(0...30))
    }

    @Test("who lets go of the session gets one finish, and the file is there")
    func session() async throws {
        let log = RecordingLog()
        var recording: (session: AVCaptureSession, output: AVCaptureMovieFileOutput)? = try record(log)
        weak let session = recording?.session
        let output = try #require(recording?.output)
        recording = nil
        #expect(session == nil)
        studio.advance(1)
        #expect(!output.isRecording && output.recordedFileSize > 10_000)
        try await check(log)
    }

    @Test("who lets go of session, output and delegate gets one finish, and nothing is left of them")
    func everything() async throws {
        weak var output: AVCaptureMovieFileOutput?
        let finished = Protected(0)
        do {
            let log = RecordingLog()
            let recording = try record(log)
            output = recording.output
            let movie = studio.url("second.mov")
            // The delegate of the second recording is held by nobody but the recording.
            recording.output.startRecording(to: movie, recordingDelegate: Finishing { finished.withLock { $0 += 1 } })
            studio.advance(1)
        }
        studio.advance(1)
        #expect(output == nil && finished.withLock { $0 } == 1)
        #expect(try await RecordedMovie(studio.url("second.mov")).numbers == Array(31...60))
    }

    @Test("an output that leaves its session and is let go of completes its recording")
    func removal() async throws {
        let log = RecordingLog()
        var recording: (session: AVCaptureSession, output: AVCaptureMovieFileOutput)? = try record(log)
        let session = try #require(recording?.session)
        session.removeOutput(try #require(recording?.output))
        weak let output = recording?.output
        recording = nil
        studio.advance(1)
        #expect(output == nil && log.finishCount == 1)
        #expect(log.errors.map(\.code) == [.sessionConfigurationChanged])
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(0...30))
        session.stopRunning()
    }

    @Test("on threads: who lets go of all of it while it records hears of the end, and has the file")
    func threads() async throws {
        let threaded = try ThreadedStudio()
        try threaded.addCamera()
        try threaded.addMicrophone()
        let url = threaded.url("film.mov")
        let (began, ended) = (Several(1), Several(1))
        do {
            let output = AVCaptureMovieFileOutput()
            threaded.session?.addOutput(output)
            threaded.session?.startRunning()
            output.startRecording(to: url, recordingDelegate: Finishing(began: { began.count() }) { ended.count() })
        }
        await began.wait()
        threaded.session = nil
        await ended.wait()
        #expect(try await !RecordedMovie(url).pictures.isEmpty)
    }

    @Test("on threads: a recording that is being completed cannot be paused any more")
    func lateCall() async throws {
        let threaded = try ThreadedStudio()
        try threaded.addCamera()
        let (output, log) = (AVCaptureMovieFileOutput(), LatePause())
        threaded.session?.addOutput(output)
        threaded.session?.startRunning()
        output.startRecording(to: threaded.url("film.mov"), recordingDelegate: log)
        await log.began.wait()
        output.stopRecording()
        await log.ended.wait()
        #expect(log.words.withLock { $0 } == ["start", "will finish", "finish"])
    }

    /// Pauses a recording when it hears that it is about to end.
    private final class LatePause: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
        let words = Protected([String]())
        let (began, ended) = (Several(1), Several(1))

        private func note(_ word: String) { words.withLock { $0.append(word) } }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didStartRecordingTo fileURL: URL,
            startPTS: CMTime,
            from connections: [AVCaptureConnection]
        ) {
            note("start")
            began.count()
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didPauseRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection]
        ) { note("pause") }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            willFinishRecordingTo fileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) {
            note("will finish")
            output.pauseRecording()
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) {
            note("finish")
            ended.count()
        }
    }

    private final class Finishing: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
        private let began: @Sendable () -> Void
        private let ended: @Sendable () -> Void

        init(began: @escaping @Sendable () -> Void = {}, _ ended: @escaping @Sendable () -> Void) {
            (self.began, self.ended) = (began, ended)
        }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didStartRecordingTo fileURL: URL,
            startPTS: CMTime,
            from connections: [AVCaptureConnection]
        ) { began() }

        func fileOutput(
            _ output: AVCaptureFileOutput,
            didFinishRecordingTo outputFileURL: URL,
            from connections: [AVCaptureConnection],
            error: (any Error)?
        ) { ended() }
    }
}
