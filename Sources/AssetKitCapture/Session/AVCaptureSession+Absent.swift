internal import AssetKitBase

extension AVCaptureSession {
    /// Whether the camera can be used beside other programs' windows. That is no question here, so it is false as on a Mac.
    public var isMultitaskingCameraAccessSupported: Bool { false }
    /// Whether the camera can be used beside other programs' windows. Setting it to true stops the program.
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { false }
        set { require(!newValue, "AVCaptureSession.isMultitaskingCameraAccessEnabled: it is not supported") }
    }
}
