internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

// Changes, and what is told of them.

extension AVCaptureSession {
    /// What is to be told once nothing is locked.
    typealias Effects = EffectLine.Effects

    /// Changes one thing at a time, and tells of it after that.
    func perform(_ body: () -> Effects) {
        control.withLock { _ in effects.add(body()) }
        effects.drain()
    }

    // MARK: Changes

    /// Changes what the session is made of: at once, or with others between begin and commit.
    func change(_ edit: (inout CaptureLayout) -> Void) {
        beginConfiguration()
        state.withLock { state in
            if var edited = state.edited {
                edit(&edited)
                state.edited = edited
            }
        }
        commitConfiguration()
    }

    /// Changes a setting of a part of the session: at once, or with others between begin and commit. Where the plan `depends` on it,
    /// that is a change of the session.
    func change<Value>(_ setting: CaptureSetting<Value>, depends: Bool, _ edit: (inout Value) -> Void) {
        guard depends || state.withLock({ $0.depth > 0 }) else { return setting.change(edit) }
        beginConfiguration()
        setting.prepare(edit)
        state.withLock { state in
            if !state.pending.contains(where: { $0 === setting }) { state.pending.append(setting) }
        }
        commitConfiguration()
    }

    func commit() {
        perform {
            // Before settings hold that may bring obstacles.
            let before = makePlan(state.withLock { $0.layout })
            let (old, new, pending) = state.withLock { state in
                let (old, pending) = (state.layout, state.pending)
                if let edited = state.edited { state.layout = edited }
                state.edited = nil
                state.pending = []
                return (old, state.layout, pending)
            }
            let undo = pending.map { $0.commit() }
            return apply(new, undoing: old, after: before) { undo.forEach { $0() } }
        }
    }

    /// Something that the plan depends on has changed: a device.
    func settle() {
        guard state.withLock({ $0.depth == 0 }) else { return }
        perform {
            let layout = state.withLock { $0.layout }
            return apply(layout, undoing: layout, after: makePlan(layout))
        }
    }

    /// A client has set a device up.
    func deviceSettled(_ device: AVCaptureDevice, byClient isFormat: Bool) {
        if isFormat {
            change { $0.preset = .inputPriority }
        } else {
            settle()
        }
    }

    /// Makes the session what a layout says. Where that fails, it is what it was `before`, and so are its devices and its parts, whose
    /// settings `restore` takes back. What was in the way of an input before does not make it fail.
    private func apply(
        _ layout: CaptureLayout,
        undoing old: CaptureLayout,
        after before: CapturePlan,
        restore: () -> Void = {}
    ) -> Effects {
        let outputs = layout.outputs + old.outputs.filter { output in !layout.outputs.contains { $0 === output } }
        let readiness: Effects = [{ outputs.forEach { $0.sessionMayHaveChanged() } }]
        let plan = makePlan(layout)
        guard isRunning else { return activate(plan) + readiness }
        let (flowing, streams) = (old.connections.filter(\.isActive), state.withLock { $0.streams })
        let (errors, interruption) = obtain(plan, after: before, waitingFor: old.inputs)
        var effects = errors.map(failure) + interruption
        if errors.isEmpty {
            effects += activate(plan)
            rememberChoices(plan)
        } else {
            state.withLock { $0.layout = old }
            restoreOwners(layout, old)
            restore()
            effects += restoreChoices()
            effects += activate(makePlan(old))
        }
        effects += ends(of: flowing, streams, wereUndone: !errors.isEmpty)
        if !errors.isEmpty, !streams.isEmpty { effects += stopIfNothingRuns() }
        return effects + readiness
    }

    /// Tells connections that nothing comes any more that did, or what comes is of another kind.
    private func ends(of flowing: [AVCaptureConnection], _ streams: [CaptureStream], wereUndone: Bool) -> Effects {
        let (connections, left) = state.withLock { ($0.layout.connections, $0.streams) }
        var ended = flowing.filter { connection in
            guard connections.contains(where: { $0 === connection }) else {
                connection.setActive(false)
                return true
            }
            return !connection.isActive
        }
        // A stream that was brought back after all has done no harm but a gap.
        if !wereUndone {
            for stream in streams where !left.contains(where: { $0 === stream }) {
                ended += stream.connections.filter { connection in !ended.contains { $0 === connection } }
            }
        }
        return [{ [ended] in ended.forEach { $0.consumer?.ended($0, because: .reconfigured) } }]
    }

    /// Inputs and outputs know whose they are.
    private func restoreOwners(_ failed: CaptureLayout, _ old: CaptureLayout) {
        for input in failed.inputs where !old.inputs.contains(where: { $0 === input }) {
            input.session = nil
            input.source?.leave(ObjectIdentifier(self))
        }
        for output in failed.outputs where !old.outputs.contains(where: { $0 === output }) { output.session = nil }
        for input in old.inputs {
            input.session = self
            input.source?.join(self)
        }
        for output in old.outputs { output.session = self }
    }

    // MARK: What clients have chosen of devices

    /// Keeps how devices are set up that deliver like that.
    func rememberChoices(_ plan: CapturePlan) {
        let choices = plan.streams.map { (device: $0.device, choice: $0.device.choice) }
        state.withLock { $0.choices = choices }
    }

    /// Sets devices up as they were when all of them delivered.
    private func restoreChoices() -> Effects {
        var effects: Effects = []
        for (device, choice) in state.withLock({ $0.choices }) {
            let (old, new) = device.restore(choice)
            guard old !== new else { continue }
            effects.append {
                device.akObservers.announce(\AVCaptureDevice.activeFormat, old: old, new: new, isPrior: false)
            }
        }
        return effects
    }

    // MARK: Telling

    func notice(_ name: Notification.Name, _ information: [String: any Sendable] = [:]) -> @Sendable () -> Void {
        { [weak self, environment] in
            environment.notice { [weak self] in
                guard let self else { return }
                NotificationCenter.default.post(name: name, object: self, userInfo: information)
            }
        }
    }

    func failure(_ error: AVError) -> @Sendable () -> Void {
        notice(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: error])
    }

    /// Observers, and outputs that depend on it, hear of a change that has been made already.
    func announceRunning(_ isRunning: Bool) -> @Sendable () -> Void {
        let outputs = state.withLock { $0.layout.outputs }
        return { [weak self] in
            self?.akObservers.announce(\AVCaptureSession.isRunning, old: !isRunning, new: isRunning, isPrior: false)
            outputs.forEach { $0.sessionMayHaveChanged() }
        }
    }

    func announceInterrupted(_ isInterrupted: Bool) -> @Sendable () -> Void {
        { [weak self] in
            self?.akObservers.announce(
                \AVCaptureSession.isInterrupted,
                old: !isInterrupted,
                new: isInterrupted,
                isPrior: false
            )
        }
    }
}
