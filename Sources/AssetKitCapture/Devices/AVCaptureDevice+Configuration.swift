internal import AssetKitBase
internal import AssetKitDevices

extension AVCaptureDevice {
    /// Allows to set the device up until ``unlockForConfiguration()``. Locks are counted.
    ///
    /// - Throws: An ``AVError``: the device is gone, or another program is setting it up.
    public func lockForConfiguration() throws {
        guard isConnected else { throw AVError(.deviceNotConnected, "'\(localizedName)' is not connected") }
        let isFirst = state.withLock { state in
            guard state.lockCount == 0 else {
                state.lockCount += 1
                return false
            }
            return true
        }
        guard isFirst else { return }
        let file = akProvider == "synthetic" ? nil : try DeviceLockFile(of: uniqueID)
        state.withLock { state in
            state.lockCount += 1
            state.lockFile = state.lockFile ?? file
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

    /// The device, opened unless it is. Everyone who asks gives it back with ``release()``.
    func acquire() throws(AVError) -> any DeviceHandle {
        let (handle, provider, facts, isConnected) = state.withLock { state in
            if state.handle != nil { state.userCount += 1 }
            return (state.handle, state.provider, state.facts, state.isConnected)
        }
        if let handle { return handle }
        guard isConnected else { throw AVError(.deviceNotConnected, "'\(facts.name)' is not connected") }
        if let obstacle = facts.obstacle {
            throw AVError(.applicationIsNotAuthorizedToUseDevice, "'\(facts.name)' cannot be used: \(obstacle)")
        }
        let opened = try provider.open(facts.id)
        return state.withLock { state in
            state.userCount += 1
            if let other = state.handle { return other }
            state.handle = opened
            return opened
        }
    }

    func release() {
        let handle: (any DeviceHandle)? = state.withLock { state in
            state.userCount = max(0, state.userCount - 1)
            guard state.userCount == 0 else { return nil }
            defer { state.handle = nil }
            return state.handle
        }
        handle?.close()
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
        defer { release() }
        try? handle.set(wanted)
        if let controls = try? handle.controls() { state.withLock { $0.controls = controls } }
    }
}
