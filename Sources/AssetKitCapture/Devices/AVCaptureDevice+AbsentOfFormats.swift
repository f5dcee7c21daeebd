public import AssetKitMedia
public import Foundation

// What formats of cameras here do not have, by name, so that programs which ask compile and go on without.

extension AVCaptureDevice.Format {
    /// Whether several pixels of the sensor make one. Drivers do not say that.
    public var isVideoBinned: Bool { false }
    /// How much it sees, in degrees. Drivers do not know: 0.
    public var videoFieldOfView: Float { 0 }
    /// How much it sees, in degrees. Drivers do not know: 0.
    public var geometricDistortionCorrectedVideoFieldOfView: Float { 0 }
    /// From which zoom on pixels are made larger: from one on, unless the driver has a lens that zooms.
    public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }
    /// At which zooms pixels are the sensor's again. Drivers do not say that.
    public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }
    /// The largest photo: as large as the pictures.
    public var highResolutionStillImageDimensions: CMVideoDimensions {
        mediaType == .video ? formatDescription.videoDimensions : CMVideoDimensions()
    }
    /// Photos are the pictures of the camera.
    public var isHighPhotoQualitySupported: Bool { false }
    /// Photos are the pictures of the camera.
    public var isHighestPhotoQualitySupported: Bool { false }
    /// The rate is what is asked for, and what the exposure leaves of it.
    public var isAutoVideoFrameRateSupported: Bool { false }
    /// Tones are as drivers map them.
    public var isGlobalToneMappingSupported: Bool { false }
    /// Nobody follows people.
    public var isCenterStageSupported: Bool { false }
    /// Nobody follows people.
    public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { nil }
    /// Nobody follows people.
    public var videoMinZoomFactorForCenterStage: CGFloat { 1 }
    /// Nobody follows people.
    public var videoMaxZoomFactorForCenterStage: CGFloat { 1 }
    /// Nobody blurs what is behind people.
    public var isPortraitEffectSupported: Bool { false }
    /// Nobody blurs what is behind people.
    public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }
    /// Nobody finds people.
    public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { false }
    /// Nobody lights faces.
    public var isStudioLightSupported: Bool { false }
    /// Nobody lights faces.
    public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }
    /// Nobody replaces what is behind people.
    public var isBackgroundReplacementSupported: Bool { false }
    /// Nobody replaces what is behind people.
    public var videoFrameRateRangeForBackgroundReplacement: AVFrameRateRange? { nil }
    /// There are no reactions.
    public var reactionEffectsSupported: Bool { false }
    /// There are no reactions.
    public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }
    /// No camera has two eyes.
    public var isSpatialVideoCaptureSupported: Bool { false }
    /// No camera measures depth.
    public var supportedDepthDataFormats: [AVCaptureDevice.Format] { [] }
    /// No camera measures depth.
    public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] { [] }
    /// No camera measures depth.
    public var supportedVideoZoomFactorsForDepthDataDelivery: [NSNumber] { [] }
    /// No camera measures depth.
    public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }
    /// No camera measures depth.
    public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }
    /// No camera measures depth.
    public var videoMaxZoomFactorForDepthDataDelivery: CGFloat { 1 }
    /// Nobody recommends a zoom.
    public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? { nil }
    /// Nobody recommends a bias.
    public var systemRecommendedExposureBiasRange: ClosedRange<Float>? { nil }
    /// Outputs that cannot take it: all can.
    public var unsupportedCaptureOutputClasses: [AnyClass] { [] }
}
