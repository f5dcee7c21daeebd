internal import AssetKitBase
public import Foundation

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCaptureSession {
    /// Whether the camera can be used beside other programs' windows. That is no question here, so it is false as on a Mac.
    public var isMultitaskingCameraAccessSupported: Bool { false }
    /// Whether the camera can be used beside other programs' windows.
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureSession.isMultitaskingCameraAccessEnabled: it is not supported") }
    }
    /// Programs have no audio session here: it stays false, whatever is set.
    public var usesApplicationAudioSession: Bool {
        get { false }
        set {}
    }
    /// Programs have no audio session here: it stays false, whatever is set.
    public var automaticallyConfiguresApplicationAudioSession: Bool {
        get { false }
        set {}
    }
    /// Programs have no audio session here: it stays false, whatever is set. All are heard beside each other.
    public var configuresApplicationAudioSessionToMixWithOthers: Bool {
        get { false }
        set {}
    }
    /// No camera has more colours than sRGB: it stays false, whatever is set.
    public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
        get { false }
        set {}
    }
    /// How much of what the machine can do at once it takes. Nobody counts that here.
    public var hardwareCost: Float { 0 }
    /// No camera has a button with controls of its own.
    public var supportsControls: Bool { false }
    /// No camera has a button with controls of its own.
    public var maxControlsCount: Int { 0 }
}

extension AVCaptureConnection {
    /// No driver knows the lens.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }
    /// No driver knows the lens.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureConnection.isCameraIntrinsicMatrixDeliveryEnabled: it is not supported") }
    }
    /// Photos are not cropped: ``AVCaptureDevice/videoZoomFactor`` makes the middle of pictures larger.
    public var videoMaxScaleAndCropFactor: CGFloat { 1 }
    /// Photos are not cropped: ``AVCaptureDevice/videoZoomFactor`` makes the middle of pictures larger.
    public var videoScaleAndCropFactor: CGFloat {
        get { 1 }
        set { require(newValue == 1, "AVCaptureConnection.videoScaleAndCropFactor: it is not supported") }
    }
}
