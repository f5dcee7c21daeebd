internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia

extension DeviceFailure {
    /// The failure as an error that clients know.
    func error(of device: AVCaptureDevice) -> AVError {
        AVError(code, reason(of: device), userInfo: [AVErrorDeviceKey: device])
    }

    private var code: AVError.Code {
        switch self {
        case .disconnected: .deviceWasDisconnected
        case .stalled: .failedToLoadMediaData
        case .busy: .deviceInUseByAnotherApplication
        case .interrupted: .mediaServicesWereReset
        case .refused: .screenCaptureFailed
        case .ended: .operationInterrupted
        case .broken: .unknown
        }
    }

    /// What has happened to a device.
    func reason(of device: AVCaptureDevice) -> String {
        let name = device.localizedName
        return switch self {
        case .disconnected: "'\(name)' was disconnected"
        case .stalled: "'\(name)' delivers nothing any more"
        case .busy: "another program uses '\(name)'"
        case .interrupted(let reason): "'\(name)': \(reason)"
        case .refused(let reason): "'\(name)' may not be used: \(reason)"
        case .ended(let reason): "'\(name)' delivers nothing any more: \(reason)"
        case .broken(let reason): "'\(name)' failed: \(reason)"
        }
    }
}
