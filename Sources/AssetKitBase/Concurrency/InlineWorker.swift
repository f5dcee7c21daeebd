/// Jobs of several workers on the thread that asks for them, in the order in which they were asked for: what a test sees does not
/// depend on anything else.
package final class InlineWorker: SerialWorker {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        var isWorking = false
    }

    private let state = Protected(State())

    package init() {}

    package func async(_ job: @escaping @Sendable () -> Void) {
        let isWorking = state.withLock { state in
            state.jobs.append(job)
            defer { state.isWorking = true }
            return state.isWorking
        }
        guard !isWorking else { return }
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let job = state.jobs.popFirst()
            state.isWorking = job != nil
            return job
        }
    }
}
