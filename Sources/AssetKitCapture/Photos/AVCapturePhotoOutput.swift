public import AssetKitBase
internal import AssetKitClocks
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Takes photos.
///
/// ```swift
/// final class Album: NSObject, AVCapturePhotoCaptureDelegate {
///     func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?) {
///         try? photo.fileDataRepresentation()?.write(to: URL(filePath: "photo.jpg"))
///     }
/// }
///
/// func shoot(_ output: AVCapturePhotoOutput, for album: Album) {
///     output.capturePhoto(with: AVCapturePhotoSettings(), delegate: album)
/// }
/// ```
///
/// A photo is the next picture of the camera after the call, of its own size; with the preset `.photo` that is the largest. Files
/// are JPEG, or HEIC where FFmpeg has libx265, and say how they are to be turned; a camera that makes JPEG files keeps its own. They
/// are PNG where `AVVideoCodecType.akPNG` is asked for, without loss and turned already. Two photos may be on their way at the same
/// time; more wait.
///
/// SAFETY: what changes is behind locks.
open class AVCapturePhotoOutput: AVCaptureOutput, AKKeyValueObserving, @unchecked Sendable {
    private struct State {
        var isLarge = false
        var size = CMVideoDimensions()
        var priority = QualityPrioritization.balanced
        var monitoring: AVCapturePhotoSettings?
        var prepared: [AVCapturePhotoSettings] = []
        /// Settings that have been used.
        var used: Set<Int64> = []
        var readiness = CaptureReadiness.sessionNotRunning
        var coordinators: [Coordinator] = []
    }

    private struct Coordinator {
        weak var value: AVCapturePhotoOutputReadinessCoordinator?
    }

    /// What matters more, quality or speed.
    public enum QualityPrioritization: Int, Sendable, CaseIterable {
        /// Speed.
        case speed = 1
        /// Both.
        case balanced = 2
        /// Quality.
        case quality = 3
    }

    /// Whether a photo would be taken at once.
    public enum CaptureReadiness: Int, Sendable, CaseIterable {
        /// The session does not run.
        case sessionNotRunning = 0
        /// It would.
        case ready = 1
        /// It would in a moment: others are about to be asked for.
        case notReadyMomentarily = 2
        /// Others wait for their pictures.
        case notReadyWaitingForCapture = 3
        /// Others are being worked on.
        case notReadyWaitingForProcessing = 4
    }

