import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// What fails leaves nothing half done.
@Suite("Sessions whose devices fail")
struct SessionUndoTests {
    private let studio = Studio()
    private let provider: TroubledProvider
    private let camera: AVCaptureDevice
    private let microphone: AVCaptureDevice
    private let output = AVCaptureVideoDataOutput()
    private let pictures = DataLog()
    private let log: NoticeLog

    init() throws {
        studio.provider.add(.camera(AKSyntheticCamera(id: "camera", width: 640, height: 480, hasControls: true)))
        studio.provider.add(.microphone(AKSyntheticMicrophone(id: "microphone")))
        let troubled = studio.troubled()
        provider = troubled.provider
        camera = try #require(troubled.registry.device("camera"))
        microphone = try #require(troubled.registry.device("microphone"))
        log = studio.watch([
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.didStartRunningNotification,
            AVCaptureSession.didStopRunningNotification,
        ])
        try studio.add(camera)
        output.setSampleBufferDelegate(pictures, queue: .main)
        studio.session.addOutput(output)
        registry = troubled.registry
    }
    private let registry: DeviceRegistry

    /// Whether what was opened and started was stopped and closed as often.
    private func isAtRest(_ id: String) -> Bool {
        let calls = provider.calls
        func count(_ call: TroubledProvider.Call) -> Int { calls.count { $0 == call } }
        return count(.close(id)) == count(.open(id)) && count(.stop(id)) >= count(.start(id))
    }

    private func addMicrophone() throws {
        try studio.add(microphone)
        studio.session.addOutput(AVCaptureAudioDataOutput())
    }

    @Test("a start that fails with the second device leaves the first one at rest, and nothing was delivered")
    func start() throws {
        try addMicrophone()
        let states = Protected([Bool]())
        let observation = studio.session.observe(\.isRunning, options: [.new]) { session, _ in
            let isRunning = session.isRunning
            states.withLock { $0.append(isRunning) }
        }
        provider.fail(with: .unknown) { $0 == .start("microphone") }
        studio.session.startRunning()
        studio.advance(1)
        #expect(!studio.session.isRunning && states.withLock { $0.isEmpty })
        #expect(log.names == [AVCaptureSession.runtimeErrorNotification])
        #expect(isAtRest("camera") && pictures.buffers.isEmpty)
        #expect(output.connections.first?.akStatistics.produced == 0)
        provider.fail { _ in false }
        studio.session.startRunning()
        studio.advance(0.5)
        #expect(studio.session.isRunning && states.withLock { $0 } == [true] && pictures.buffers.count == 16)
        observation.invalidate()
    }

    @Test("a format that the camera refuses is taken back, and the one before goes on")
    func format() throws {
        studio.session.sessionPreset = .inputPriority
        studio.session.startRunning()
        studio.advance(0.5)
        let before = camera.activeFormat
        let refused = try #require(camera.formats.first { $0 != before })
        let width = Int(refused.formatDescription.videoDimensions.width)
        provider.fail { call in
            if case .configure("camera", let setup) = call { setup.format.pictures?.width == width } else { false }
        }
        try camera.lockForConfiguration()
        camera.activeFormat = refused
        camera.unlockForConfiguration()
        #expect(camera.activeFormat == before)
        #expect(log.errors.map(\.code) == [.deviceInUseByAnotherApplication])
        studio.advance(0.5)
        #expect(studio.session.isRunning && pictures.buffers.count == 16 + 16)
    }

    @Test("a recording goes on where a change that failed is taken back")
    func recording() async throws {
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        studio.session.startRunning()
        let record = RecordingLog()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(0.5)
        provider.fail { $0 == .start("microphone") }
        try addMicrophone()
        #expect(studio.session.inputs.count == 1 && log.errors.count == 1)
        studio.advance(0.5)
        movie.stopRecording()
        studio.advance(1)
        #expect(record.errors.isEmpty && record.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(0...29))
    }

    @Test("where nothing starts again after a change that failed, the session stops and all connections hear of it")
    func hopelessness() throws {
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        studio.session.startRunning()
        let record = RecordingLog()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(0.5)
        provider.fail(with: .unknown) { if case .configure = $0 { true } else { false } }
        studio.session.sessionPreset = .low
        #expect(!studio.session.isRunning)
        studio.advance(1)
        #expect(record.finishCount == 1 && record.errors.first?.recordingSuccessfullyFinished == true)
        #expect(log.names.last == AVCaptureSession.didStopRunningNotification && log.errors.count == 2)
        #expect(isAtRest("camera"))
    }

