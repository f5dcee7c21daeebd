import AssetKitBase
import AssetKitCapture
import AssetKitMedia
import CMTimeLib
import Foundation
import TestSupport
import Testing

/// A client that changes all of its session, once, within a call of a certain kind.
///
/// SAFETY: what changes is set before the session runs, but for what is behind a lock.
final class MeddlingClient: NSObject, @unchecked Sendable {
    /// What it is called for.
    enum Call: CaseIterable {
        case picture, sound, sampleOfFile, recordingStart, recordingEnd, photo, readiness, running, notification

        /// There is a recording already.
        var needsRecording: Bool { [.sampleOfFile, .recordingStart, .recordingEnd].contains(self) }
    }

    private struct State {
        var hasBegun = false
        var isThrough = false
        var hasAskedForPhotos = false
        /// How often each recording has ended.
        var ends: [URL: Int] = [:]
    }

    /// It is through with what it does within the call.
    let isThrough = Several(1)
    /// A picture has come after that.
    let goesOn = Several(1)
    /// All recordings that it has asked for have ended.
    let haveEnded: Several
    private let session: AVCaptureSession
    private let microphone: AVCaptureInput
    private let call: Call
    private let isStoppedMeanwhile: Bool
    private let folder: URL
    private let movies = AVCaptureMovieFileOutput()
    private let photos = AVCapturePhotoOutput()
    private let pictures = AVCaptureVideoDataOutput()
    private let sounds = AVCaptureAudioDataOutput()
    private let state = Protected(State())
    private var observations: [NSKeyValueObservation] = []
    private var token: (any NSObjectProtocol)?

    /// `isStoppedMeanwhile`: somebody else is stopping the session when it changes it.
    init(
        _ session: AVCaptureSession,
        _ microphone: AVCaptureInput,
        in call: Call,
        isStoppedMeanwhile: Bool,
        _ folder: URL
    ) {
        (self.session, self.microphone, self.call) = (session, microphone, call)
        (self.isStoppedMeanwhile, self.folder) = (isStoppedMeanwhile, folder)
        haveEnded = Several(call.needsRecording ? 4 : 3)
        super.init()
        for output: AVCaptureOutput in [movies, photos, pictures, sounds] { session.addOutput(output) }
        pictures.setSampleBufferDelegate(self, queue: DispatchQueue(label: "pictures"))
        sounds.setSampleBufferDelegate(self, queue: DispatchQueue(label: "sounds"))
        if call == .sampleOfFile { movies.delegate = self }
        observe()
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    private func observe() {
        observations = [
            session.observe(\.isRunning) { [weak self] _, _ in self?.called(for: .running) },
            photos.observe(\.captureReadiness, options: .new) { [weak self] _, change in
                // The camera's thread has brought a picture.
                guard let self, state.withLock({ $0.hasAskedForPhotos }) else { return }
                if change.newValue != .notReadyWaitingForCapture { called(for: .readiness) }
            },
        ]
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.didStartRunningNotification,
            object: session,
            queue: nil
        ) { [weak self] _ in self?.called(for: .notification) }
    }

    /// How often each recording has ended.
    var ends: [Int] { state.withLock { Array($0.ends.values) } }

    /// Starts the session, and what is to lead to the call, on a thread that may hang.
    func begin() {
        DispatchQueue(label: "begin").async { [self] in
            session.startRunning()
            if call.needsRecording { record("first.mov") }
            guard call == .photo || call == .readiness else { return }
            state.withLock { $0.hasAskedForPhotos = true }
            for _ in 0..<2 { photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: self) }
        }
    }

    private func called(for call: Call) {
        let isDue = state.withLock { state in
            guard call == self.call, !state.hasBegun else { return false }
            state.hasBegun = true
            return true
        }
        guard isDue else { return }
        if isStoppedMeanwhile {
            // Devices are being stopped from the moment on when it does not run any more.
            DispatchQueue(label: "stopper").async { [session] in session.stopRunning() }
            #expect(throws: Never.self) { try spinPatiently("for the end of a session") { !session.isRunning } }
        }
        change()
        state.withLock { $0.isThrough = true }
        isThrough.count()
    }

    private func change() {
        session.beginConfiguration()
        session.removeOutput(sounds)
        session.removeInput(microphone)
        session.commitConfiguration()
        recordShortly("second.mov")
        session.addInput(microphone)
        session.addOutput(sounds)
        recordShortly("third.mov")
        session.stopRunning()
        session.startRunning()
        recordShortly("fourth.mov")
    }

    private func record(_ name: String) {
        movies.startRecording(to: folder.appending(path: name), recordingDelegate: self)
    }

    private func recordShortly(_ name: String) {
        record(name)
        movies.stopRecording()
    }
}

extension MeddlingClient: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        if output === pictures, state.withLock({ $0.isThrough }) { return goesOn.count() }
        called(for: output === pictures ? .picture : .sound)
    }
}

extension MeddlingClient: AVCaptureFileOutputDelegate, AVCaptureFileOutputRecordingDelegate {
    func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool { true }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        if output.isRecording { called(for: .sampleOfFile) }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        called(for: .recordingStart)
        if call == .recordingEnd { output.stopRecording() }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        state.withLock { $0.ends[outputFileURL, default: 0] += 1 }
        haveEnded.count()
        called(for: .recordingEnd)
    }
}

extension MeddlingClient: AVCapturePhotoCaptureDelegate {
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) { called(for: .photo) }
}
