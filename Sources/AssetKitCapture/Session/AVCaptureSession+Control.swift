internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

extension AVCaptureSession {
    /// What is to be told once nothing is locked.
    typealias Effects = [@Sendable () -> Void]

    /// Changes one thing at a time, and tells of it after that.
    private func perform(_ body: () -> Effects) {
        let effects = control.withLock { _ in body() }
        for effect in effects { effect() }
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

    func commit() {
        perform {
            let (old, new) = state.withLock { state in
                let old = state.layout
                if let edited = state.edited { state.layout = edited }
                state.edited = nil
                return (old, state.layout)
            }
            return apply(new, undoing: old)
        }
    }

    /// Something that the plan depends on has changed: a connection, a device.
    func settle() {
        guard state.withLock({ $0.depth == 0 }) else { return }
        perform { apply(state.withLock { $0.layout }, undoing: nil) }
    }

    /// A client has set a device up.
    func deviceSettled(_ device: AVCaptureDevice, byClient isFormat: Bool) {
        if isFormat {
            change { $0.preset = .inputPriority }
        } else {
            settle()
        }
    }

    // MARK: Running

    func begin() {
        perform {
            guard !isRunning else { return [] }
            state.withLock { $0.isRunning = true }
            let plan = CapturePlanner.plan(state.withLock { $0.layout })
            do throws(AVError) {
                try obtain(plan)
            } catch {
                stopAll()
                state.withLock { $0.isRunning = false }
                return [failure(error)]
            }
            return activate(plan) + [announceRunning(true), notice(Self.didStartRunningNotification)]
        }
    }

    func end() {
        perform {
            guard isRunning else { return [] }
            let ended = state.withLock { $0.streams }
            stopAll()
            state.withLock { state in
                (state.isRunning, state.isInterrupted, state.waiting, state.alarm) = (false, false, [], nil)
            }
            let effects = activate(CapturePlanner.plan(state.withLock { $0.layout }))
            return effects + [
                { ended.forEach { $0.end(.stopped) } }, announceRunning(false), notice(Self.didStopRunningNotification),
            ]
        }
    }

    /// Stops what does not run as planned, and starts what is missing. On an error what was started is stopped again.
    private func obtain(_ plan: CapturePlan) throws(AVError) {
        let running = state.withLock { $0.streams }
        let kept = running.filter { stream in
            plan.streams.contains { $0.input === stream.plan.input && $0.setup == stream.plan.setup }
        }
        let dropped = running.filter { stream in !kept.contains { $0 === stream } }
        for stream in dropped { stream.stop() }
        let waiting = state.withLock { $0.waiting.map(\.input) }
        var started: [CaptureStream] = []
        do throws(AVError) {
            for planned in plan.streams {
                let isThere = kept.contains { $0.plan.input === planned.input }
                guard !isThere, !waiting.contains(where: { $0 === planned.input }) else { continue }
                started.append(try start(planned))
            }
        } catch {
            started.forEach { $0.stop() }
            state.withLock { $0.streams = kept }
            throw error
        }
        state.withLock { [started] in $0.streams = kept + started }
    }

    private func start(_ planned: CapturePlan.Stream) throws(AVError) -> CaptureStream {
        let handle = try planned.device.acquire()
        do throws(AVError) {
            let setup = try handle.configure(planned.setup)
            let stream = CaptureStream(planned, handle, setup, self)
            stream.setRoutes(routes(of: planned.input))
            try stream.start()
            return stream
        } catch {
            planned.device.release()
            throw error
        }
    }

    private func routes(of input: AVCaptureInput) -> [AVCaptureConnection] {
        let plan = CapturePlanner.plan(state.withLock { $0.layout })
        return plan.active.filter { connection in connection.inputPorts.contains { $0.holder === input } }
    }

    private func stopAll() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams {
            stream.stop()
            stream.plan.device.runningChanged(false)
        }
    }

