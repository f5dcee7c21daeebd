internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

// Devices start and stop, and samples flow. All of it with the session's control held.

extension AVCaptureSession {
    func begin() {
        perform {
            guard !isRunning else { return [] }
            let layout = state.withLock { $0.layout }
            let plan = CapturePlanner.plan(layout)
            let (errors, interruption) = obtain(plan, waitingFor: layout.inputs)
            guard errors.isEmpty else { return errors.map(failure) }
            state.withLock { $0.isRunning = true }
            let effects = activate(plan)
            rememberChoices(plan)
            return effects + [announceRunning(true), notice(Self.didStartRunningNotification)] + interruption
        }
    }

    func end() {
        perform {
            guard isRunning else { return [] }
            let (streams, wasInterrupted) = state.withLock { state in
                defer {
                    (state.streams, state.isRunning, state.isInterrupted) = ([], false, false)
                    (state.waiting, state.alarm) = ([], nil)
                }
                return (state.streams, state.isInterrupted)
            }
            streams.forEach { $0.stop() }
            let effects = activate(CapturePlanner.plan(state.withLock { $0.layout }))
            return effects + ends(.stopped) + (wasInterrupted ? [announceInterrupted(false)] : []) + [
                announceRunning(false), notice(Self.didStopRunningNotification),
            ]
        }
    }

    /// All connections hear of the session's end, also those that nothing came from.
    private func ends(_ reason: CaptureEnd) -> Effects {
        let connections = state.withLock { $0.layout.connections }
        return [{ connections.forEach { $0.consumer?.ended($0, because: reason) } }]
    }

    /// Where the last device has gone, so has the session's reason to run.
    func stopIfNothingRuns() -> Effects {
        let isOver = state.withLock { state in
            guard state.isRunning, state.streams.isEmpty, state.waiting.isEmpty else { return false }
            state.isRunning = false
            return true
        }
        guard isOver else { return [] }
        return ends(.stopped) + [announceRunning(false), notice(Self.didStopRunningNotification)]
    }

    /// Stops what does not run as planned, and starts what is missing. A device that somebody else has is waited for where the session
    /// had its input `before`; what is new and cannot be had is an error.
    ///
    /// - Returns: No errors where that went well. Otherwise all runs as before, but for what would not start again, and these are the
    ///   reasons. Besides, what is to be told of devices that are waited for.
    func obtain(_ plan: CapturePlan, waitingFor before: [AVCaptureInput]) -> (errors: [AVError], effects: Effects) {
        guard plan.obstacles.isEmpty else { return (plan.obstacles, []) }
        let (running, waiting) = state.withLock { ($0.streams, $0.waiting.map(\.input)) }
        let kept = running.filter { stream in
            plan.streams.contains { $0.runsLike(stream.plan) }
        }
        let dropped = running.filter { stream in !kept.contains { $0 === stream } }
        // Until it is settled what runs, no other session gets a camera that stops here for a moment.
        let devices = dropped.map(\.plan.device)
        devices.forEach { $0.keep(for: self) }
        defer { devices.forEach { $0.endKeeping(for: self) } }
        dropped.forEach { $0.stop() }
        let missing = plan.streams.filter { planned in
            !kept.contains { $0.plan.input === planned.input } && !waiting.contains { $0 === planned.input }
        }
        var (started, taken) = ([CaptureStream](), [CapturePlan.Stream]())
        do throws(AVError) {
            for planned in missing {
                // One that ran until now goes on as before rather than waiting.
                let isAwaited =
                    before.contains { $0 === planned.input } && !dropped.contains { $0.plan.input === planned.input }
                if let stream = try start(planned, orWait: isAwaited) {
                    started.append(stream)
                } else {
                    taken.append(planned)
                }
            }
        } catch {
            started.forEach { $0.stop() }
            let restored = restart(dropped)
            state.withLock { $0.streams = kept + restored.streams }
            return ([error] + restored.errors, restored.taken.flatMap(waitFor))
        }
        state.withLock { [started] in $0.streams = kept + started }
        return ([], taken.flatMap(waitFor))
    }

    private func restart(
        _ dropped: [CaptureStream]
    ) -> (streams: [CaptureStream], taken: [CapturePlan.Stream], errors: [AVError]) {
        var (streams, taken, errors) = ([CaptureStream](), [CapturePlan.Stream](), [AVError]())
        for planned in dropped.map(\.plan) {
            do throws(AVError) {
                if let stream = try start(planned, orWait: true) {
                    streams.append(stream)
                } else {
                    taken.append(planned)
                }
            } catch {
                errors.append(error)
            }
        }
        return (streams, taken, errors)
    }

    /// Starts a device; nil where somebody else has it and it is to be waited for.
    private func start(_ planned: CapturePlan.Stream, orWait isAwaited: Bool) throws(AVError) -> CaptureStream? {
        do throws(AVError) {
            return try start(planned)
        } catch {
            guard isAwaited, error.code == .deviceInUseByAnotherApplication else { throw error }
            return nil
        }
    }

    /// Starts a device, after so many tries. What it delivers goes nowhere before all of them have started.
    func start(_ planned: CapturePlan.Stream, tries: Int = 0) throws(AVError) -> CaptureStream {
        let handle = try planned.device.acquireForStream(of: self)
        do throws(AVError) {
            let setup = try handle.configure(planned.setup)
            let stream = CaptureStream(planned, handle, setup, self, tries: tries)
            // What was shared before was perhaps something else.
            if !planned.format.isSizeKnown { planned.input.ports.forEach { $0.forgetFormat() } }
            try stream.start()
            return stream
        } catch {
            planned.device.releaseFromStream(handle)
            throw error
        }
    }

    /// Lets samples flow as planned; what is answered says so.
    func activate(_ plan: CapturePlan) -> Effects {
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
            stream.plan.device.runningChanged(true, in: self)
        }
        // What runs may be other than what was planned.
        let known = isRunning ? streams.map(\.plan) : plan.streams
        return known.flatMap { announceFormats(of: $0, layout.preset) }
    }

    private func announceFormats(of planned: CapturePlan.Stream, _ preset: Preset) -> Effects {
        let isOurs = state.withLock { state in state.streams.contains { $0.plan.input === planned.input } }
        let format = planned.device.state.withLock { state in
            // How a camera delivers is up to the session that has it.
            let isOpen = isOurs || state.streamed == nil && state.isFree(for: self)
            if preset != .inputPriority, planned.device.kind == .camera, isOpen {
                state.activeFormat = planned.format
            }
            return planned.portDescription
        }
        return planned.input.ports.filter { $0.setFormat(format) }.map(announceFormat)
    }

    func announceFormat(of port: AVCaptureInput.Port) -> @Sendable () -> Void {
        { [environment] in
            environment.notice {
                NotificationCenter.default.post(
                    name: AVCaptureInput.Port.formatDescriptionDidChangeNotification,
                    object: port
                )
            }
        }
    }
}
