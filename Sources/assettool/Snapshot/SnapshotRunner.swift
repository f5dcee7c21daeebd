import AssetKit

/// Takes one picture of a camera or a screen.
struct SnapshotRunner: Sendable {
    /// What comes of it.
    private enum Event: Sendable {
        case picture(CGImage?)
        case trouble(AVError)
        case silence
    }

    /// What was taken.
    struct Snapshot: Sendable {
        let image: CGImage
        let device: AVCaptureDevice
        /// A larger picture was asked for than there is.
        let isSmall: Bool
    }

    /// How long a device may take for pictures, besides what is to be waited for.
    private static let patience = 15.0
    /// Pictures that a camera needs to find its exposure.
    private static let settlingCount = 5

    let options: SnapshotOptions

    func run() async throws -> Snapshot {
        do {
            return try await take()
        } catch let error as AVError {
            throw WorkError(message: "cannot take a picture: \(FileFailure.reason(error))", because: error)
        }
    }

    private func take() async throws -> Snapshot {
        let devices = try CaptureDevices(synthetic: options.synthetic)
        let (device, input) = try input(devices)
        let session = AVCaptureSession()
        let output = AVCaptureVideoDataOutput()
        session.beginConfiguration()
        session.addInput(input)
        if session.canSetSessionPreset(.photo) { session.sessionPreset = .photo }
        session.addOutput(output)
        session.commitConfiguration()
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification,
            object: session,
            queue: nil
        ) { notification in
            if let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError {
                continuation.yield(.trouble(error))
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let isCamera = if case .camera = options.source { true } else { false }
        let now = CMClockGetTime(CMClockGetHostTimeClock())
        // At the question what is to be shared somebody may think for as long as he likes. The rest is counted from his answer on, and
        // whether that is kept the device knows itself.
        let isAsked = device.formats.first?.formatDescription.videoDimensions.width == 0
        let observer = SnapshotObserver(
            skipping: isCamera ? Self.settlingCount : 0,
            notBefore: isAsked ? nil : now,
            after: options.delay
        ) {
            continuation.yield(.picture($0))
        }
        output.setSampleBufferDelegate(observer, queue: DispatchQueue(label: "assettool.snapshot"))
        session.startRunning()
        defer { session.stopRunning() }
        guard !session.isInterrupted else {
            throw WorkError(message: "cannot take a picture: another program uses \(quoted(device.localizedName))")
        }
        let silence = Task {
            if isAsked { return }
            try await Task.sleep(for: .seconds(options.delay.seconds + Self.patience))
            continuation.yield(.silence)
        }
        defer { silence.cancel() }
        // The output does not hold it.
        defer { withExtendedLifetime(observer) {} }
        let image = try await picture(events, device)
        return Snapshot(
            image: options.size.map { image.fitted(into: $0) } ?? image,
            device: device,
            isSmall: options.size?.exceeds(width: image.width, height: image.height) ?? false
        )
    }

    private func picture(_ events: AsyncStream<Event>, _ device: AVCaptureDevice) async throws -> CGImage {
        for await event in events {
            switch event {
            case .picture(let image?):
                if case .screen(let argument) = options.source {
                    try argument.check(width: image.width, height: image.height, on: device.localizedName)
                }
                return image
            case .picture(nil):
                throw WorkError(message: "the picture of \(quoted(device.localizedName)) cannot be read")
            case .trouble(let error): throw error
            case .silence: throw WorkError(message: "\(quoted(device.localizedName)) delivers no pictures")
            }
        }
        throw CancellationError()
    }

    private func input(_ devices: CaptureDevices) throws -> (AVCaptureDevice, AVCaptureInput) {
        switch options.source {
        case .camera(let name):
            let device = try devices.device(.camera, name)
            return (device, try AVCaptureDeviceInput(device: device))
        case .screen(let argument):
            let name: String? = if case .named(let name) = argument { name } else { nil }
            let device = try devices.device(.screen, name)
            let input = AVCaptureScreenInput(akScreen: device)
            input.cropRect = try argument.rectangle(on: device)
            return (device, input)
        }
    }
}
