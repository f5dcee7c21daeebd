internal import AssetKitBase

/// Does what takes long, one job after the other.
protocol PlaybackWorker: AnyObject, Sendable {
    func async(_ job: @escaping @Sendable () -> Void)
}

/// A worker with a thread of its own, which ends behind its last job once nobody holds the worker any more.
final class ThreadWorker: PlaybackWorker {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        var isEnded = false
    }

    private let state = Monitor(State())

    init(_ name: String) {
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

    func async(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        state.announce()
    }
}

/// Jobs of several workers on the thread that asks for them, in the order in which they were asked for: what a test sees does not
/// depend on anything else.
final class InlineWorker: PlaybackWorker {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        var isWorking = false
    }

    private let state = Protected(State())

    func async(_ job: @escaping @Sendable () -> Void) {
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
