internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVCaptureDevice {
    /// Stands for the lens's position of now.
    public static let currentLensPosition: Float = .greatestFiniteMagnitude

    /// Whether a mode is there: its control is.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
        switch focusMode {
        case .locked: hasControl(.focusAbsolute) || hasControl(.focusAuto)
        case .autoFocus: hasControl(.autoFocusStart)
        case .continuousAutoFocus: hasControl(.focusAuto)
        }
    }

    /// How it focuses. Stops the program where the device is not locked or has no such mode.
    public var focusMode: FocusMode {
        get {
            if let mode = state.withLock({ $0.focusMode }) { return mode }
            return control(.focusAuto)?.value == 1 ? .continuousAutoFocus : .locked
        }
        set {
            requireLock("focusMode")
            require(isFocusModeSupported(newValue), "AVCaptureDevice.focusMode: '\(localizedName)' has no such mode")
            announcing(\.focusMode) {
                switch newValue {
                case .locked: set([DeviceControlChange(.focusAuto, 0)])
                case .autoFocus: set([DeviceControlChange(.focusAuto, 0), DeviceControlChange(.autoFocusStart, 1)])
                case .continuousAutoFocus: set([DeviceControlChange(.focusAuto, 1)])
                }
                state.withLock { $0.focusMode = newValue }
            }
        }
    }

    /// Whether ``setFocusModeLocked(lensPosition:completionHandler:)`` works.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { hasControl(.focusAbsolute) }

    /// Where the lens is: 0 for the nearest, 1 for the farthest.
    public var lensPosition: Float {
        guard let control = control(.focusAbsolute), control.maximum > control.minimum else { return 0 }
        return Float(control.value - control.minimum) / Float(control.maximum - control.minimum)
    }

    /// Locks the focus with the lens somewhere, from 0 to 1. The handler gets the time from which pictures show it.
    @preconcurrency
    public func setFocusModeLocked(
        lensPosition: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        requireLock("setFocusModeLocked")
        require(
            isLockingFocusWithCustomLensPositionSupported,
            "AVCaptureDevice.setFocusModeLocked: the lens of '\(localizedName)' cannot be set"
        )
        var changes = [DeviceControlChange(.focusAuto, 0)]
        if lensPosition != Self.currentLensPosition, let control = control(.focusAbsolute) {
            require(
                (0...1).contains(lensPosition),
                "AVCaptureDevice.setFocusModeLocked: \(lensPosition) is no position"
            )
            let distance = Float(control.maximum - control.minimum) * lensPosition
            changes.append(DeviceControlChange(.focusAbsolute, control.minimum + Int64(distance.rounded())))
        }
        set(changes)
        state.withLock { $0.focusMode = .locked }
        answer(handler)
    }

    /// Whether it is focusing just now, as far as its driver says.
    public var isAdjustingFocus: Bool { (control(.autoFocusStatus)?.value ?? 0) & 1 == 1 }

    /// Whether the point to focus on can be chosen. No driver has that here.
    public var isFocusPointOfInterestSupported: Bool { false }

    /// The point to focus on. Setting it stops the program, because no device can.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { refuse("focusPointOfInterest", newValue) }
    }

    /// Whether changes of what it sees are told. They are not, whatever is set.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { state.withLock { $0.monitorsSubjectArea } }
        set {
            requireLock("isSubjectAreaChangeMonitoringEnabled")
            state.withLock { $0.monitorsSubjectArea = newValue }
        }
    }

    func refuse(_ name: String, _ value: Any) {
        requireLock(name)
        programmerError("AVCaptureDevice.\(name): '\(localizedName)' cannot have \(value)")
    }

    /// Tells a client the time from which pictures show what was set: that of now.
    func answer(_ handler: (@Sendable (CMTime) -> Void)?) {
        guard let handler else { return }
        let now = (session?.environment ?? .system).hostClock.time
        DispatchQueue.global().async { handler(now) }
    }
}
