import AssetKitBase

/// A worker that does its jobs at once, as long as it is not stuck.
final class StuckWorker: SerialWorker {
    private let inline = InlineWorker()
    private let state = Protected((isStuck: false, jobs: [@Sendable () -> Void]()))

    /// How many jobs wait.
    var waitingCount: Int { state.withLock { $0.jobs.count } }

    func async(_ job: @escaping @Sendable () -> Void) {
        let isStuck = state.withLock { state in
            if state.isStuck { state.jobs.append(job) }
            return state.isStuck
        }
        if !isStuck { inline.async(job) }
    }

    func getStuck() { state.withLock { $0.isStuck = true } }

    /// Does what waits, and what comes.
    func goOn() {
        let jobs = state.withLock { state in
            defer { state = (false, []) }
            return state.jobs
        }
        for job in jobs { inline.async(job) }
    }
}
