import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("Sessions: a screen that the desktop asks for")
struct AskedScreenTests {
    private let studio = Studio()
    private let screen: AskedScreen
    private let input: AVCaptureScreenInput
    private let port: AVCaptureInput.Port
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()
    private let registry: DeviceRegistry

    init() throws {
        let environment = studio.environment
        screen = AskedScreen(studio.host)
        registry = DeviceRegistry([screen]) { environment.notice($0) }
        input = AVCaptureScreenInput(akScreen: try #require(registry.devices.first))
        port = try #require(input.ports.first)
        input.minFrameDuration = CMTime(value: 1, timescale: 10)
        studio.session.addInput(input)
        studio.session.addOutput(output)
    }

    /// Shows so many pictures, ten in a second.
    private func show(_ count: Int, _ width: Int = 64, _ height: Int = 48) {
        for _ in 0..<count {
            studio.advance(0.1)
            screen.show(width, height)
        }
    }

    private var size: [Int32]? { port.formatDescription.map { [$0.videoDimensions.width, $0.videoDimensions.height] } }

    @Test("it has no size until its pictures come, and then the port says so")
    func unknownSize() throws {
        let device = try #require(registry.devices.first)
        let format = try #require(device.formats.first)
        #expect(format.formatDescription.videoDimensions.width == 0 && format.supportedMaxPhotoDimensions.isEmpty)
        #expect(format.description == "BGRA 120")
        let log = NoticeLog([AVCaptureInput.Port.formatDescriptionDidChangeNotification], port)
        studio.session.startRunning()
        #expect(screen.isRunning && studio.session.isRunning && size == nil && log.names.isEmpty)
        show(2)
        #expect(size == [64, 48] && log.names.count == 1)
        // What else changes does not make it unknown.
        studio.session.addOutput(AVCaptureVideoDataOutput())
        show(1)
        #expect(size == [64, 48] && log.names.count == 1)
        studio.session.stopRunning()
        #expect(!screen.isRunning)
        studio.session.startRunning()
        // It may be another one this time.
        #expect(size == nil)
        show(1, 32, 20)
        #expect(size == [32, 20] && log.names.count == 2)
    }

    @Test("what comes of it without a size makes no nonsense")
    func unknown() {
        let data = AVCaptureVideoDataOutput()
        studio.session.addOutput(data)
        #expect(data.videoSettings[kCVPixelBufferWidthKey as String] == nil)
        #expect(data.recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
        #expect(data.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_32BGRA))
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        let point = layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 50, y: 50))
        #expect(point.x.isFinite && point.y.isFinite)
    }

    @Test("a recording waits for its answer, and is as large as what was chosen")
    func recording() async throws {
        studio.session.startRunning()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(600)
        #expect(log.words.isEmpty && output.isRecording)
        show(20)
        // What comes at the moment of the end belongs behind it.
        studio.advance(0.05)
        output.stopRecording()
        show(10)
        #expect(log.words == ["start", "will finish", "finish"] && log.errors.isEmpty)
        let movie = try await RecordedMovie(studio.url())
        #expect(movie.size == CGSize(width: 64, height: 48))
        #expect(movie.pictures.count == 20)
    }

    @Test("who refuses it ends the session, and a recording that has nothing")
    func refused() {
        let notices = studio.watch([
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.didStopRunningNotification,
        ])
        studio.session.startRunning()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(5)
        screen.fail(.refused("the desktop's dialog was answered with no"))
        studio.advance(1)
        let sentence =
            "'Screen or window (the desktop asks which)' may not be used: the desktop's dialog was answered with no"
        #expect(notices.errors.map(\.code) == [.screenCaptureFailed])
        #expect(notices.errors.map(\.description) == [sentence])
        #expect(notices.names.last == AVCaptureSession.didStopRunningNotification && !studio.session.isRunning)
        #expect(log.errors.map(\.code) == [.screenCaptureFailed] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == false)
        #expect(!FileManager.default.fileExists(atPath: studio.url().path))
        // It may be asked again.
        studio.session.startRunning()
        #expect(screen.isRunning && screen.setups.count == 2)
    }

    @Test("where sharing is ended a recording is complete, and the error says who ended it")
    func ended() async throws {
        let notices = studio.watch([AVCaptureSession.runtimeErrorNotification])
        studio.session.startRunning()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        show(20)
        studio.advance(0.05)
        screen.fail(.ended("sharing was ended from the desktop"))
        studio.advance(1)
        #expect(notices.errors.map(\.code) == [.operationInterrupted] && !studio.session.isRunning)
        #expect(log.errors.map(\.code) == [.operationInterrupted] && log.finishCount == 1)
        let error = try #require(log.errors.first)
        #expect(error.recordingSuccessfullyFinished == true)
        #expect(error.description.hasSuffix("delivers nothing any more: sharing was ended from the desktop"))
        #expect(try await RecordedMovie(studio.url()).pictures.count == 20)
    }

    @Test("where its server is gone it is asked for again")
    func interrupted() {
        let notices = studio.watch([
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
        ])
        studio.session.startRunning()
        show(3)
        screen.fail(.interrupted("the desktop's portal is gone"))
        studio.advance(1)
        #expect(
            notices.names == [
                AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
            ]
        )
        #expect(screen.isRunning && screen.setups.count == 2)
    }

    @Test("while its server is gone with its devices it is waited for, and half a minute is enough")
    func away() {
        let notices = studio.watch([
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.interruptionEndedNotification,
        ])
        studio.session.startRunning()
        show(3)
        screen.isThere = false
        registry.refresh()
        screen.fail(.interrupted("the desktop's portal is gone"))
        studio.advance(5)
        #expect(studio.session.isInterrupted && notices.names.isEmpty)
        screen.isThere = true
        registry.refresh()
        studio.advance(3)
        #expect(screen.isRunning && !studio.session.isInterrupted && notices.errors.isEmpty)
        studio.advance(20)
        screen.isThere = false
        registry.refresh()
        screen.fail(.interrupted("the desktop's portal is gone"))
        studio.advance(60)
        #expect(notices.errors.map(\.code) == [.mediaServicesWereReset] && !studio.session.isRunning)
    }

    @Test("one that is there again for moments only is not asked for for ever")
    func flickering() {
        let notices = studio.watch([AVCaptureSession.runtimeErrorNotification])
        studio.session.startRunning()
        for _ in 0..<40 {
            screen.fail(.interrupted("the desktop's portal is gone"))
            studio.advance(2.5)
        }
        #expect(notices.errors.map(\.code) == [.mediaServicesWereReset] && !studio.session.isRunning)
        #expect(screen.setups.count < 25)
    }
}
