internal import AssetKitBase
public import CMTimeLib

// What cameras here do not have, by name, so that programs which ask before they use it compile and go on without. Each that says
// whether something is done stops the program where it is set to anything but that, as on Apple's systems.

extension AVCaptureDeviceInput {
    /// Wind is heard.
    public var isWindNoiseRemovalSupported: Bool { false }
    /// Wind is heard.
    public var isWindNoiseRemovalEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureDeviceInput.isWindNoiseRemovalEnabled: it is not supported") }
    }
    /// Exposure is what the driver does: it stays false, whatever is set.
    public var unifiedAutoExposureDefaultsEnabled: Bool {
        get { false }
        set {}
    }
    /// The rate is that of the device: ``AVCaptureDevice/activeVideoMinFrameDuration`` sets it.
    public var videoMinFrameDurationOverride: CMTime {
        get { CMTime.invalid }
        set {
            require(
                newValue == CMTime.invalid,
                "AVCaptureDeviceInput.videoMinFrameDurationOverride: it is not supported"
            )
        }
    }
}
