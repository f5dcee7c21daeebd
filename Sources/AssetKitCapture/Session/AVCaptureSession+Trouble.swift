internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitDevices
internal import AssetKitMedia
internal import Foundation

// Devices that end by themselves, and those that are waited for.

extension AVCaptureSession {
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
        if failure == .disconnected {
            stream.plan.device.registry?.refreshSoon(on: environment.worker("assetkit.capture.devices"))
        }
        var effects: Effects = []
        switch failure {
        case .busy, .interrupted:
            let reason = failure.reason(of: stream.plan.device)
            effects.append { stream.end(.interrupted(reason)) }
            effects += interrupt(stream, failure)
        case .disconnected, .stalled, .broken, .refused, .ended:
            let end: CaptureEnd =
                switch failure {
                case .refused, .ended: .withdrawn(failure)
                default: .disconnected
                }
            effects.append { stream.end(end) }
            let (stopped, error) = (stopIfNothingRuns(), self.failure(failure.error(of: stream.plan.device)))
            if !stopped.isEmpty || failure != .disconnected { effects.append(error) }
            effects += stopped
        }
        return activate(makePlan(state.withLock { $0.layout })) + effects
    }

    private func interrupt(_ stream: CaptureStream, _ failure: DeviceFailure) -> Effects {
        let waiting = Waiting(
            input: stream.plan.input,
            failure: failure,
            tries: stream.triesBefore(environment.host.now)
        )
        // One that is there again for moments only is not tried for ever.
        if case .interrupted = failure, let end = waiting.end(AVError(.deviceNotConnected), of: stream.plan.device) {
            return [self.failure(end)] + stopIfNothingRuns()
        }
        return wait(waiting, for: stream.plan.device)
    }

    /// Tries a device again, that somebody else has just now, until it can be had.
    func waitFor(_ planned: CapturePlan.Stream) -> Effects {
        wait(Waiting(input: planned.input, failure: .busy), for: planned.device)
    }

    private func wait(_ waiting: Waiting, for device: AVCaptureDevice) -> Effects {
        let isFirst = state.withLock { state in
            state.waiting.append(waiting)
            defer { state.isInterrupted = true }
            return !state.isInterrupted
        }
        scheduleRetry()
        guard isFirst else { return [] }
        let reason: InterruptionReason =
            device.kind == .microphone ? .audioDeviceInUseByAnotherClient : .videoDeviceInUseByAnotherClient
        return [
            announceInterrupted(true),
            notice(Self.wasInterruptedNotification, [AVCaptureSessionInterruptionReasonKey: reason.rawValue]),
        ]
    }

    private func scheduleRetry() {
        guard let delay = state.withLock({ $0.waiting.map(\.delay).min() }) else { return }
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
        let plan = makePlan(state.withLock { $0.layout })
        var effects = Effects()
        for var waiting in waiting {
            let planned = plan.streams.first { $0.input === waiting.input }
            guard let device = planned?.device ?? missingDevice(waiting) else { continue }
            // A server that is gone has no devices, and is waited for all the same.
            if planned == nil, waiting.failure == .busy {
                // It is not waited for any more, so nothing tells of it later, whoever else is waited for or delivers.
                effects.append(failure(DeviceFailure.disconnected.error(of: device)))
                continue
            }
            waiting.tries += 1
            do throws(AVError) {
                guard let planned else {
                    throw AVError(.deviceNotConnected, "'\(device.localizedName)' is not connected")
                }
                let stream = try start(planned, tries: waiting.tries)
                state.withLock { $0.streams.append(stream) }
            } catch {
                if let end = waiting.end(error, of: device) {
                    effects.append(failure(end))
                    // What is in the way of one that comes back is another matter.
                    if planned != nil { state.withLock { [waiting] in $0.troubled.append(waiting.input) } }
                } else {
                    state.withLock { [waiting] in $0.waiting.append(waiting) }
                }
            }
        }
        effects += activate(plan)
        let isOver = state.withLock { state in
            if state.waiting.isEmpty { state.isInterrupted = false }
            return state.waiting.isEmpty
        }
        guard isOver else {
            scheduleRetry()
            return effects
        }
        effects.append(announceInterrupted(false))
        let stopped = stopIfNothingRuns()
        return effects + (stopped.isEmpty ? [notice(Self.interruptionEndedNotification)] : stopped)
    }

    /// The device of an input where it is gone.
    private func missingDevice(_ waiting: Waiting) -> AVCaptureDevice? {
        let isWanted = state.withLock { state in state.layout.inputs.contains { $0 === waiting.input } }
        guard isWanted, let device = waiting.input.source, !device.isConnected else { return nil }
        return device
    }

    /// An input whose device is to be tried again.
    struct Waiting {
        let input: AVCaptureInput
        let failure: DeviceFailure
        /// How often it was tried.
        var tries = 0

        /// How long until it is tried again: a second for a device that another program has; for a server from a tenth of a second
        /// on, up to two.
        var delay: Int64 {
            failure == .busy ? 1_000_000_000 : min(2_000_000_000, 100_000_000 << Int64(min(tries, 8)))
        }

        /// Why it is not tried again after an error; nil where it is.
        func end(_ error: AVError, of device: AVCaptureDevice) -> AVError? {
            // A server has about half a minute.
            if case .interrupted = failure {
                guard tries > 18 else { return nil }
                return AVError(.mediaServicesWereReset, "the server of '\(device.localizedName)' is gone")
            }
            return error.code == .deviceInUseByAnotherApplication ? nil : error
        }
    }
}