    /// Lets samples flow as planned; what is answered says so.
    private func activate(_ plan: CapturePlan) -> Effects {
        let (layout, streams, isRunning) = state.withLock { ($0.layout, $0.streams, $0.isRunning) }
        for connection in layout.connections {
            let isPlanned = plan.active.contains { $0 === connection }
            let isFed =
                !isRunning
                || connection.inputPorts.contains { port in
                    port.holder?.source == nil || streams.contains { $0.plan.input === port.holder }
                }
            connection.setActive(isPlanned && isFed)
        }
        for stream in streams {
            stream.setRoutes(
                plan.active.filter { connection in
                    connection.inputPorts.contains { $0.holder === stream.plan.input }
                }
            )
            stream.plan.device.runningChanged(true)
        }
        var effects: Effects = []
        for planned in plan.streams {
            let format = planned.device.state.withLock { state in
                if layout.preset != .inputPriority, planned.device.kind == .camera {
                    state.activeFormat = planned.format
                }
                return planned.format.formatDescription
            }
            for port in planned.input.ports where port.setFormat(format) { effects.append(announceFormat(of: port)) }
        }
        return effects
    }

    private func announceFormat(of port: AVCaptureInput.Port) -> @Sendable () -> Void {
        { [environment] in
            environment.notice {
                NotificationCenter.default.post(
                    name: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
                    object: port
                )
            }
        }
    }

    private func apply(_ layout: CaptureLayout, undoing old: CaptureLayout?) -> Effects {
        let plan = CapturePlanner.plan(layout)
        let lost = lostConnections(old, layout)
        var effects: Effects = []
        if isRunning {
            do throws(AVError) {
                let before = state.withLock { $0.streams }
                try obtain(plan)
                let after = state.withLock { $0.streams }
                let gone = before.filter { stream in !after.contains { $0 === stream } }
                effects += [{ gone.forEach { $0.end(.reconfigured) } }]
            } catch {
                effects.append(failure(error))
                if let old {
                    state.withLock { $0.layout = old }
                    let former = CapturePlanner.plan(old)
                    // What ran before may not start again: then what does goes on.
                    do throws(AVError) { try obtain(former) } catch { effects.append(failure(error)) }
                    effects += activate(former)
                    restoreOwners(layout, old)
                    return effects
                }
            }
        }
        effects += activate(plan)
        if isRunning { effects += lost.map { lost in { lost.consumer?.ended(lost, because: .reconfigured) } } }
        return effects
    }

    private func lostConnections(_ old: CaptureLayout?, _ new: CaptureLayout) -> [AVCaptureConnection] {
        (old?.connections ?? []).filter { connection in !new.connections.contains { $0 === connection } }
    }

    /// Inputs and outputs know whose they are.
    private func restoreOwners(_ failed: CaptureLayout, _ old: CaptureLayout) {
        for input in failed.inputs where !old.inputs.contains(where: { $0 === input }) {
            input.session = nil
            input.source?.session = nil
        }
        for output in failed.outputs where !old.outputs.contains(where: { $0 === output }) { output.session = nil }
        for input in old.inputs {
            input.session = self
            input.source?.session = self
        }
        for output in old.outputs { output.session = self }
    }

    // MARK: Trouble

    /// A device has ended by itself. Called on its thread.
    func streamFailed(_ stream: CaptureStream, _ failure: DeviceFailure) {
        worker.async { [weak self] in self?.perform { self?.lose(stream, failure) ?? [] } }
    }

    private func lose(_ stream: CaptureStream, _ failure: DeviceFailure) -> Effects {
        let isOurs = state.withLock { state in
            let isOurs = state.streams.contains { $0 === stream }
            state.streams.removeAll { $0 === stream }
            return isOurs
        }
        guard isOurs else { return [] }
        stream.stop()
        stream.plan.device.runningChanged(false)
        if failure == .disconnected { stream.plan.device.registry?.refreshSoon(on: worker) }
        var effects: Effects = []
        switch failure {
        case .busy, .interrupted:
            let reason = failure.reason(of: stream.plan.device)
            effects.append { stream.end(.interrupted(reason)) }
            effects += interrupt(stream, failure)
        case .disconnected, .stalled, .broken:
            effects.append { stream.end(.disconnected) }
            let error = failure.error(of: stream.plan.device)
            if state.withLock({ $0.streams.isEmpty && $0.waiting.isEmpty }) {
                state.withLock { $0.isRunning = false }
                effects += [self.failure(error), announceRunning(false), notice(Self.didStopRunningNotification)]
            } else if failure != .disconnected {
                effects.append(self.failure(error))
            }
        }
        return activate(CapturePlanner.plan(state.withLock { $0.layout })) + effects
    }

