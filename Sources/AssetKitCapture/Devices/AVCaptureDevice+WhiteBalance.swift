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
        case .locked: hasControl(.whiteBalanceAuto) || hasControl(.whiteBalanceTemperature) || balances != nil
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

    /// Whether its gains can be set: the driver has controls of red and of blue, and says what is usual.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { balances != nil }

    private var balances: (red: DeviceControl, blue: DeviceControl)? {
        Self.balances(of: state.withLock { $0.controls })
    }

    /// The controls of red and of blue, where their values can be compared with what is usual.
    static func balances(of controls: [DeviceControl]) -> (red: DeviceControl, blue: DeviceControl)? {
        func control(_ kind: DeviceControl.Kind) -> DeviceControl? {
            controls.first { $0.kind == kind && $0.defaultValue > 0 }
        }
        guard let red = control(.redBalance), let blue = control(.blueBalance) else { return nil }
        return (red, blue)
    }

    /// The greatest gain.
    public var maxWhiteBalanceGain: Float {
        isLockingWhiteBalanceWithCustomDeviceGainsSupported ? WhiteBalanceGains.most : 1
    }

    /// How much the colours are amplified beside each other: the least is 1, and all are where the driver has what is usual.
    public var deviceWhiteBalanceGains: WhiteBalanceGains { reading.whiteBalanceGains }

    /// Locks the white balance at gains, from 1 to ``maxWhiteBalanceGain``; those that the device has just now change nothing. The
    /// handler gets the time from which pictures show it. Stops the program for other gains where none can be set.
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
        let isKept =
            whiteBalanceGains == Self.currentWhiteBalanceGains || whiteBalanceGains == deviceWhiteBalanceGains
        let changes = isKept ? [] : changes(for: whiteBalanceGains)
        changing(\.whiteBalanceMode) { set([DeviceControlChange(.whiteBalanceAuto, 0)] + changes) }
        answer(handler)
    }

    /// What makes red and blue so much stronger than green, of which drivers have no control.
    private func changes(for gains: WhiteBalanceGains) -> [DeviceControlChange] {
        guard let balances else {
            programmerError("AVCaptureDevice.setWhiteBalanceModeLocked: '\(localizedName)' has no gains of colours")
        }
        for gain in [gains.redGain, gains.greenGain, gains.blueGain] {
            require(
                (1...maxWhiteBalanceGain).contains(gain),
                "AVCaptureDevice.setWhiteBalanceModeLocked: \(gain) is no gain"
            )
        }
        return [(balances.red, gains.redGain), (balances.blue, gains.blueGain)].map { control, gain in
            let value = Double(control.defaultValue) * Double(gain) / Double(gains.greenGain)
            return DeviceControlChange(control.kind, Int64(value.rounded()))
        }
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
