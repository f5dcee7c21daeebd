internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
internal import Foundation

extension AVCaptureDevice {
    /// A colour of light.
    public struct WhiteBalanceTemperatureAndTintValues: Hashable, Sendable {
        /// In kelvins.
        public var temperature: Float
        /// Towards green or magenta. Drivers have no word for it.
        public var tint: Float

        /// Makes a colour of light.
        public init(temperature: Float = 0, tint: Float = 0) { (self.temperature, self.tint) = (temperature, tint) }
    }

    /// Stands for the gains of now.
    public static let currentWhiteBalanceGains = WhiteBalanceGains(
        redGain: .greatestFiniteMagnitude,
        greenGain: .greatestFiniteMagnitude,
        blueGain: .greatestFiniteMagnitude
    )

    /// Whether a mode is there: its control is.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
        switch whiteBalanceMode {
        case .locked: hasControl(.whiteBalanceAuto) || hasControl(.whiteBalanceTemperature)
        case .autoWhiteBalance: false
        case .continuousAutoWhiteBalance: hasControl(.whiteBalanceAuto)
        }
    }

    /// How it finds out what is white. Stops the program where the device is not locked or has no such mode.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { reading.whiteBalanceMode }
        set {
            requireLock("whiteBalanceMode")
            require(
                isWhiteBalanceModeSupported(newValue),
                "AVCaptureDevice.whiteBalanceMode: '\(localizedName)' has no such mode"
            )
            changing(\.whiteBalanceMode) {
                set([DeviceControlChange(.whiteBalanceAuto, newValue == .continuousAutoWhiteBalance ? 1 : 0)])
            }
        }
    }

    /// Whether its gains can be set: the driver has controls of red and of blue.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool {
        hasControl(.redBalance) && hasControl(.blueBalance)
    }

    /// The greatest gain.
    public var maxWhiteBalanceGain: Float { isLockingWhiteBalanceWithCustomDeviceGainsSupported ? 4 : 1 }

    /// How much the colours are amplified: what the driver has by default is 1.
    public var deviceWhiteBalanceGains: WhiteBalanceGains { reading.whiteBalanceGains }

    /// Locks the white balance at gains. The handler gets the time from which pictures show it.
    @preconcurrency
    public func setWhiteBalanceModeLocked(
        with whiteBalanceGains: WhiteBalanceGains,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        requireLock("setWhiteBalanceModeLocked")
        require(
            isWhiteBalanceModeSupported(.locked),
            "AVCaptureDevice.setWhiteBalanceModeLocked: '\(localizedName)' has no such mode"
        )
        var changes = [DeviceControlChange(.whiteBalanceAuto, 0)]
        if whiteBalanceGains != Self.currentWhiteBalanceGains {
            let gains = [
                (DeviceControl.Kind.redBalance, whiteBalanceGains.redGain), (.blueBalance, whiteBalanceGains.blueGain),
            ]
            for (kind, gain) in gains {
                require((1...4).contains(gain), "AVCaptureDevice.setWhiteBalanceModeLocked: \(gain) is no gain")
                guard let control = control(kind) else { continue }
                changes.append(DeviceControlChange(kind, Int64((Float(control.defaultValue) * gain).rounded())))
            }
        }
        changing(\.whiteBalanceMode) { set(changes) }
        answer(handler)
    }

    /// Locks the white balance at a colour of light, in kelvins. An addition to AVFoundation, because drivers have that rather than
    /// gains.
    public func akSetWhiteBalanceModeLocked(temperature: Int) {
        requireLock("akSetWhiteBalanceModeLocked")
        require(
            hasControl(.whiteBalanceTemperature),
            "AVCaptureDevice.akSetWhiteBalanceModeLocked: '\(localizedName)' knows no temperatures"
        )
        changing(\.whiteBalanceMode) {
            set([
                DeviceControlChange(.whiteBalanceAuto, 0),
                DeviceControlChange(.whiteBalanceTemperature, Int64(temperature)),
            ])
        }
    }

    /// Whether the white balance is changing just now. No driver says that here.
    public var isAdjustingWhiteBalance: Bool { false }
}
