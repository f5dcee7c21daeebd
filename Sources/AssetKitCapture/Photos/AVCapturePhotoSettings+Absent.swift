public import AssetKitAssets
public import AssetKitBase
public import AssetKitMedia
public import Foundation

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCapturePhotoSettings {
    /// Where the movie of a photo goes: there is none.
    public var livePhotoMovieFileURL: URL? {
        get { nil }
        set { require(newValue == nil, "AVCapturePhotoSettings.livePhotoMovieFileURL: it is not supported") }
    }
    /// What the movie of a photo says: there is none. It stays empty, whatever is set.
    public var livePhotoMovieMetadata: [AVMetadataItem] {
        get { [] }
        set {}
    }
    /// No camera measures depth.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isDepthDataDeliveryEnabled: it is not supported") }
    }
    /// No camera measures depth: it stays false, whatever is set.
    public var embedsDepthDataInPhoto: Bool {
        get { false }
        set {}
    }
    /// No camera measures depth: it stays false, whatever is set.
    public var isDepthDataFiltered: Bool {
        get { false }
        set {}
    }
    /// No driver knows the lens.
    public var isCameraCalibrationDataDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isCameraCalibrationDataDeliveryEnabled: it is not supported") }
    }
    /// Nobody finds people.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isPortraitEffectsMatteDeliveryEnabled: it is not supported") }
    }
    /// Nobody finds people: it stays false, whatever is set.
    public var embedsPortraitEffectsMatteInPhoto: Bool {
        get { false }
        set {}
    }
    /// Nobody finds hair, skin and the like.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { [] }
        set {
            require(
                newValue.isEmpty,
                "AVCapturePhotoSettings.enabledSemanticSegmentationMatteTypes: it is not supported"
            )
        }
    }
    /// Nobody finds hair, skin and the like: it stays false, whatever is set.
    public var embedsSemanticSegmentationMattesInPhoto: Bool {
        get { false }
        set {}
    }
    /// There are no raw formats.
    public var rawPhotoPixelFormatType: OSType { 0 }
    /// There are no raw formats.
    public var rawFileType: AVFileType? { nil }
    /// There are no raw formats.
    public var rawFileFormat: [String: Any]? {
        get { nil }
        set { require(newValue == nil, "AVCapturePhotoSettings.rawFileFormat: it is not supported") }
    }
    /// There are no raw formats.
    public var availableRawEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] { [] }
    /// There are no raw formats.
    public var rawEmbeddedThumbnailPhotoFormat: [String: Any]? {
        get { nil }
        set { require(newValue == nil, "AVCapturePhotoSettings.rawEmbeddedThumbnailPhotoFormat: it is not supported") }
    }
    /// No camera is made of several.
    public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
        get { [] }
        set {
            require(
                newValue.isEmpty,
                "AVCapturePhotoSettings.virtualDeviceConstituentPhotoDeliveryEnabledDevices: it is not supported"
            )
        }
    }
    /// No camera is made of several: it stays false, whatever is set.
    public var isAutoVirtualDeviceFusionEnabled: Bool {
        get { false }
        set {}
    }
    /// No camera is made of several: it stays false, whatever is set.
    public var isAutoDualCameraFusionEnabled: Bool {
        get { false }
        set {}
    }
    /// No camera is made of several.
    public var isDualCameraDualPhotoDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isDualCameraDualPhotoDeliveryEnabled: it is not supported") }
    }
    /// Nothing is steadied here: it stays false, whatever is set.
    public var isAutoStillImageStabilizationEnabled: Bool {
        get { false }
        set {}
    }
    /// Nobody finds eyes: it stays false, whatever is set.
    public var isAutoRedEyeReductionEnabled: Bool {
        get { false }
        set {}
    }
    /// Nobody finds faces at the edges: it stays false, whatever is set.
    public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
        get { false }
        set {}
    }
    /// No flash measures colours.
    public var isConstantColorEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isConstantColorEnabled: it is not supported") }
    }
    /// No flash measures colours.
    public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
        get { false }
        set {
            require(
                !newValue,
                "AVCapturePhotoSettings.isConstantColorFallbackPhotoDeliveryEnabled: it is not supported"
            )
        }
    }
    /// There is no sound of a shutter.
    public var isShutterSoundSuppressionEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCapturePhotoSettings.isShutterSoundSuppressionEnabled: it is not supported") }
    }
}

extension AVCaptureResolvedPhotoSettings {
    /// No photo is kept for later.
    public var deferredPhotoProxyDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// There are no raw formats.
    public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// There are no raw formats.
    public var rawEmbeddedThumbnailDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// Nobody finds people.
    public var portraitEffectsMatteDimensions: CMVideoDimensions { CMVideoDimensions() }
    /// Nobody finds eyes.
    public var isRedEyeReductionEnabled: Bool { false }
    /// Nothing is steadied here.
    public var isStillImageStabilizationEnabled: Bool { false }
    /// No camera is made of several.
    public var isDualCameraFusionEnabled: Bool { false }
    /// No camera is made of several.
    public var isVirtualDeviceFusionEnabled: Bool { false }
    /// Nobody finds faces at the edges.
    public var isContentAwareDistortionCorrectionEnabled: Bool { false }
    /// Photos are not made worse to be sooner.
    public var isFastCapturePrioritizationEnabled: Bool { false }
    /// Nobody finds hair, skin and the like.
    public func dimensionsForSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> CMVideoDimensions { CMVideoDimensions() }
}

extension AVCapturePhoto {
    /// There are no raw formats.
    public var isRawPhoto: Bool { false }
    /// No flash measures colours.
    public var isConstantColorFallbackPhoto: Bool { false }
    /// No flash measures colours.
    public var constantColorConfidenceMap: CVPixelBuffer? { nil }
    /// No flash measures colours.
    public var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }
    /// No camera measures depth.
    public var depthData: AVDepthData? { nil }
    /// Nobody finds people.
    public var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }
    /// Nobody finds hair, skin and the like.
    public func semanticSegmentationMatte(
        for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> AVSemanticSegmentationMatte? { nil }
}
