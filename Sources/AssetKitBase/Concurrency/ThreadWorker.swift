/// A worker with a thread of its own, which ends behind its last job once nobody holds the worker any more.
package final class ThreadWorker: SerialWorker {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        var isEnded = false
    }

    private let state = Monitor(State())

    package init(_ name: String) {
        let state = state
        WorkerThread.start(name) {
            while true {
                let job: (@Sendable () -> Void)? = state.wait { state -> (@Sendable () -> Void)?? in
                    if let job = state.jobs.popFirst() { return .some(job) }
                    return state.isEnded ? .some(nil) : .none
                }
                guard let job else { return }
                job()
            }
        }
    }

    deinit {
        state.withLock { $0.isEnded = true }
        state.announce()
    }

    package func async(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        state.announce()
    }
}
