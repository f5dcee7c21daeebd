import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import CMTimeLib
import Foundation
import Testing

/// Recordings of one device, of which nothing more comes.
@Suite("Recordings of one device that is lost")
struct LostDeviceTests {
    enum Kind: CaseIterable, Sendable { case camera, microphone, screen }

    enum Loss: CaseIterable, Sendable {
        case unplug, error, stall, busy, stopRunning

        /// What happens to the device two seconds after it was started.
        var script: [AKSyntheticEvent] {
            switch self {
            case .unplug: [AKSyntheticEvent(at: 2, .unplug)]
            case .error: [AKSyntheticEvent(at: 2, .error("I/O error"))]
            case .stall: [AKSyntheticEvent(at: 2, .stall(60))]
            case .busy: [AKSyntheticEvent(at: 2, .busy(true))]
            case .stopRunning: []
            }
        }

        /// What the recording says; nil where its end was wanted.
        var code: AVError.Code? {
            switch self {
            case .unplug, .error, .stall: .deviceWasDisconnected
            case .busy: .sessionWasInterrupted
            case .stopRunning: nil
            }
        }
    }

    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    private func input(_ kind: Kind, _ script: [AKSyntheticEvent]) throws -> AVCaptureInput {
        switch kind {
        case .camera:
            let camera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)
            return try AVCaptureDeviceInput(device: studio.camera(camera))
        case .microphone:
            return try AVCaptureDeviceInput(device: studio.microphone(AKSyntheticMicrophone(script: script)))
        case .screen:
            let screen = AKSyntheticScreen(width: 320, height: 240, script: script)
            let input = AVCaptureScreenInput(akScreen: try studio.screen(screen))
            input.minFrameDuration = CMTime(value: 1, timescale: 30)
            return input
        }
    }

    @Test("it ends then and says why, however long it might have become", arguments: Kind.allCases, Loss.allCases)
    func loss(kind: Kind, loss: Loss) async throws {
        studio.session.addInput(try input(kind, loss.script))
        studio.session.addOutput(output)
        output.maxRecordedDuration = CMTime(value: 60, timescale: 1)
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1.485)
        if loss == .stopRunning { studio.session.stopRunning() }
        studio.advance(3)
        #expect(log.words == ["start", "will finish", "finish"])
        #expect(log.errors.map(\.code) == (loss.code.map { [$0] } ?? []))
        #expect(log.errors.allSatisfy { $0.recordingSuccessfullyFinished == true })
        let movie = try await RecordedMovie(studio.url())
        let end = try #require(log.starts.first?.seconds) + movie.duration
        // That a device has stalled is noticed two seconds later, up to which its last picture is shown.
        let expected = loss == .stall && kind != .microphone ? 104.0 : 102
        #expect(abs(end - expected) < 0.05, "\(end)")
    }
}
