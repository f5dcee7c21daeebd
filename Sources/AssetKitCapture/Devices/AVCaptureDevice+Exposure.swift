internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVCaptureDevice {
    /// Stands for the exposure of now.
    public static let currentExposureDuration = CMTime.invalid
    /// Stands for the sensitivity of now.
    public static let currentISO: Float = .greatestFiniteMagnitude
    /// Stands for the bias of now.
    public static let currentExposureTargetBias: Float = .greatestFiniteMagnitude

    /// The values of V4L2's menu of exposures.
    enum Exposure {
        static let (automatic, manual, aperturePriority): (Int64, Int64, Int64) = (0, 1, 3)
    }

    private var automaticExposure: Int64? {
        guard let menu = control(.exposureAuto)?.menu else { return nil }
        return [Exposure.aperturePriority, Exposure.automatic].first { menu[$0] != nil }
    }

    private var canExposeByHand: Bool { control(.exposureAuto)?.menu[Exposure.manual] != nil }

    /// Whether a mode is there: its control is.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
        switch exposureMode {
        case .locked: canExposeByHand || hasControl(.exposureLock)
        case .autoExpose: false
        // Whoever can lock it can let it go.
        case .continuousAutoExposure: automaticExposure != nil || hasControl(.exposureLock)
        case .custom: canExposeByHand && hasControl(.exposureAbsolute)
        }
    }

    /// How it exposes. Stops the program where the device is not locked or has no such mode.
    public var exposureMode: ExposureMode {
        get { reading.exposureMode }
        set {
            requireLock("exposureMode")
            require(
                isExposureModeSupported(newValue),
                "AVCaptureDevice.exposureMode: '\(localizedName)' has no such mode"
            )
            changing(\.exposureMode) {
                state.withLock { $0.isExposedByHand = newValue == .custom }
                switch newValue {
                case .locked: lockExposure()
                case .custom: set(Self.exposingByHand)
                case .autoExpose, .continuousAutoExposure:
                    let decision = automaticExposure.map { [DeviceControlChange(.exposureAuto, $0)] } ?? []
                    set([DeviceControlChange(.exposureLock, 0)] + decision)
                }
            }
            // Some drivers have that control for automatic exposure alone.
            settleDarkRate()
        }
    }

    /// The lock comes off before: it holds whatever decides.
    private static let exposingByHand = [
        DeviceControlChange(.exposureLock, 0), DeviceControlChange(.exposureAuto, Exposure.manual),
    ]

    /// By the camera's own lock; without one by hand, with what automatic exposure has come to.
    private func lockExposure() {
        if hasControl(.exposureLock) { return set([DeviceControlChange(.exposureLock, 1)]) }
        let present = state.withLock({ $0.handle != nil }) ? control(.exposureAbsolute)?.value : nil
        set(Self.exposingByHand + (present.map { [DeviceControlChange(.exposureAbsolute, $0)] } ?? []))
    }

    /// Automatic exposure may make pictures last longer in the dark, but not where all are to last as long.
    func settleDarkRate() {
        guard hasControl(.exposureAutoPriority) else { return }
        let (isFixed, former) = state.withLock { state in
            (state.minFrameDuration.isValid && state.minFrameDuration == state.maxFrameDuration, state.darkRate)
        }
        if isFixed {
            guard let present = control(.exposureAutoPriority)?.value, present != 0 else { return }
            state.withLock { $0.darkRate = present }
            set([DeviceControlChange(.exposureAutoPriority, 0)])
        } else if let former {
            state.withLock { $0.darkRate = nil }
            set([DeviceControlChange(.exposureAutoPriority, former)])
        }
    }

    /// How long it exposes; invalid where its driver does not say.
    public var exposureDuration: CMTime { reading.exposureDuration }

    /// How sensitive it is, in units of its driver; 0 where that does not say.
    public var iso: Float { reading.iso }

    /// The longest automatic exposure. It cannot be set here.
    public var activeMaxExposureDuration: CMTime {
        get { activeFormat.maxExposureDuration }
        set { refuse("activeMaxExposureDuration", newValue) }
    }

    /// Exposes by hand. The handler gets the time from which pictures show it.
    @preconcurrency
    public func setExposureModeCustom(
        duration: CMTime,
        iso: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        requireLock("setExposureModeCustom")
        require(
            isExposureModeSupported(.custom),
            "AVCaptureDevice.setExposureModeCustom: '\(localizedName)' cannot be exposed by hand"
        )
        var changes = Self.exposingByHand
        if duration.isValid {
            let ticks = CMTimeConvertScale(duration, timescale: 10_000, method: .roundHalfAwayFromZero).value
            changes.append(DeviceControlChange(.exposureAbsolute, ticks))
        }
        if iso != Self.currentISO {
            let kind = hasControl(.isoSensitivity) ? DeviceControl.Kind.isoSensitivity : .gain
            changes.append(DeviceControlChange(kind, Int64(iso.rounded())))
        }
        changing(\.exposureMode) {
            state.withLock { $0.isExposedByHand = true }
            set(changes)
        }
        answer(handler)
    }

    // MARK: Bias

    private var biases: ExposureBiases? { control(.exposureBias).flatMap(ExposureBiases.init) }

    /// How much darker than usual pictures can be, in exposure values.
    public var minExposureTargetBias: Float { biases?.least ?? 0 }
    /// How much brighter than usual pictures can be, in exposure values.
    public var maxExposureTargetBias: Float { biases?.most ?? 0 }
    /// How much brighter than usual pictures are meant to be, in exposure values.
    public var exposureTargetBias: Float { reading.exposureTargetBias }
    /// How far off the exposure is. No driver says that here.
    public var exposureTargetOffset: Float { 0 }

    /// Makes pictures brighter or darker than usual. The handler gets the time from which pictures show it.
    @preconcurrency
    public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
        requireLock("setExposureTargetBias")
        if bias != Self.currentExposureTargetBias {
            require(
                (minExposureTargetBias...maxExposureTargetBias).contains(bias),
                "AVCaptureDevice.setExposureTargetBias: '\(localizedName)' cannot have \(bias)"
            )
            if let value = biases?.value(nearest: bias) {
                changing(\.exposureTargetBias) { set([DeviceControlChange(.exposureBias, value)]) }
            }
        }
        answer(handler)
    }

    /// Whether the exposure is changing just now. No driver says that here.
    public var isAdjustingExposure: Bool { false }
    /// Whether the point to expose for can be chosen. No driver has that here.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// The point to expose for. Setting it stops the program, because no device can.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { refuse("exposurePointOfInterest", newValue) }
    }
}
