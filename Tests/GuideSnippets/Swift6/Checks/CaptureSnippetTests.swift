import AssetKit
import Foundation
import Testing

/// Lets one of the suites that a process has of a name run at a time, of whatever module.
private struct OneAtATime: SuiteTrait, TestScoping {
    let name: String

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let name = "\(name)-\(ProcessInfo.processInfo.processIdentifier).lock"
        let path = FileManager.default.temporaryDirectory.appending(path: name).path
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer {
            unlink(path)
            close(file)
        }
        // Modules share no values, but files; and who waits for one has a thread of its own.
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                while flock(file, LOCK_EX) != 0, errno == EINTR {}
                done.resume()
            }
        }
        try await function()
    }
}

/// On synthetic devices, which are the same for the whole process and so for both language modes: one waits for the other.
@Suite("Snippets 18 to 25, 27 and 28: capturing", .serialized, OneAtATime(name: "capture-snippets"))
struct CaptureSnippetTests {
    init() {
        guard AVCaptureDevice(uniqueID: "snippet-desk") == nil else { return }
        AKSyntheticDevices.add(
            AKSyntheticCamera(id: "snippet-front", width: 1280, height: 720, position: "front", hasControls: true)
        )
        AKSyntheticDevices.add(AKSyntheticCamera(id: "snippet-back", width: 640, height: 480, position: "back"))
        AKSyntheticDevices.add(AKSyntheticMicrophone(id: "snippet-desk"))
    }

