internal import AssetKitBase
internal import AssetKitClocks
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Takes photos, in the way of before ``AVCapturePhotoOutput``.
///
/// ```swift
/// func shoot(_ output: AVCaptureStillImageOutput) {
///     output.outputSettings = [AVVideoCodecKey: AVVideoCodecType.jpeg]
///     guard let connection = output.connection(with: .video) else { return }
///     output.captureStillImageAsynchronously(from: connection) { sampleBuffer, error in
///         guard let sampleBuffer else { return }
///         let file = AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(sampleBuffer)
///         try? file?.write(to: URL(filePath: "photo.jpg"))
///     }
/// }
/// ```
///
/// SAFETY: what changes is behind locks.
open class AVCaptureStillImageOutput: AVCaptureOutput, AKKeyValueObserving, @unchecked Sendable {
    private struct State {
        var isLarge = false
        var isCapturing = false
        var count: Int64 = 0
    }

    /// Who observes the output's properties.
    public let akObservers = AKKeyValueObservers()
    private let state = Protected(State())
    private let settings = CaptureSetting<[String: Any]>([AVVideoCodecKey: AVVideoCodecType.jpeg])
    private let desk = PhotoDesk()

    /// Makes an output that belongs to no session.
    public override init() {
        super.init()
        desk.watch { [weak self] in self?.check() }
    }

    /// The codecs that images can have.
    open var availableImageDataCodecTypes: [AVVideoCodecType] { [.jpeg] }
    /// The pixel formats that images can have.
    open var availableImageDataCVPixelFormatTypes: [NSNumber] {
        AVCapturePhotoOutput.pixelFormats.map { NSNumber(value: $0) }
    }

    /// What images are like: a codec or a pixel format. Stops the program for what is not available.
    open var outputSettings: [String: Any] {
        get { settings.edited }
        set {
            switch AVCapturePhotoOutput.coding(newValue) {
            case .success(.heic), .success(.png):
                programmerError("AVCaptureStillImageOutput.outputSettings: images are JPEG")
            case .success: break
            case .failure(let obstacle):
                programmerError("AVCaptureStillImageOutput.outputSettings: \(obstacle.reason)")
            }
            settings.set(in: session) { $0 = newValue }
        }
    }

    /// Whether images may be larger than the pictures of the session. None is here.
    open var isHighResolutionStillImageOutputEnabled: Bool {
        get { state.withLock { $0.isLarge } }
        set { state.withLock { $0.isLarge = newValue } }
    }

    /// An image is being taken. It can be observed.
    open var isCapturingStillImage: Bool { !desk.isEmpty }

    private func check() {
        let new = isCapturingStillImage
        let old = state.withLock { state in
            defer { state.isCapturing = new }
            return state.isCapturing
        }
        guard old != new else { return }
        akObservers.announce(\AVCaptureStillImageOutput.isCapturingStillImage, old: old, new: new, isPrior: false)
    }

    /// Takes an image: the next picture. The handler gets it with what is known of it as attachments, or an error, on a queue of the
    /// output's. The flash goes off as the camera's `flashMode` says.
    ///
    /// Stops the program where the connection does not lead to this output.
    @preconcurrency
    open func captureStillImageAsynchronously(
        from connection: AVCaptureConnection,
        completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
    ) {
        guard let session, connections.contains(where: { $0 === connection }) else {
            programmerError("AVCaptureStillImageOutput: the connection does not lead to the output")
        }
        let device = connection.inputPorts.first?.holder?.source
        var plan = PhotoPlan()
        if case .success(let coding) = AVCapturePhotoOutput.coding(settings.current) { plan.coding = coding }
        plan.firesFlash = device?.hasFlash == true && device?.flashMode == .on
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        desk.submit(PhotoJob(id, plan, session, device, StillImageClient(handler)))
        if !session.isRunning {
            desk.fail(AVError(.sessionNotRunning, "the image cannot be taken: the session does not run"))
        } else if !connection.isActive {
            desk.fail(AVError(.deviceNotConnected, "the image cannot be taken: the camera delivers nothing"))
        }
    }

    /// The file of a JPEG image, with what is known of it; nil for an image of pixels.
    open class func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
        guard jpegSampleBuffer.formatDescription?.mediaSubType == .jpeg else { return nil }
        return try? jpegSampleBuffer.dataBuffer?.dataBytes()
    }

    // MARK: What comes

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .video ? 1 : 0 }

    override func obstacle(beside outputs: [AVCaptureOutput]) -> String? {
        outputs.contains { $0 is AVCapturePhotoOutput }
            ? "the session has an AVCapturePhotoOutput, and photos are taken by one output" : nil
    }

    override var consumer: (any CaptureConsumer)? { PhotoConsumer(desk) }
}

/// Hands an image to a handler, once.
private final class StillImageClient: PhotoClient {
    private let handler: Protected<(@Sendable (CMSampleBuffer?, (any Error)?) -> Void)?>

    init(_ handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void) { self.handler = Protected(handler) }

    func began() {}

    func willTake() {}

    func taken() {}

    func made(_ result: Result<PhotoProduct, AVError>, index: Int) {
        do {
            answer(try result.get().sampleBuffer(), nil)
        } catch {
            answer(nil, error)
        }
    }

    func finished(_ error: AVError?) {
        if let error { answer(nil, error) }
    }

    private func answer(_ buffer: CMSampleBuffer?, _ error: (any Error)?) {
        let handler = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        handler?(buffer, error)
    }
}

extension PhotoProduct {
    /// The photo as a sample, with what is known of it as attachments.
    func sampleBuffer() throws -> CMSampleBuffer {
        let buffer: CMSampleBuffer
        if let pixels {
            buffer = try SampleMaker.picture(pixels, at: time)
        } else {
            let bytes = file ?? Data()
            buffer = try CMSampleBuffer(
                dataBuffer: bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
                formatDescription: CMFormatDescription(
                    videoCodecType: .jpeg,
                    width: Number(metadata[kCGImagePropertyPixelWidth])?.truncated(Int.self) ?? 0,
                    height: Number(metadata[kCGImagePropertyPixelHeight])?.truncated(Int.self) ?? 0
                ),
                numSamples: 1,
                sampleTimings: [
                    CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
                ],
                sampleSizes: [bytes.count]
            )
        }
        CMSetAttachments(
            buffer,
            attachments: metadata as CFDictionary,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        return buffer
    }
}