    @Test("a device that another program takes while a change is taken back is waited for")
    func losing() throws {
        studio.session.startRunning()
        studio.advance(0.5)
        provider.fail { if case .configure = $0 { true } else { false } }
        studio.session.sessionPreset = .low
        #expect(studio.session.isRunning && studio.session.isInterrupted && studio.session.sessionPreset == .high)
        #expect(log.errors.map(\.code) == [.deviceInUseByAnotherApplication] && isAtRest("camera"))
        provider.fail { _ in false }
        studio.advance(1)
        #expect(!studio.session.isInterrupted && pictures.buffers.count == 16 + 1)
    }

    @Test("a camera that comes back while another program has it is waited for, and the microphone goes on")
    func returning() throws {
        try addMicrophone()
        studio.session.startRunning()
        studio.provider.setPlugged(false, "camera")
        studio.advance(0.5)
        provider.fail { $0 == .start("camera") }
        studio.provider.setPlugged(true, "camera")
        studio.advance(0.5)
        #expect(studio.session.isRunning && studio.session.isInterrupted && pictures.buffers.isEmpty)
        #expect(studio.session.connections.map(\.isActive) == [false, true])
        provider.fail { _ in false }
        studio.advance(1)
        #expect(!studio.session.isInterrupted && pictures.buffers.count == 16 && log.errors.isEmpty)
    }

    @Test("an input that is taken away stays away, whatever else fails")
    func removal() throws {
        try addMicrophone()
        studio.session.startRunning()
        let input = try #require(studio.session.inputs.last)
        provider.fail { $0 == .start("camera") }
        studio.session.beginConfiguration()
        studio.session.removeInput(input)
        studio.session.sessionPreset = .low
        studio.session.commitConfiguration()
        // It was undone with the rest: the input is the session's again, and no other's.
        #expect(studio.session.inputs.contains(input) && !studio.session.canAddInput(input))
        let other = AVCaptureSession(environment: studio.environment)
        #expect(!other.canAddInput(input))
    }

    @Test("a connection that is disabled ends the recording")
    func disabling() async throws {
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        studio.session.startRunning()
        let record = RecordingLog()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(0.5)
        movie.connections.first?.isEnabled = false
        studio.advance(1)
        #expect(record.errors.map(\.code) == [.sessionConfigurationChanged] && record.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(0...14))
    }

    @Test("what is disabled between begin and commit flows until the commit", arguments: [true, false])
    func disablingLater(isPort: Bool) throws {
        studio.session.startRunning()
        studio.advance(0.1)
        let connection = try #require(output.connections.first)
        let port = try #require(connection.inputPorts.first)
        studio.session.beginConfiguration()
        if isPort { port.isEnabled = false } else { connection.isEnabled = false }
        #expect(connection.isActive && port.isEnabled != isPort && connection.isEnabled == isPort)
        let before = pictures.buffers.count
        studio.advance(0.1)
        let during = pictures.buffers.count
        #expect(during > before)
        studio.session.commitConfiguration()
        studio.advance(0.1)
        #expect(!connection.isActive && pictures.buffers.count == during)
    }

    @Test("how pictures are to be is set between begin and commit, and holds from the commit on")
    func shapingLater() throws {
        studio.session.startRunning()
        let connection = try #require(output.connections.first)
        studio.session.beginConfiguration()
        connection.videoRotationAngle = 90
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = true
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        #expect(connection.videoRotationAngle == 90 && connection.isVideoMirrored)
        #expect(wantedFormat == kCVPixelFormatType_32BGRA)
        studio.advance(0.1)
        let count = pictures.buffers.count
        studio.session.commitConfiguration()
        studio.advance(0.1)
        let shown = pictures.buffers.compactMap(\.imageBuffer)
        #expect(count > 1 && shown.count > count)
        #expect(shown.prefix(count).allSatisfy { CVPixelBufferGetWidth($0) == 640 })
        #expect(shown.dropFirst(count).allSatisfy { CVPixelBufferGetWidth($0) == 480 })
        let formats = shown.map { CVPixelBufferGetPixelFormatType($0) }
        #expect(!formats.prefix(count).contains(kCVPixelFormatType_32BGRA))
        #expect(Set(formats.dropFirst(count)) == [kCVPixelFormatType_32BGRA])
        // Outside of begin and commit it holds at once.
        connection.videoRotationAngle = 0
        studio.advance(0.1)
        #expect(pictures.buffers.last?.imageBuffer.map { CVPixelBufferGetWidth($0) } == 640)
    }

    private var wantedFormat: OSType? {
        output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
    }

