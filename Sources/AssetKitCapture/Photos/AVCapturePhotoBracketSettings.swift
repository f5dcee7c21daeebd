public import AssetKitBase
public import AssetKitMedia
public import Foundation

/// What is wanted of several photos of one scene, each exposed in its own way.
///
/// ```swift
/// let exposures = [-1, 0, 1].map { bias in
///     AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
/// }
/// let settings = AVCapturePhotoBracketSettings(
///     rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg], bracketedSettings: exposures
/// )
/// print(settings.bracketedSettings.count)
/// ```
///
/// The picture after each change of the exposure is passed over, since it may have been exposed before.
open class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {
    /// How each of them is exposed.
    public let bracketedSettings: [AVCaptureBracketedStillImageSettings]

    /// Asks for photos. Stops the program where a raw format is asked for, which there is none of, and without exposures.
    public convenience init(
        rawPixelFormatType: OSType,
        processedFormat: [String: Any]?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        self.init(
            rawPixelFormatType: rawPixelFormatType,
            rawFileType: nil,
            processedFormat: processedFormat,
            processedFileType: nil,
            bracketedSettings: bracketedSettings
        )
    }

    /// Asks for photos in files of a type. Stops the program where a raw format is asked for, which there is none of, and without
    /// exposures.
    public convenience init(
        rawPixelFormatType: OSType,
        rawFileType: AVFileType?,
        processedFormat: [String: Any]?,
        processedFileType: AVFileType?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        require(
            rawPixelFormatType == 0 && rawFileType == nil,
            "AVCapturePhotoBracketSettings: there are no raw photos"
        )
        require(!bracketedSettings.isEmpty, "AVCapturePhotoBracketSettings: there are no exposures")
        self.init(processedFormat, processedFileType, .count, State(), bracketedSettings)
    }

    private init(
        _ format: [String: Any]?,
        _ fileType: AVFileType?,
        _ identity: Identity,
        _ state: State,
        _ exposures: [AVCaptureBracketedStillImageSettings]
    ) {
        bracketedSettings = exposures
        super.init(format, fileType, identity, state)
    }

    /// The same settings, for the same photos.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVCapturePhotoBracketSettings(
            format,
            processedFileType,
            .same(uniqueID),
            state.withLock { $0 },
            bracketedSettings
        )
    }

    /// Whether lenses are steadied meanwhile. None is here: setting it has no effect.
    open var isLensStabilizationEnabled: Bool {
        get { false }
        set {}
    }

    override var exposures: [AVCaptureBracketedStillImageSettings] { bracketedSettings }
}
