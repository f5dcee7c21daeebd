internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import Foundation

// What observers hear of besides what is set.

extension AVCaptureDevice {
    /// What it is like now, where it can be asked.
    var reading: DeviceReading {
        _ = currentControls
        return lastReading
    }

    /// What it was like when it was asked last.
    var lastReading: DeviceReading { state.withLock { DeviceReading($0) } }

    /// Changes a property, and tells the observers of it and of whatever has changed along with it.
    func changing<Value>(_ keyPath: KeyPath<AVCaptureDevice, Value>, _ change: () -> Void) {
        announcing(keyPath, change)
        tellChanges(besides: keyPath)
    }

    /// Tells observers of what has changed since they heard of it, whoever did that. No lock is held meanwhile.
    func tellChanges(besides known: AnyKeyPath? = nil) {
        let (old, new) = state.withLock { state in
            let new = DeviceReading(state)
            defer { state.told = new }
            return (state.told ?? new, new)
        }
        func tell<Value: Equatable>(_ keyPath: KeyPath<AVCaptureDevice, Value>, _ path: KeyPath<DeviceReading, Value>) {
            let (before, after) = (old[keyPath: path], new[keyPath: path])
            guard before != after, (keyPath as AnyKeyPath) != known else { return }
            akObservers.announce(keyPath, old: before, new: after, isPrior: false)
        }
        tell(\.focusMode, \.focusMode)
        tell(\.isAdjustingFocus, \.isAdjustingFocus)
        tell(\.lensPosition, \.lensPosition)
        tell(\.exposureMode, \.exposureMode)
        tell(\.exposureDuration, \.exposureDuration)
        tell(\.iso, \.iso)
        tell(\.exposureTargetBias, \.exposureTargetBias)
        tell(\.whiteBalanceMode, \.whiteBalanceMode)
        tell(\.deviceWhiteBalanceGains, \.whiteBalanceGains)
        tell(\.videoZoomFactor, \.zoomFactor)
        tell(\.isTorchActive, \.isTorchActive)
        tell(\.torchLevel, \.torchLevel)
        tell(\.isFlashActive, \.isFlashActive)
    }

    /// A session that uses the device has started or stopped. Observers hear of it when the session is done, and nothing is locked.
    func runningChanged(_ isRunning: Bool, in session: AVCaptureSession?) {
        let isNew = state.withLock { state in
            defer { state.isRunning = isRunning }
            return state.isRunning != isRunning
        }
        if isRunning { settleDarkRate() }
        guard isNew else { return }
        if hasTorch { applyTorch() }
        watchControls(isRunning ? session : nil)
        guard let session else { return tellChanges() }
        session.effects.add([{ [weak self] in self?.tellChanges() }])
    }

    private func watchControls(_ session: AVCaptureSession?) {
        var watch: ControlWatch?
        if let session, !state.withLock({ $0.controls.isEmpty }) {
            watch = ControlWatch(on: session.environment.host, session.worker) { [weak self] in self?.lookAtControls() }
        }
        // The one before is let go after the lock is free.
        let former = state.withLock { state in
            defer { state.watch = watch }
            return state.watch
        }
        withExtendedLifetime(former) {}
    }

    /// For observers alone: whoever reads a property gets what it is then.
    private func lookAtControls() {
        guard !akObservers.isEmpty else { return }
        _ = currentControls
        tellChanges()
    }

    /// Does something that drivers may take their time for: others wait for their alarms on that thread.
    func soon(_ body: @escaping @Sendable () -> Void) {
        guard let session else { return DispatchQueue.global().async(execute: body) }
        session.worker.async(body)
    }
}
