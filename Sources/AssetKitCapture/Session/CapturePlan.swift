internal import AssetKitBase
internal import AssetKitDevices

/// What a session is to do: which devices deliver how, and what flows where. A plain value, but for whose it is.
struct CapturePlan {
    struct Stream {
        let input: AVCaptureInput
        let device: AVCaptureDevice
        let setup: DeviceSetup
        let format: AVCaptureDevice.Format
    }
    var streams: [Stream] = []
    var active: [AVCaptureConnection] = []
    /// Why devices that are there cannot deliver as the session wants it.
    var obstacles: [AVError] = []
}
