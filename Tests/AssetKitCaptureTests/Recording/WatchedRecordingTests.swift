import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Recordings whose samples somebody sees before they are recorded.
@Suite("Recordings that a delegate watches")
struct WatchedRecordingTests {
    private final class Watcher: NSObject, AVCaptureFileOutputDelegate {
        func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool { false }
    }

    private let worker = StuckWorker()
    private let studio: Studio
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    init() {
        let (stuck, others) = (worker, InlineWorker())
        studio = Studio { name in
            if name == "assetkit.capture.file.samples" { return stuck }
            return others
        }
    }

    @Test("samples that wait for a delegate when it is taken away come before all that come later")
    func leaving() async throws {
        let watcher = Watcher()
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        studio.session.addOutput(output)
        output.delegate = watcher
        studio.session.startRunning()
        studio.advance(0.515)
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(0.5)
        // The delegate is busy.
        worker.getStuck()
        studio.advance(0.2)
        output.delegate = nil
        studio.advance(0.1)
        worker.goOn()
        studio.advance(1)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.numbers == Array(16...69))
        let start = try #require(log.starts.first?.seconds)
        let errors = movie.beepErrors(since: start)
        #expect(errors.count == 2 && errors.allSatisfy { abs($0) < 0.0005 })
        withExtendedLifetime(watcher) {}
    }
}
