internal import AssetKitBase
internal import AssetKitDevices

extension AVCaptureDevice {
    /// Allows to set the device up until ``unlockForConfiguration()``. Locks are counted.
    ///
    /// - Throws: An ``AVError``: the device is gone, or another program is setting it up.
    public func lockForConfiguration() throws {
        guard isConnected else { throw AVError(.deviceNotConnected, "'\(localizedName)' is not connected") }
        try state.withLock { state in
            // With the lock held: two threads at once would take each other for another program.
            if state.lockCount == 0, state.provider.name != "synthetic" {
                state.lockFile = try DeviceLockFile(of: state.facts.id)
            }
            state.lockCount += 1
        }
    }

    /// Ends what ``lockForConfiguration()`` began. Everything stays as it was set.
    public func unlockForConfiguration() {
        let count = state.withLock { state in
            defer {
                state.lockCount = max(0, state.lockCount - 1)
                if state.lockCount == 0 { state.lockFile = nil }
            }
            return state.lockCount
        }
        require(count > 0, "AVCaptureDevice.unlockForConfiguration: '\(localizedName)' is not locked")
    }

    func requireLock(_ name: String) {
        let isLocked = state.withLock { $0.lockCount > 0 }
        require(isLocked, "AVCaptureDevice.\(name): call lockForConfiguration() before")
    }

    // MARK: The open device

    /// The device, opened unless it is. Everyone who asks gives it back with ``release(_:)``.
    func acquire() throws(AVError) -> any DeviceHandle {
        let handle = state.withLock { state in
            if state.handle != nil { state.userCount += 1 }
            return state.handle
        }
        if let handle { return handle }
        let opened = try openAnew()
        return state.withLock { state in
            state.userCount += 1
            if let other = state.handle { return other }
            state.handle = opened
            return opened
        }
    }

    /// The device for a stream, which gives it back with ``releaseFromStream(_:)``. A handle delivers to one stream at a time:
    /// microphones and screens are opened once more for the next one, as far as their servers and cards allow that. A camera belongs
    /// to who streams from it, in this program as among all.
    func acquireForStream(of session: AVCaptureSession) throws(AVError) -> any DeviceHandle {
        // It is not even opened: a card that is, is taken.
        guard state.withLock({ $0.isFree(for: session) }) else { throw inUse }
        let handle = try acquire()
        let (isFree, isKept) = state.withLock { state in
            guard state.isFree(for: session) else { return (false, true) }
            guard state.streamed == nil else { return (false, false) }
            state.streamed = handle
            return (true, false)
        }
        if isFree { return handle }
        release(handle)
        guard kind != .camera, !isKept else { throw inUse }
        return try openAnew()
    }

    private var inUse: AVError {
        AVError(.deviceInUseByAnotherApplication, "another session uses '\(localizedName)'")
    }

    private func openAnew() throws(AVError) -> any DeviceHandle {
        let (provider, facts, isConnected) = state.withLock { ($0.provider, $0.facts, $0.isConnected) }
        guard isConnected else { throw AVError(.deviceNotConnected, "'\(facts.name)' is not connected") }
        if let obstacle = facts.obstacle {
            throw AVError(.applicationIsNotAuthorizedToUseDevice, "'\(facts.name)' cannot be used: \(obstacle)")
        }
        return try provider.open(facts.id)
    }

    /// Gives back what a stream had: the next one may have it.
    func releaseFromStream(_ handle: any DeviceHandle) {
        state.withLock { if $0.streamed === handle { $0.streamed = nil } }
        release(handle)
    }

    /// Keeps a camera, or a card that one has alone, for a session that stops its stream to start another one, until
    /// ``endKeeping(for:)``: nobody who waits for it gets it in between.
    func keep(for session: AVCaptureSession) {
        state.withLock { state in
            if kind == .camera || state.facts.isExclusive { state.keeper = ObjectIdentifier(session) }
        }
    }

    func endKeeping(for session: AVCaptureSession) {
        state.withLock { if $0.keeper == ObjectIdentifier(session) { $0.keeper = nil } }
    }

    /// Gives back what was asked for. It is closed when nobody has it any more.
    func release(_ handle: any DeviceHandle) {
        let isOver = state.withLock { state in
            // A stream's own one, or one of a device that was gone meanwhile.
            guard state.handle === handle else { return true }
            state.userCount = max(0, state.userCount - 1)
            guard state.userCount == 0 else { return false }
            state.handle = nil
            return true
        }
        if isOver { handle.close() }
    }

    // MARK: Controls

    /// The controls with the values of now, where the device can be asked.
    var currentControls: [DeviceControl] {
        let (handle, known) = state.withLock { ($0.handle, $0.controls) }
        guard let handle, !known.isEmpty, let controls = try? handle.controls() else { return known }
        state.withLock { $0.controls = controls }
        return controls
    }

    func control(_ kind: DeviceControl.Kind) -> DeviceControl? { currentControls.first { $0.kind == kind } }

    /// Whether the driver has a control, whatever its value.
    func hasControl(_ kind: DeviceControl.Kind) -> Bool {
        state.withLock { state in state.controls.contains { $0.kind == kind } }
    }

    /// Sets controls in an order. Those that the device does not have are left out; what the driver refuses it keeps as it is, which
    /// reading tells.
    func set(_ changes: [DeviceControlChange]) {
        let wanted = changes.filter { hasControl($0.kind) }
        guard !wanted.isEmpty, let handle = try? acquire() else { return }
        defer { release(handle) }
        try? handle.set(wanted)
        if let controls = try? handle.controls() { state.withLock { $0.controls = controls } }
    }
}

extension AVCaptureDevice.State {
    /// Whether a session may have what no stream comes from.
    func isFree(for session: AVCaptureSession) -> Bool { keeper == nil || keeper == ObjectIdentifier(session) }
}
