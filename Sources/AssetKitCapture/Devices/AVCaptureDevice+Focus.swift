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

    /// How it focuses. After `.autoFocus`, it is `.locked` once the lens is where it should be. Stops the program where the device is
    /// not locked or has no such mode.
    public var focusMode: FocusMode {
        get { reading.focusMode }
        set {
            requireLock("focusMode")
            require(isFocusModeSupported(newValue), "AVCaptureDevice.focusMode: '\(localizedName)' has no such mode")
            changing(\.focusMode) {
                endFocusing()
                switch newValue {
                case .locked: set([DeviceControlChange(.focusAuto, 0)])
                case .autoFocus:
                    set([DeviceControlChange(.focusAuto, 0), DeviceControlChange(.autoFocusStart, 1)])
                    beginFocusing()
                case .continuousAutoFocus: set([DeviceControlChange(.focusAuto, 1)])
                }
            }
        }
    }

    /// One go at focusing.
    struct Focusing {
        /// On the host clock.
        let begin: Int64
        var alarm: HostAlarm?

        static let interval: Int64 = 100_000_000
        /// How long it takes where no driver says that it is done.
        static let usual: Int64 = 1_000_000_000
        /// Whoever says for so long that it goes on is not waited for.
        static let longest: Int64 = 10_000_000_000
    }

    private func beginFocusing() {
        let host = session?.environment.host ?? SystemHostClock.shared
        state.withLock { $0.focusing = Focusing(begin: host.now) }
        watchFocusing(on: host)
    }

    private func endFocusing() {
        // Its alarm is let go after the lock is free.
        let former = state.withLock { state in
            defer { state.focusing = nil }
            return state.focusing
        }
        former?.alarm?.cancel()
    }

    private func watchFocusing(on host: any HostClock) {
        let alarm = host.alarm(at: host.now + Focusing.interval) { [weak self] in
            self?.soon { [weak self] in self?.lookAtFocus(on: host) }
        }
        state.withLock { $0.focusing?.alarm = alarm }
    }

    private func lookAtFocus(on host: any HostClock) {
        guard let begin = state.withLock({ $0.focusing?.begin }) else { return }
        let passed = host.now - begin
        let status = state.withLock({ $0.handle != nil }) ? control(.autoFocusStatus) : nil
        let isDone = status.map { $0.value & 1 == 0 } ?? (passed >= Focusing.usual)
        guard isDone || passed >= Focusing.longest else {
            tellChanges()
            return watchFocusing(on: host)
        }
        endFocusing()
        tellChanges()
    }

    /// Whether ``setFocusModeLocked(lensPosition:completionHandler:)`` works.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { hasControl(.focusAbsolute) }

    /// Where the lens is: 0 for the nearest, 1 for the farthest.
    public var lensPosition: Float { reading.lensPosition }

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
        changing(\.focusMode) {
            endFocusing()
            set(changes)
        }
        answer(handler)
    }

    /// Whether it is focusing just now. Where its driver does not say so, for a second after `.autoFocus` was set.
    public var isAdjustingFocus: Bool { reading.isAdjustingFocus }

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
