public import AssetKitBase
public import AssetKitMedia

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCapturePhotoOutput {
    /// Photos have no movies.
    public var isLivePhotoCaptureSupported: Bool { false }
    /// Photos have no movies.
    public var isLivePhotoCaptureEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isLivePhotoCaptureEnabled: it is not supported") }
    }
    /// Photos have no movies.
    public var isLivePhotoCaptureSuspended: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isLivePhotoCaptureSuspended: it is not supported") }
    }
    /// Photos have no movies.
    public var preservesLivePhotoCaptureSuspendedOnSessionStop: Bool {
        get { false }
        set {
            require(
                !newValue,
                "AVCapturePhotoOutput.preservesLivePhotoCaptureSuspendedOnSessionStop: it is not supported"
            )
        }
    }
    /// Photos have no movies: it stays false, whatever is set.
    public var isLivePhotoAutoTrimmingEnabled: Bool {
        get { false }
        set {}
    }
    /// Photos have no movies.
    public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] { [] }
    /// Photos are not made worse to be sooner.
    public var isFastCapturePrioritizationSupported: Bool { false }
    /// Photos are not made worse to be sooner.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isFastCapturePrioritizationEnabled: it is not supported") }
    }
    /// Two photos at a time are always on their way.
    public var isResponsiveCaptureSupported: Bool { false }
    /// Two photos at a time are always on their way.
    public var isResponsiveCaptureEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isResponsiveCaptureEnabled: it is not supported") }
    }
    /// A photo is a picture after the call, never one before.
    public var isZeroShutterLagSupported: Bool { false }
    /// A photo is a picture after the call, never one before.
    public var isZeroShutterLagEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isZeroShutterLagEnabled: it is not supported") }
    }
    /// No photo is kept for later.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }
    /// No photo is kept for later.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isAutoDeferredPhotoDeliveryEnabled: it is not supported") }
    }
    /// No camera measures depth.
    public var isDepthDataDeliverySupported: Bool { false }
    /// No camera measures depth.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isDepthDataDeliveryEnabled: it is not supported") }
    }
    /// No driver knows the lens.
    public var isCameraCalibrationDataDeliverySupported: Bool { false }
    /// Nobody finds people.
    public var isPortraitEffectsMatteDeliverySupported: Bool { false }
    /// Nobody finds people.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isPortraitEffectsMatteDeliveryEnabled: it is not supported") }
    }
    /// Nobody finds hair, skin and the like.
    public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }
    /// Nobody finds hair, skin and the like.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { [] }
        set {
            require(newValue.isEmpty, "AVCapturePhotoOutput.enabledSemanticSegmentationMatteTypes: it is not supported")
        }
    }
    /// There are no raw formats.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }
    /// There are no raw formats.
    public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }
    /// There are no raw formats.
    public var availableRawPhotoFileTypes: [AVFileType] { [] }
    /// There are no raw formats.
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }
    /// There are no raw formats.
    public func supportedRawPhotoCodecTypes(forRawPhotoPixelFormatType pixelFormatType: OSType, fileType: AVFileType)
        -> [AVVideoCodecType]
    { [] }
    /// There are no raw formats.
    public static func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }
    /// There are no raw formats.
    public static func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }
    /// There are no raw formats.
    public var isAppleProRAWSupported: Bool { false }
    /// There are no raw formats.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isAppleProRAWEnabled: it is not supported") }
    }
    /// No camera is made of several.
    public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool { false }
    /// No camera is made of several.
    public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "AVCapturePhotoOutput.isVirtualDeviceConstituentPhotoDeliveryEnabled: it is not supported"
            )
        }
    }
    /// No camera is made of several.
    public var isVirtualDeviceFusionSupported: Bool { false }
    /// No camera is made of several.
    public var isDualCameraFusionSupported: Bool { false }
    /// No camera is made of several.
    public var isDualCameraDualPhotoDeliverySupported: Bool { false }
    /// No camera is made of several.
    public var isDualCameraDualPhotoDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isDualCameraDualPhotoDeliveryEnabled: it is not supported") }
    }
    /// Nothing is steadied here.
    public var isStillImageStabilizationSupported: Bool { false }
    /// Nothing is steadied here.
    public var isStillImageStabilizationScene: Bool { false }
    /// Nothing is steadied here.
    public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }
    /// Whether the scene wants a flash. Nobody judges scenes.
    public var isFlashScene: Bool { false }
    /// Nobody finds eyes.
    public var isAutoRedEyeReductionSupported: Bool { false }
    /// Nobody finds faces at the edges.
    public var isContentAwareDistortionCorrectionSupported: Bool { false }
    /// Nobody finds faces at the edges.
    public var isContentAwareDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            require(!newValue, "AVCapturePhotoOutput.isContentAwareDistortionCorrectionEnabled: it is not supported")
        }
    }
    /// No flash measures colours.
    public var isConstantColorSupported: Bool { false }
    /// No flash measures colours.
    public var isConstantColorEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoOutput.isConstantColorEnabled: it is not supported") }
    }
    /// There is no sound of a shutter.
    public var isShutterSoundSuppressionSupported: Bool { false }
}

/// A photo that is kept for later. There is none.
public final class AVCaptureDeferredPhotoProxy: AVCapturePhoto, @unchecked Sendable {}