    private func interrupt(_ stream: CaptureStream, _ failure: DeviceFailure) -> Effects {
        let isFirst = state.withLock { state in
            state.waiting.append((stream.plan.input, failure, 0))
            defer { state.isInterrupted = true }
            return !state.isInterrupted
        }
        scheduleRetry()
        guard isFirst else { return [] }
        let reason: InterruptionReason =
            stream.plan.device.kind == .microphone ? .audioDeviceInUseByAnotherClient : .videoDeviceInUseByAnotherClient
        return [notice(Self.wasInterruptedNotification, [AVCaptureSessionInterruptionReasonKey: reason.rawValue])]
    }

    /// Each second for a device that another program has; for a server from a tenth of a second on, up to two.
    private func scheduleRetry() {
        let delay: Int64? = state.withLock { state in
            guard let waiting = state.waiting.first else { return nil }
            if waiting.failure == .busy { return 1_000_000_000 }
            return min(2_000_000_000, 100_000_000 << Int64(min(waiting.tries, 8)))
        }
        guard let delay else { return }
        let alarm = environment.host.alarm(at: environment.host.now + delay) { [weak self] in
            guard let self else { return }
            worker.async { self.perform { self.retry() } }
        }
        state.withLock { $0.alarm = alarm }
    }

    private func retry() -> Effects {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        guard isRunning, !waiting.isEmpty else { return [] }
        let plan = CapturePlanner.plan(state.withLock { $0.layout })
        var effects: Effects = []
        for (input, failure, tries) in waiting {
            guard let planned = plan.streams.first(where: { $0.input === input }) else { continue }
            if let stream = try? start(planned) {
                state.withLock { $0.streams.append(stream) }
            } else if case .interrupted = failure, tries >= 18 {
                // About half a minute.
                effects.append(
                    self.failure(
                        AVError(.mediaServicesWereReset, "the server of '\(planned.device.localizedName)' is gone")
                    )
                )
            } else {
                state.withLock { $0.waiting.append((input, failure, tries + 1)) }
            }
        }
        effects += activate(plan)
        let (isOver, isIdle) = state.withLock { state in
            let isOver = state.waiting.isEmpty
            if isOver { state.isInterrupted = false }
            return (isOver, isOver && state.streams.isEmpty)
        }
        if !isOver { scheduleRetry() }
        if isIdle {
            state.withLock { $0.isRunning = false }
            return effects + [announceRunning(false), notice(Self.didStopRunningNotification)]
        }
        return isOver ? effects + [notice(Self.interruptionEndedNotification)] : effects
    }

    // MARK: Telling

    private func notice(_ name: Notification.Name, _ information: [String: any Sendable] = [:]) -> @Sendable () -> Void
    {
        { [weak self, environment] in
            environment.notice { [weak self] in
                guard let self else { return }
                NotificationCenter.default.post(name: name, object: self, userInfo: information)
            }
        }
    }

    private func failure(_ error: AVError) -> @Sendable () -> Void {
        notice(Self.runtimeErrorNotification, [AVCaptureSessionErrorKey: error])
    }

    /// Observers hear of a change that has been made already.
    private func announceRunning(_ isRunning: Bool) -> @Sendable () -> Void {
        { [weak self] in
            self?.observers.announce(\AVCaptureSession.isRunning, old: !isRunning, new: isRunning, isPrior: false)
        }
    }
}

extension DeviceFailure {
    /// The failure as an error that clients know.
    func error(of device: AVCaptureDevice) -> AVError {
        AVError(code, reason(of: device), userInfo: [AVErrorDeviceKey: device])
    }

    private var code: AVError.Code {
        switch self {
        case .disconnected: .deviceWasDisconnected
        case .stalled: .failedToLoadMediaData
        case .busy: .deviceInUseByAnotherApplication
        case .interrupted: .mediaServicesWereReset
        case .broken: .unknown
        }
    }

    /// What has happened to a device.
    func reason(of device: AVCaptureDevice) -> String {
        let name = device.localizedName
        return switch self {
        case .disconnected: "'\(name)' was disconnected"
        case .stalled: "'\(name)' delivers nothing any more"
        case .busy: "another program uses '\(name)'"
        case .interrupted(let reason): "'\(name)': \(reason)"
        case .broken(let reason): "'\(name)' failed: \(reason)"
        }
    }
}