    @Test("a commit that fails takes back what connections and outputs were told, and the recording goes on")
    func settings() async throws {
        let movie = AVCaptureMovieFileOutput()
        studio.session.addOutput(movie)
        studio.session.startRunning()
        let record = RecordingLog()
        movie.startRecording(to: studio.url(), recordingDelegate: record)
        studio.advance(0.5)
        let recorded = try #require(movie.connections.first)
        let shown = try #require(output.connections.first)
        provider.fail { $0 == .start("microphone") }
        studio.session.beginConfiguration()
        recorded.isEnabled = false
        movie.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.hevc], for: recorded)
        shown.videoRotationAngle = 90
        shown.automaticallyAdjustsVideoMirroring = false
        shown.isVideoMirrored = true
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        try addMicrophone()
        studio.session.commitConfiguration()
        #expect(log.errors.count == 1)
        #expect(recorded.isEnabled && recorded.isActive && movie.outputSettings(for: recorded).isEmpty)
        #expect(shown.videoRotationAngle == 0 && shown.automaticallyAdjustsVideoMirroring && !shown.isVideoMirrored)
        #expect(wantedFormat == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        studio.advance(0.5)
        movie.stopRecording()
        studio.advance(1)
        #expect(record.errors.isEmpty && record.finishCount == 1)
        #expect(try await RecordedMovie(studio.url()).numbers == Array(0...29))
    }

    @Test("a commit that fails takes back what a port was told")
    func port() throws {
        studio.session.startRunning()
        let connection = try #require(output.connections.first)
        let port = try #require(connection.inputPorts.first)
        provider.fail { $0 == .start("microphone") }
        studio.session.beginConfiguration()
        port.isEnabled = false
        try addMicrophone()
        studio.session.commitConfiguration()
        let count = pictures.buffers.count
        studio.advance(0.1)
        #expect(log.errors.count == 1 && port.isEnabled && connection.isActive)
        #expect(pictures.buffers.count > count)
    }

    @Test("a part of a screen that is refused is taken back, and the next change succeeds")
    func screen() throws {
        let studio = Studio()
        studio.provider.add(.screen(AKSyntheticScreen(id: "screen", width: 640, height: 360)))
        let (provider, registry) = studio.troubled()
        let input = AVCaptureScreenInput(akScreen: try #require(registry.device("screen")))
        let log = studio.watch([AVCaptureSession.runtimeErrorNotification])
        studio.session.addInput(input)
        studio.session.addOutput(AVCaptureVideoDataOutput())
        studio.session.startRunning()
        provider.fail { call in if case .configure(_, let setup) = call { setup.region != nil } else { false } }
        input.cropRect = CGRect(x: 0, y: 0, width: 64, height: 48)
        #expect(input.cropRect == .zero && log.errors.count == 1 && studio.session.isRunning)
        let count = provider.calls.count
        studio.session.beginConfiguration()
        input.capturesCursor = false
        #expect(!input.capturesCursor && provider.calls.count == count)
        studio.session.commitConfiguration()
        #expect(!input.capturesCursor && log.errors.count == 1 && studio.session.isRunning)
        let setups = provider.calls.compactMap { call -> DeviceSetup? in
            if case .configure(_, let setup) = call { setup } else { nil }
        }
        #expect(setups.last?.showsCursor == false && setups.last?.region == nil)
    }

    @Test("the torch goes out before its device is given back, and nobody opens that for it")
    func torch() throws {
        studio.session.startRunning()
        try camera.lockForConfiguration()
        camera.torchMode = .on
        camera.unlockForConfiguration()
        #expect(camera.isTorchActive)
        let count = provider.calls.count
        studio.session.stopRunning()
        let calls = provider.calls.dropFirst(count).filter { if case .set = $0 { true } else { false } }
        let out = TroubledProvider.Call.set("camera", [DeviceControlChange(.flashLEDMode, 0)])
        #expect(calls == [out])
        #expect(Array(provider.calls.dropFirst(count)) == [out, .stop("camera"), .close("camera")])
        #expect(!camera.isTorchActive && isAtRest("camera"))
    }

    @Test("readiness for photos follows the session, and so do those who observe it")
    func readiness() throws {
        let photos = AVCapturePhotoOutput()
        let states = Protected([AVCapturePhotoOutput.CaptureReadiness]())
        let observation = photos.observe(\.captureReadiness, options: [.new]) { photos, _ in
            let readiness = photos.captureReadiness
            states.withLock { $0.append(readiness) }
        }
        studio.session.addOutput(photos)
        studio.session.startRunning()
        studio.session.stopRunning()
        studio.session.startRunning()
        studio.session.removeOutput(photos)
        #expect(states.withLock { $0 } == [.ready, .sessionNotRunning, .ready, .sessionNotRunning])
        observation.invalidate()
    }
}
