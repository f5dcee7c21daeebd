internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

extension AVCaptureDevice {
    /// The brightest that a torch can be.
    public static let maxAvailableTorchLevel: Float = 1

    /// The values of V4L2's menu of lamps.
    private enum Lamp {
        static let (off, flash, torch): (Int64, Int64, Int64) = (0, 1, 2)
    }

    /// It has a lamp that can stay on.
    public var hasTorch: Bool { control(.flashLEDMode)?.menu[Lamp.torch] != nil }
    /// The lamp can be switched on.
    public var isTorchAvailable: Bool { hasTorch && isConnected }
    /// The lamp is on.
    public var isTorchActive: Bool { lastReading.isTorchActive }
    /// How bright it is, from 0 to 1; 0 while it is off.
    public var torchLevel: Float { lastReading.torchLevel }

    /// Whether a mode is there. Nobody measures the light here, so there is no `.auto`.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool {
        torchMode == .off || (torchMode == .on && hasTorch)
    }

    /// Whether the lamp is on while a session runs. Stops the program where the device is not locked or has no such mode.
    public var torchMode: TorchMode {
        get { state.withLock { $0.torchMode } }
        set {
            requireLock("torchMode")
            require(isTorchModeSupported(newValue), "AVCaptureDevice.torchMode: '\(localizedName)' has no such mode")
            changing(\.torchMode) {
                state.withLock { $0.torchMode = newValue }
                applyTorch()
            }
        }
    }

    /// Switches the lamp on.
    ///
    /// - Parameter torchLevel: How bright, above 0 and up to 1.
    /// - Throws: An ``AVError``: the device has no torch.
    public func setTorchModeOn(level torchLevel: Float) throws {
        requireLock("setTorchModeOn")
        let level = torchLevel == Self.maxAvailableTorchLevel ? 1 : torchLevel
        require(level > 0 && level <= 1, "AVCaptureDevice.setTorchModeOn: \(torchLevel) is no level")
        guard hasTorch else { throw AVError(.torchLevelUnavailable, "'\(localizedName)' has no torch") }
        state.withLock { $0.torchLevel = level }
        torchMode = .on
    }

    /// The lamp is on only while a session runs.
    func applyTorch() {
        let (isOn, level) = state.withLock { ($0.isRunning && $0.torchMode == .on, $0.torchLevel) }
        guard hasControl(.flashLEDMode) else { return }
        var changes: [DeviceControlChange] = []
        if isOn, let intensity = control(.torchIntensity) {
            let distance = Float(intensity.maximum - intensity.minimum) * level
            changes.append(DeviceControlChange(.torchIntensity, intensity.minimum + Int64(distance.rounded())))
        }
        set(changes + [DeviceControlChange(.flashLEDMode, isOn ? Lamp.torch : Lamp.off)])
    }

    /// It has a lamp that goes off.
    public var hasFlash: Bool { control(.flashLEDMode)?.menu[Lamp.flash] != nil }
    /// The flash can go off.
    public var isFlashAvailable: Bool { hasFlash && isConnected }
    /// The flash would go off with the next photo.
    public var isFlashActive: Bool { lastReading.isFlashActive }

    /// Whether a mode is there. Nobody measures the light here, so there is no `.auto`.
    public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool {
        flashMode == .off || (flashMode == .on && hasFlash)
    }

    /// When the flash goes off with still images. Stops the program where the device is not locked or has no such mode.
    public var flashMode: FlashMode {
        get { state.withLock { $0.flashMode } }
        set {
            requireLock("flashMode")
            require(isFlashModeSupported(newValue), "AVCaptureDevice.flashMode: '\(localizedName)' has no such mode")
            changing(\.flashMode) { state.withLock { $0.flashMode = newValue } }
        }
    }

    /// Arms the flash for a photo, or no longer.
    func armFlash(_ isOn: Bool) {
        guard hasFlash else { return }
        set([DeviceControlChange(.flashLEDMode, isOn ? Lamp.flash : Lamp.off)])
        if isOn { set([DeviceControlChange(.flashStrobe, 1)]) } else { applyTorch() }
    }
}