    /// The formats that pixels can have.
    static let pixelFormats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]

    /// Who observes the output's properties.
    public let akObservers = AKKeyValueObservers()
    private let state = Protected(State())
    private let desk = PhotoDesk()

    /// Makes an output that belongs to no session.
    public override init() {
        super.init()
        desk.watch { [weak self] in self?.readinessMayHaveChanged() }
    }

    // MARK: What can be had

    /// The codecs that photos can have.
    open var availablePhotoCodecTypes: [AVVideoCodecType] {
        HEICFile.isPossible ? [.jpeg, .hevc, .akPNG] : [.jpeg, .akPNG]
    }
    /// The pixel formats that photos can have.
    open var availablePhotoPixelFormatTypes: [OSType] { Self.pixelFormats }
    /// The files that photos can be.
    open var availablePhotoFileTypes: [AVFileType] {
        HEICFile.isPossible ? [.jpg, .heic, .akPNG] : [.jpg, .akPNG]
    }
    /// The codecs that a type of file can hold.
    open func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        let codec: AVVideoCodecType? = [.jpg: .jpeg, .heic: .hevc, .akPNG: .akPNG][fileType]
        return availablePhotoCodecTypes.filter { $0 == codec }
    }
    /// The pixel formats that a type of file can hold: none, those photos are no files.
    open func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }
    /// The flash modes of the camera.
    open var supportedFlashModes: [AVCaptureDevice.FlashMode] {
        AVCaptureDevice.FlashMode.allCases.filter { $0 == .off || device?.isFlashModeSupported($0) == true }
    }

    /// How many photos a bracket can have: none where nothing about the exposure can be set.
    open var maxBracketedCapturePhotoCount: Int {
        guard let device else { return 0 }
        let canBias = device.minExposureTargetBias < device.maxExposureTargetBias
        return canBias || device.isExposureModeSupported(.custom) ? 5 : 0
    }

    /// Whether photos may be larger than the pictures of the session. None is here.
    open var isHighResolutionCaptureEnabled: Bool {
        get { state.withLock { $0.isLarge } }
        set { state.withLock { $0.isLarge = newValue } }
    }

    /// How large photos may be: one of what the camera's format can do. Setting another one stops the program.
    open var maxPhotoDimensions: CMVideoDimensions {
        get {
            let size = state.withLock { $0.size }
            return supportedSizes.contains(size) ? size : supportedSizes.last ?? CMVideoDimensions()
        }
        set {
            require(
                supportedSizes.contains(newValue),
                "AVCapturePhotoOutput.maxPhotoDimensions: the camera's format has no \(newValue.width)x\(newValue.height)"
            )
            state.withLock { $0.size = newValue }
        }
    }

    private var supportedSizes: [CMVideoDimensions] {
        guard connection(with: .video) != nil, device?.formats.isEmpty == false else {
            return pictureDimensions.map { [$0] } ?? []
        }
        return device?.activeFormat.supportedMaxPhotoDimensions ?? []
    }

    private var pictureDimensions: CMVideoDimensions? {
        connection(with: .video)?.inputPorts.first?.formatDescription?.videoDimensions
    }

    /// What may matter more at most: settings cannot ask for more.
    open var maxPhotoQualityPrioritization: QualityPrioritization {
        get { state.withLock { $0.priority } }
        set { state.withLock { $0.priority = newValue } }
    }

    /// What is watched for. Kept, and without effect.
    open var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
        get { state.withLock { $0.monitoring } }
        set { state.withLock { $0.monitoring = newValue } }
    }

    /// What is prepared for.
    open var preparedPhotoSettingsArray: [AVCapturePhotoSettings] { state.withLock { $0.prepared } }

    /// Prepares for photos like these. There is nothing to prepare: the handler is called at once, on the main queue.
    @preconcurrency
    open func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings],
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        state.withLock { $0.prepared = preparedPhotoSettingsArray }
        guard let completionHandler else { return }
        (session?.environment ?? .system).notice { completionHandler(true, nil) }
    }

    // MARK: Taking

    private var device: AVCaptureDevice? { connection(with: .video)?.inputPorts.first?.holder?.source }

    /// Takes a photo, or several of a bracket. The delegate is held until it has heard of the end, which always comes.
    ///
    /// Stops the program where the settings were used before or ask for what is not available, and without a camera.
    open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        guard let session, let connection = connection(with: .video) else {
            programmerError("AVCapturePhotoOutput.capturePhoto: no camera is connected with the output")
        }
        let device = device
        let plan: PhotoPlan
        switch settings.plan(on: device) {
        case .success(let made): plan = made
        case .failure(let obstacle): programmerError("AVCapturePhotoOutput.capturePhoto: \(obstacle.reason)")
        }
        if let obstacle = obstacle(to: settings, plan, device) {
            programmerError("AVCapturePhotoOutput.capturePhoto: \(obstacle)")
        }
        let isFresh = state.withLock { $0.used.insert(settings.uniqueID).inserted }
        require(
            isFresh,
            "AVCapturePhotoOutput.capturePhoto: settings are good for one photo, and these were used before"
        )
        var size = pictureDimensions ?? CMVideoDimensions()
        if plan.coding == .png, connection.turn.isSideways { (size.width, size.height) = (size.height, size.width) }
        let resolved = AVCaptureResolvedPhotoSettings(settings.uniqueID, plan, size)
        let client = PhotoDelegateClient(self, delegate, settings, resolved)
        desk.submit(PhotoJob(settings.uniqueID, plan, session, device, client))
        if !session.isRunning {
            desk.fail(AVError(.sessionNotRunning, "the photo cannot be taken: the session does not run"))
        } else if !connection.isActive {
            desk.fail(AVError(.deviceNotConnected, "the photo cannot be taken: the camera delivers nothing"))
        }
    }

    private func obstacle(to settings: AVCapturePhotoSettings, _ plan: PhotoPlan, _ device: AVCaptureDevice?) -> String?
    {
        if settings.photoQualityPrioritization.rawValue > maxPhotoQualityPrioritization.rawValue {
            return "photoQualityPrioritization is more than the output's maxPhotoQualityPrioritization"
        }
        let size = settings.maxPhotoDimensions
        if size != CMVideoDimensions(), !supportedSizes.contains(size) {
            return "the camera's format has no photos of \(size.width)x\(size.height)"
        }
        guard !settings.exposures.isEmpty else { return nil }
        if settings.exposures.count > maxBracketedCapturePhotoCount {
            return "a bracket of this camera has \(maxBracketedCapturePhotoCount) photos at most"
        }
        let isPossible = plan.exposures.allSatisfy { exposure in
            guard let device else { return false }
            switch exposure {
            case .bias(let bias): return (device.minExposureTargetBias...device.maxExposureTargetBias).contains(bias)
            case .manual: return device.isExposureModeSupported(.custom)
            }
        }
        return isPossible ? nil : "the camera has no such exposure"
    }

    // MARK: Readiness

    /// Whether a photo would be taken at once. It can be observed.
    open var captureReadiness: CaptureReadiness {
        guard session?.isRunning == true else { return .sessionNotRunning }
        if desk.hasRoom() { return .ready }
        return desk.isTaking ? .notReadyWaitingForCapture : .notReadyWaitingForProcessing
    }

    private func readinessMayHaveChanged() {
        let new = captureReadiness
        let (old, coordinators) = state.withLock { state in
            defer { state.readiness = new }
            return (state.readiness, state.coordinators)
        }
        if old != new {
            akObservers.announce(\AVCapturePhotoOutput.captureReadiness, old: old, new: new, isPrior: false)
        }
        for coordinator in coordinators { coordinator.value?.check() }
    }

    /// Tells it of each change as long as it is there.
    func addCoordinator(_ coordinator: AVCapturePhotoOutputReadinessCoordinator) {
        state.withLock { state in
            state.coordinators.removeAll { $0.value == nil }
            state.coordinators.append(Coordinator(value: coordinator))
        }
    }

    /// Whether another photo would be taken at once behind some that are about to be asked for.
    func hasRoom(behind count: Int) -> Bool { desk.hasRoom(behind: count) }

    func hasUsed(_ id: Int64) -> Bool { state.withLock { $0.used.contains(id) } }

    // MARK: What comes

    override func sessionMayHaveChanged() { readinessMayHaveChanged() }

    override func slots(for mediaType: AVMediaType) -> Int { mediaType == .video ? 1 : 0 }

    override func obstacle(beside outputs: [AVCaptureOutput]) -> String? {
        outputs.contains { $0 is AVCaptureStillImageOutput }
            ? "the session has an AVCaptureStillImageOutput, and photos are taken by one output" : nil
    }

    override var consumer: (any CaptureConsumer)? { PhotoConsumer(desk) }

    // MARK: Formats

    static func number(_ values: [String: Any], _ key: String) -> Int? { Number(values[key])?.truncated(Int.self) }

    static func size(_ values: [String: Any], _ width: String, _ height: String) -> (width: Int, height: Int)? {
        guard let width = number(values, width), let height = number(values, height), width > 0, height > 0 else {
            return nil
        }
        return (width, height)
    }

    /// What a client's dictionary asks for.
    static func coding(_ format: [String: Any]) -> Result<PhotoPlan.Coding, PhotoObstacle> {
        if let value = format[AVVideoCodecKey] {
            let codec = (value as? AVVideoCodecType)?.rawValue ?? value as? String ?? ""
            let properties = format[AVVideoCompressionPropertiesKey] as? [String: Any]
            let quality = Number(properties?[AVVideoQualityKey])?.double
            switch AVVideoCodecType(rawValue: codec) {
            case .jpeg: return .success(.jpeg(quality: quality))
            case .hevc where HEICFile.isPossible: return .success(.heic(quality: quality))
            case .akPNG: return .success(.png)
            default: return .failure("photos do not come as '\(codec)'")
            }
        }
        guard let type = number(format, kCVPixelBufferPixelFormatTypeKey).map({ OSType(truncatingIfNeeded: $0) }) else {
            return .failure("settings name a codec or a pixel format")
        }
        return pixelFormats.contains(type)
            ? .success(.pixels(type)) : .failure("photos do not come as '\(type.letters)'")
    }
}

extension AVCapturePhotoOutput {
    /// The file of a JPEG photo that came as a sample; the preview is left out. Nil for a sample that is no JPEG.
    public class func jpegPhotoDataRepresentation(
        forJPEGSampleBuffer JPEGSampleBuffer: CMSampleBuffer,
        previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? {
        AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(JPEGSampleBuffer)
    }
}
