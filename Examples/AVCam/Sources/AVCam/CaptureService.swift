import AssetKit

/// Owns the session, and everything that goes through it.
actor CaptureService {
    enum Mode { case photo, video }

    /// What shows a preview is connected with this, and so the session stays in here.
    nonisolated let previewSource: any PreviewSource

    private let captureSession = AVCaptureSession()
    private let photoCapture = PhotoCapture()
    private let movieCapture = MovieCapture()
    private let deviceLookup = DeviceLookup()
    private var activeVideoInput: AVCaptureDeviceInput?
    private var observations: [any NSObjectProtocol] = []
    private var listener: AsyncStream<String>.Continuation?

    // Starting a session takes as long as its devices do, which threads of the pool are too few to wait for.
    private let sessionQueue = DispatchSerialQueue(label: "AVCam.session")
    nonisolated var unownedExecutor: UnownedSerialExecutor { sessionQueue.asUnownedSerialExecutor() }

    init() { previewSource = DefaultPreviewSource(session: captureSession) }

    private var isAuthorized: Bool {
        get async {
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: true
            case .notDetermined: await AVCaptureDevice.requestAccess(for: .video)
            default: false
            }
        }
    }

    var cameraName: String { activeVideoInput?.device.localizedName ?? "no camera" }

    // MARK: The session

    func start(_ mode: Mode) async throws {
        guard await isAuthorized else { throw CameraError.notAuthorized }
        try setUpSession(mode)
        captureSession.startRunning()
    }

    func stop() {
        captureSession.stopRunning()
        listener?.finish()
        observations.forEach { NotificationCenter.default.removeObserver($0) }
        observations = []
    }

    private func setUpSession(_ mode: Mode) throws {
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        activeVideoInput = try addInput(for: try deviceLookup.defaultCamera)
        if let microphone = deviceLookup.defaultMicrophone { _ = try addInput(for: microphone) }
        switch mode {
        case .photo:
            captureSession.sessionPreset = .photo
            try addOutput(photoCapture.output)
        case .video:
            captureSession.sessionPreset = .high
            try addOutput(movieCapture.output)
        }
    }

    private func addInput(for device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        guard captureSession.canAddInput(input) else { throw CameraError.addInputFailed }
        captureSession.addInput(input)
        return input
    }

    private func addOutput(_ output: AVCaptureOutput) throws {
        guard captureSession.canAddOutput(output) else { throw CameraError.addOutputFailed }
        captureSession.addOutput(output)
    }

    /// Goes over to the next camera. The microphone goes on meanwhile, and where the camera cannot be used all stays as it was.
    func changeCamera() throws {
        guard let current = activeVideoInput else { throw CameraError.noOtherCamera }
        let device = try deviceLookup.next(after: current.device)
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        captureSession.removeInput(current)
        do {
            activeVideoInput = try addInput(for: device)
        } catch {
            captureSession.addInput(current)
            throw error
        }
    }

    // MARK: What it takes

    func capturePhoto() async throws -> Photo { try await photoCapture.capturePhoto() }

    func record(_ seconds: Double, to url: URL) async throws -> String {
        try await movieCapture.record(seconds, to: url)
    }

    // MARK: What happens

    /// What happens to the session and to devices from now on, in words, until the session is stopped.
    var activity: AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        listener = continuation
        let session: [(NSNotification.Name, String)] = [
            (AVCaptureSession.didStartRunningNotification, "the session runs"),
            (AVCaptureSession.wasInterruptedNotification, "the session is interrupted"),
            (AVCaptureSession.interruptionEndedNotification, "the session goes on"),
            (AVCaptureSession.runtimeErrorNotification, "the session has failed"),
        ]
        for (name, words) in session {
            observe(name, captureSession) { _ in continuation.yield(words) }
        }
        observe(AVCaptureDevice.wasConnectedNotification, nil) { name in continuation.yield("\(name) is there") }
        observe(AVCaptureDevice.wasDisconnectedNotification, nil) { name in continuation.yield("\(name) is gone") }
        return stream
    }

    private func observe(
        _ name: NSNotification.Name,
        _ object: AnyObject?,
        _ body: @escaping @Sendable (String) -> Void
    ) {
        observations.append(
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
                body((notification.object as? AVCaptureDevice)?.localizedName ?? "")
            }
        )
    }
}
