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
            let plan = makePlan(layout)
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
                    (state.waiting, state.alarm, state.troubled) = ([], nil, [])
                }
                return (state.streams, state.isInterrupted)
            }
            streams.forEach { $0.stop() }
            let effects = activate(makePlan(state.withLock { $0.layout }))
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
            (state.isRunning, state.troubled) = (false, [])
            return true
        }
        guard isOver else { return [] }
        return ends(.stopped) + [announceRunning(false), notice(Self.didStopRunningNotification)]
    }

    /// What a layout asks for, as things are.
    func makePlan(_ layout: CaptureLayout) -> CapturePlan {
        CapturePlanner.plan(layout, running: state.withLock { $0.streams.map(\.plan) })
    }

    /// Stops what does not run as planned, and starts what is missing. A device that somebody else has is waited for where it is that of
    /// one of the `inputs` that the session had; what is new and cannot be had is an error. What was in the way of an input `before`,
    /// or kept it from delivering although it was planned then, is none.
    ///
    /// - Returns: No errors where that went well. Otherwise all runs as before, but for what would not start again, and these are the
    ///   reasons. Besides, what is to be told of devices that are waited for, and of inputs that nothing comes of.
    func obtain(
        _ plan: CapturePlan,
        after before: CapturePlan = CapturePlan(),
        waitingFor inputs: [AVCaptureInput]
    ) -> (errors: [AVError], effects: Effects) {
        let new = plan.obstacles.filter { obstacle in !before.obstacles.contains { $0.input === obstacle.input } }
        guard new.isEmpty else { return (new.map(\.error), []) }
        let (running, waiting) = state.withLock { ($0.streams, $0.waiting.map(\.input)) }
        let kept = running.filter { stream in
            plan.streams.contains { $0.runsLike(stream.plan) }
        }
        let dropped = running.filter { stream in !kept.contains { $0 === stream } }
        // Until it is settled what runs, no other session gets a camera or a card that stops here for a moment.
        let devices = dropped.map(\.plan.device)
        devices.forEach { $0.keep(for: self) }
        defer { devices.forEach { $0.endKeeping(for: self) } }
        dropped.forEach { $0.stop() }
        let missing = plan.streams.filter { planned in
            !kept.contains { $0.plan.input === planned.input } && !waiting.contains { $0 === planned.input }
        }
        var (started, taken, troubles) = ([CaptureStream](), [CapturePlan.Stream](), plan.obstacles)
        do throws(AVError) {
            for planned in missing {
                // One that ran until now goes on as before rather than waiting.
                let hasRun = dropped.contains { $0.plan.input === planned.input }
                let isAwaited = !hasRun && inputs.contains { $0 === planned.input }
                switch start(planned, orWait: isAwaited) {
                case .runs(let stream): started.append(stream)
                case .isTaken: taken.append(planned)
                case .fails(let error):
                    let isOld = !hasRun && before.streams.contains { $0.input === planned.input }
                    guard isOld else { throw error }
                    troubles.append(CapturePlan.Obstacle(input: planned.input, error: error))
                }
            }
        } catch {
            started.forEach { $0.stop() }
            let restored = restart(dropped)
            state.withLock { state in
                state.streams = kept + restored.streams
                state.troubled += restored.troubles.map(\.input)
            }
            return ([error] + restored.troubles.map(\.error), restored.taken.flatMap(waitFor))
        }
        state.withLock { [started] in $0.streams = kept + started }
        return ([], tell(troubles) + taken.flatMap(waitFor))
    }

    /// Tells of inputs that nothing comes of, each once as long as that lasts.
    private func tell(_ troubles: [CapturePlan.Obstacle]) -> Effects {
        let told = state.withLock { state in
            defer { state.troubled = troubles.map(\.input) }
            return state.troubled
        }
        return troubles.filter { trouble in !told.contains { $0 === trouble.input } }.map { failure($0.error) }
    }

    /// A device is gone: what is in its way when it comes back is another matter.
    func forgetTrouble(of device: AVCaptureDevice) {
        state.withLock { $0.troubled.removeAll { $0.source == device } }
    }

    private func restart(
        _ dropped: [CaptureStream]
    ) -> (streams: [CaptureStream], taken: [CapturePlan.Stream], troubles: [CapturePlan.Obstacle]) {
        var (streams, taken, troubles) = ([CaptureStream](), [CapturePlan.Stream](), [CapturePlan.Obstacle]())
        for planned in dropped.map(\.plan) {
            switch start(planned, orWait: true) {
            case .runs(let stream): streams.append(stream)
            case .isTaken: taken.append(planned)
            case .fails(let error): troubles.append(CapturePlan.Obstacle(input: planned.input, error: error))
            }
        }
        return (streams, taken, troubles)
    }

    /// What has become of a device that was to start.
    private enum Outcome {
        case runs(CaptureStream)
        /// Somebody else has it, and it is to be waited for.
        case isTaken
        case fails(AVError)
    }

    private func start(_ planned: CapturePlan.Stream, orWait isAwaited: Bool) -> Outcome {
        do throws(AVError) {
            return .runs(try start(planned))
        } catch {
            return isAwaited && error.code == .deviceInUseByAnotherApplication ? .isTaken : .fails(error)
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