    private func device(_ id: String) throws -> AVCaptureDevice { try #require(AVCaptureDevice(uniqueID: id)) }

    /// Waits until something holds, for at most ten minutes.
    private func wait(_ condition: () -> Bool) async throws {
        for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }

    @Test("18: a session is configured, runs, and stops")
    func session() throws {
        let snippet = Snippet18CaptureSession()
        let camera = try AVCaptureDeviceInput(device: try device("snippet-front"))
        snippet.session.addInput(camera)
        snippet.session.addOutput(AVCaptureVideoDataOutput())
        #expect(snippet.use720p())
        snippet.useMediumFrames()
        let other = try AVCaptureDeviceInput(device: try device("snippet-back"))
        snippet.reconfigure(remove: camera, add: other)
        #expect(snippet.session.inputs == [other] && snippet.session.sessionPreset == .high)
        try snippet.recordAudio()
        snippet.run()
        #expect(snippet.session.isRunning)
        snippet.halt()
        #expect(!snippet.session.isRunning)
        let wired = Snippet18CaptureSession()
        let output = AVCaptureVideoDataOutput()
        wired.wireByHand(camera, output)
        #expect(output.connections.count == 1)
    }

    @Test("19: devices are found by what they are")
    func lookup() throws {
        Snippet19DeviceLookup.describeAll()
        #expect(Snippet19DeviceLookup.cameras().contains { $0.uniqueID == "snippet-front" })
        #expect(Snippet19DeviceLookup.torchDevices().map(\.uniqueID).contains("snippet-front"))
        #expect(Snippet19DeviceLookup.byIdentifier("snippet-desk")?.hasMediaType(.audio) == true)
        let fastest = try #require(Snippet19DeviceLookup.fastestFormat(of: try device("snippet-front")))
        #expect(fastest.1.maxFrameRate == 30)
        NotificationCenter.default.removeObserver(Snippet19DeviceLookup.watch())
    }

    @Test("20: a camera is set up as far as its driver can")
    func configuration() throws {
        let camera = try device("snippet-front")
        Snippet20DeviceConfiguration.lockFocus(camera)
        #expect(camera.focusMode == .locked)
        try Snippet20DeviceConfiguration.restoreDefaults(camera)
        #expect(camera.focusMode == .continuousAutoFocus && camera.exposureMode == .continuousAutoExposure)
        try Snippet20DeviceConfiguration.lights(camera)
        #expect(camera.torchMode == .on && camera.flashMode == .on)
        try Snippet20DeviceConfiguration.cap(camera, fps: 15)
        #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
        try Snippet20DeviceConfiguration.fastest(camera)
        try Snippet20DeviceConfiguration.zoom(camera, to: 3)
        camera.cancelVideoZoomRamp()
        #expect(camera.videoZoomFactor > 1)
    }

    @Test("21: cameras change places")
    func switching() throws {
        let session = AVCaptureSession()
        let front = try #require(Snippet21SwitchingDevices.makeInput(try device("snippet-front")))
        let back = try #require(Snippet21SwitchingDevices.makeInput(try device("snippet-back")))
        session.addInput(front)
        Snippet21SwitchingDevices.flip(session, from: front, to: back)
        #expect(session.inputs == [back])
        #expect(Snippet21SwitchingDevices.opposite(of: back.device)?.uniqueID == "snippet-front")
    }

    @Test("22: a movie is recorded, with its limits and metadata")
    func movie() async throws {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: try device("snippet-back")))
        let snippet = Snippet22MovieFileOutput()
        #expect(snippet.attach(to: session))
        session.startRunning()
        let url = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString).mov")
        defer { try? FileManager.default.removeItem(at: url) }
        snippet.start(at: url)
        snippet.addLocation(latitude: 52.5, longitude: 13.4)
        try await wait { snippet.output.recordedDuration.seconds > 0.5 }
        snippet.stop()
        try await wait { snippet.lastRecordingWorked && !snippet.output.isRecording }
        session.stopRunning()
        let duration = try await AVURLAsset(url: url).load(.duration)
        #expect(duration.seconds > 0.4)
    }

    @Test("23: pictures come to code")
    func pictures() async throws {
        // Other tests have cameras too.
        AVCaptureDevice.userPreferredCamera = try device("snippet-back")
        defer { AVCaptureDevice.userPreferredCamera = nil }
        let snippet = Snippet23VideoDataOutput()
        try snippet.setUp()
        try await wait { snippet.frames > 3 }
    }

    @Test("24: a still image is a JPEG file")
    func stillImage() async throws {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: try device("snippet-back")))
        let snippet = Snippet24StillImage()
        snippet.configure()
        session.addOutput(snippet.stillImageOutput)
        session.startRunning()
        let data = await withCheckedContinuation { done in snippet.shoot { done.resume(returning: $0) } }
        session.stopRunning()
        #expect(data?.prefix(2) == Data([0xFF, 0xD8]))
    }

    @Test("25: a preview converts points, and channels tell how loud they are")
    func preview() throws {
        let session = AVCaptureSession()
        let camera = try device("snippet-front")
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let view = CALayer()
        view.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
        let layer = Snippet25PreviewAndAudioLevels.preview(session, in: view)
        #expect(view.sublayers == [layer] && layer.frame.size == view.frame.size)
        try Snippet25PreviewAndAudioLevels.focus(at: CGPoint(x: 320, y: 180), in: layer, device: camera)
        #expect(Snippet25PreviewAndAudioLevels.levels(AVCaptureAudioDataOutput()).isEmpty)
    }

    @Test("27: every captured buffer goes straight to a writer")
    func customRecorder() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString).mov")
        defer { try? FileManager.default.removeItem(at: url) }
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: try device("snippet-back")))
        let output = AVCaptureVideoDataOutput()
        let settings =
            [
                AVVideoCodecKey: AVVideoCodecType.h264.rawValue, AVVideoWidthKey: 640, AVVideoHeightKey: 480,
            ] as [String: Any]
        let recorder = try Snippet27CustomRecorder(url: url, settings: settings)
        let queue = DispatchQueue(label: "snippet")
        output.setSampleBufferDelegate(recorder, queue: queue)
        session.addOutput(output)
        session.startRunning()
        try await wait { (output.connections.first?.akStatistics.delivered ?? 0) > 5 }
        session.stopRunning()
        queue.sync {}
        let isComplete = await withCheckedContinuation { done in recorder.finish { done.resume(returning: $0) } }
        #expect(isComplete)
    }

    @Test("28: the camera's service takes a photo and records a movie")
    func service() async throws {
        AVCaptureDevice.userPreferredCamera = try device("snippet-back")
        defer { AVCaptureDevice.userPreferredCamera = nil }
        let service = Snippet28CaptureService()
        let preview = Snippet28PreviewView()
        service.previewSource.connect(to: preview)
        try await service.start()
        let photo = try await service.capturePhoto()
        // The guide asks for HEVC where it is there.
        #expect(photo.data?.dropFirst(4).prefix(8) == Data("ftypheic".utf8))
        try await service.setCaptureMode(.video)
        let url = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString).mov")
        defer { try? FileManager.default.removeItem(at: url) }
        await service.startRecording(to: url)
        // It stands under its own name from its first picture on.
        try await wait { FileManager.default.fileExists(atPath: url.path) }
        let movie = try await service.stopRecording()
        #expect(try await AVURLAsset(url: movie.url).load(.duration).seconds > 0)
        await service.changeCaptureDevice(to: try device("snippet-front"))
    }
}
