public import AssetKitBase
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// What is wanted of one photo. An object is good for one.
///
/// ```swift
/// let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
/// settings.previewPhotoFormat = [
///     kCVPixelBufferPixelFormatTypeKey as String: settings.availablePreviewPhotoPixelFormatTypes[0],
///     kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 240,
/// ]
/// ```
///
/// SAFETY: what changes is behind a lock.
open class AVCapturePhotoSettings: NSObject, NSCopying, @unchecked Sendable {
    struct State {
        var flashMode = AVCaptureDevice.FlashMode.off
        var priority = AVCapturePhotoOutput.QualityPrioritization.balanced
        var isLarge = false
        var size = CMVideoDimensions()
        var preview: [String: Any]?
        var thumbnail: [String: Any]?
        var metadata: [String: Any] = [:]
    }

    private static let count = Protected<Int64>(0)

    /// Distinguishes it from all others. Copies by `copy()` have the same.
    public let uniqueID: Int64
    /// What the photo is like: a codec, or a pixel format.
    public let format: [String: Any]?
    /// The type of file that is wanted; nil leaves that to the format.
    public let processedFileType: AVFileType?
    let state: Protected<State>

    /// Asks for a JPEG file.
    public override convenience init() { self.init(format: [AVVideoCodecKey: AVVideoCodecType.jpeg]) }

    /// Asks for a photo of a codec (`AVVideoCodecKey`, with `AVVideoQualityKey` from 0 to 1 among its compression properties) or
    /// of a pixel format (`kCVPixelBufferPixelFormatTypeKey`). Nil is JPEG. Without a quality, a camera that makes JPEG files keeps
    /// its own.
    public convenience init(format: [String: Any]?) { self.init(format, nil, .count, State()) }

    /// Asks for another photo like one.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(
            photoSettings.format,
            photoSettings.processedFileType,
            .count,
            photoSettings.state.withLock { $0 }
        )
    }

    enum Identity {
        case count
        case same(Int64)
    }

    init(_ format: [String: Any]?, _ fileType: AVFileType?, _ identity: Identity, _ state: State) {
        uniqueID =
            switch identity {
            case .same(let id): id
            case .count:
                Self.count.withLock { count in
                    count += 1
                    return count
                }
            }
        self.format = format ?? [AVVideoCodecKey: AVVideoCodecType.jpeg]
        processedFileType = fileType
        self.state = Protected(state)
    }

    /// The same settings, for the same photo.
    open func copy(with zone: NSZone? = nil) -> Any {
        AVCapturePhotoSettings(format, processedFileType, .same(uniqueID), state.withLock { $0 })
    }

    /// Whether the flash goes off.
    open var flashMode: AVCaptureDevice.FlashMode {
        get { state.withLock { $0.flashMode } }
        set { state.withLock { $0.flashMode = newValue } }
    }

    /// What matters more. Kept, and without effect: there is one way only.
    open var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { state.withLock { $0.priority } }
        set { state.withLock { $0.priority = newValue } }
    }

    /// Whether the photo may be larger than the pictures of the session. None is here.
    open var isHighResolutionPhotoEnabled: Bool {
        get { state.withLock { $0.isLarge } }
        set { state.withLock { $0.isLarge = newValue } }
    }

    /// The size that the photo is to have, one of the format's; zero for that of the pictures.
    open var maxPhotoDimensions: CMVideoDimensions {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }

    /// What is noted in the file besides what is known, with the keys of Image I/O.
    open var metadata: [String: Any] {
        get { state.withLock { $0.metadata } }
        set { state.withLock { $0.metadata = newValue } }
    }

    /// The pixel formats that previews can have.
    open var availablePreviewPhotoPixelFormatTypes: [OSType] { AVCapturePhotoOutput.pixelFormats }

    /// A pixel format, a width and a height that the preview fits into; nil for no preview.
    open var previewPhotoFormat: [String: Any]? {
        get { state.withLock { $0.preview } }
        set { state.withLock { $0.preview = newValue } }
    }

    /// The codecs that thumbnails can have.
    open var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }

    /// A codec, and `AVVideoWidthKey` and `AVVideoHeightKey` that the thumbnail within the file fits into; nil for no thumbnail.
    open var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { state.withLock { $0.thumbnail } }
        set { state.withLock { $0.thumbnail = newValue } }
    }

    /// The exposures of its pictures; none for one picture.
    var exposures: [AVCaptureBracketedStillImageSettings] { [] }
}

extension AVCapturePhotoSettings {
    /// What is wanted, as it is now; a sentence where that cannot be had.
    func plan(on device: AVCaptureDevice?) -> Result<PhotoPlan, PhotoObstacle> {
        let state = state.withLock { $0 }
        var plan = PhotoPlan()
        switch AVCapturePhotoOutput.coding(format ?? [:]) {
        case .failure(let obstacle): return .failure(obstacle)
        case .success(let coding): plan.coding = coding
        }
        if let type = processedFileType, type != plan.coding.fileType {
            return .failure("such photos are not written as \(type.rawValue)")
        }
        if state.flashMode != .off {
            guard device?.isFlashModeSupported(state.flashMode) == true else {
                return .failure("the camera has no such flash mode")
            }
            plan.firesFlash = state.flashMode == .on
        }
        if let preview = state.preview {
            let type = AVCapturePhotoOutput.number(preview, kCVPixelBufferPixelFormatTypeKey).map {
                OSType(truncatingIfNeeded: $0)
            }
            if let type, !AVCapturePhotoOutput.pixelFormats.contains(type) {
                return .failure("previews do not come as '\(type.letters)'")
            }
            plan.preview = PhotoPlan.Preview(
                format: type,
                size: AVCapturePhotoOutput.size(preview, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey)
            )
        }
        plan.thumbnail = state.thumbnail.map { thumbnail in
            let size = AVCapturePhotoOutput.size(thumbnail, AVVideoWidthKey, AVVideoHeightKey)
            return PhotoPlan.Preview(format: nil, size: size)
        }
        plan.metadata = state.metadata
        plan.exposures = exposures.compactMap(\.exposure)
        return .success(plan)
    }
}

/// Why a photo cannot be had, as half a sentence.
struct PhotoObstacle: Error, ExpressibleByStringInterpolation {
    let reason: String

    init(stringLiteral reason: String) { self.reason = reason }
}
