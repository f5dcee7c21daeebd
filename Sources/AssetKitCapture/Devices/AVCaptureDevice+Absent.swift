internal import AssetKitBase
public import Foundation

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCaptureDevice {
    /// Whether it is made of several cameras. None is here.
    public var isVirtualDevice: Bool { false }
    /// The cameras that it is made of: none is.
    public var constituentDevices: [AVCaptureDevice] { [] }
    /// Which of several cameras it shows: it is one.
    public var activePrimaryConstituent: AVCaptureDevice? { nil }
    /// Which cameras may stand in for another one: it is one.
    public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] { [] }
    /// Which cameras may stand in for another one: it is one.
    public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        get { [] }
        set { require(newValue.isEmpty, "AVCaptureDevice.fallbackPrimaryConstituentDevices: it is not supported") }
    }
    /// At which zoom another camera takes over: it is one.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
    /// At which zoom another camera takes over: it is one.
    public var dualCameraSwitchOverVideoZoomFactor: CGFloat { 1 }
    /// What people call a zoom of one.
    public var displayVideoZoomFactorMultiplier: CGFloat { 1 }
    /// Whether it is a telephone. A telephone that is a camera is like any other here.
    public var isContinuityCamera: Bool { false }
    /// A camera that looks at the desk: none does.
    public var companionDeskViewCamera: AVCaptureDevice? { nil }
    /// Devices in the same case. Drivers do not say that.
    public var linkedDevices: [AVCaptureDevice] { [] }
    /// Whether its lid is closed. Drivers do not say that: a camera that is not there is disconnected.
    public var isSuspended: Bool { false }
    /// How it is connected, as a number of Core Audio. Nobody says so here.
    public var transportType: Int32 { 0 }
    /// How wide the lens is open. Drivers do not know: 0.
    public var lensAperture: Float { 0 }
    /// How near the lens can see, in millimetres. Drivers do not know: -1.
    public var minimumFocusDistance: Int { -1 }
    /// Drivers focus as they do.
    public var isSmoothAutoFocusSupported: Bool { false }
    /// Drivers focus as they do.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isSmoothAutoFocusEnabled: it is not supported") }
    }
    /// Drivers have no boost for the dark.
    public var isLowLightBoostSupported: Bool { false }
    /// Drivers have no boost for the dark.
    public var isLowLightBoostEnabled: Bool { false }
    /// Drivers have no boost for the dark.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { false }
        set {
            require(!newValue, "AVCaptureDevice.automaticallyEnablesLowLightBoostWhenAvailable: it is not supported")
        }
    }
    /// No camera has a high dynamic range.
    public var isVideoHDREnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isVideoHDREnabled: it is not supported") }
    }
    /// No camera has a high dynamic range: it stays false, whatever is set.
    public var automaticallyAdjustsVideoHDREnabled: Bool {
        get { false }
        set {}
    }
    /// Tones are as drivers map them.
    public var isGlobalToneMappingEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isGlobalToneMappingEnabled: it is not supported") }
    }
    /// No driver knows the lens.
    public var isGeometricDistortionCorrectionSupported: Bool { false }
    /// No driver knows the lens.
    public var isGeometricDistortionCorrectionEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isGeometricDistortionCorrectionEnabled: it is not supported") }
    }
    /// Nobody finds faces: it stays false, whatever is set.
    public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
        get { false }
        set {}
    }
    /// Nobody finds faces.
    public var isFaceDrivenAutoFocusEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isFaceDrivenAutoFocusEnabled: it is not supported") }
    }
    /// Nobody finds faces: it stays false, whatever is set.
    public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
        get { false }
        set {}
    }
    /// Nobody finds faces.
    public var isFaceDrivenAutoExposureEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isFaceDrivenAutoExposureEnabled: it is not supported") }
    }
    /// The rate is what is asked for, and what the exposure leaves of it.
    public var isAutoVideoFrameRateEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isAutoVideoFrameRateEnabled: it is not supported") }
    }
    /// No camera measures depth.
    public var activeDepthDataFormat: Format? { nil }
    /// Nobody follows people.
    public var isCenterStageActive: Bool { false }
    /// Nobody follows people.
    public static var isCenterStageEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDevice.isCenterStageEnabled: it is not supported") }
    }
    /// Nobody blurs what is behind people.
    public static var isPortraitEffectEnabled: Bool { false }
    /// Nobody blurs what is behind people.
    public var isPortraitEffectActive: Bool { false }
    /// Nobody lights faces.
    public static var isStudioLightEnabled: Bool { false }
    /// Nobody lights faces.
    public var isStudioLightActive: Bool { false }
    /// Nobody replaces what is behind people.
    public static var isBackgroundReplacementEnabled: Bool { false }
    /// Nobody replaces what is behind people.
    public var isBackgroundReplacementActive: Bool { false }
    /// There are no reactions.
    public static var reactionEffectsEnabled: Bool { false }
    /// There are no reactions.
    public static var reactionEffectGesturesEnabled: Bool { false }
    /// There are no reactions.
    public var canPerformReactionEffects: Bool { false }
    /// No device plays a tape.
    public var transportControlsSupported: Bool { false }
}
