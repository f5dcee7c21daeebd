public import AssetKitBase

extension AVError {
    /// The device concerned.
    public var device: AVCaptureDevice? { userInfo[AVErrorDeviceKey] as? AVCaptureDevice }
}
