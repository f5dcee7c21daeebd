package import AssetKitBase
internal import AssetKitMedia
internal import Dispatch

/// Runs a blocking closure on a thread of its own, once, for everybody who wants its result.
package final class Loader<Value: Sendable>: Sendable {
    private let work: @Sendable (CancellationFlag) throws -> Value
    private let describe: @Sendable (any Error) -> AVError
    private let state = Lock(State())

    private struct State {
        var loading = LoadingState<Value>()
        /// The one of the last run.
        var flag = CancellationFlag()
    }

    /// Makes a loader. `describe` says in one sentence why the work failed.
    init(
        work: @escaping @Sendable (CancellationFlag) throws -> Value,
        describe: @escaping @Sendable (any Error) -> AVError
    ) {
        self.work = work
        self.describe = describe
    }

    deinit { state.withLock { $0.flag }.cancel() }

    /// Asks for keys and calls back once when they are loaded, failed or cancelled, at once where they are already.
    func request(_ keys: [String], completion: @escaping @Sendable () -> Void) {
        let (run, flag, waiters) = state.withLock { state in
            let action = state.loading.request(keys, completion)
            if action.run != nil { state.flag = CancellationFlag() }
            return (action.run, state.flag, action.call)
        }
        if let run { start(run, flag) }
        waiters.forEach { $0() }
    }

    private func start(_ run: Int, _ flag: CancellationFlag) {
        // The closure keeps the work, not the loader: a loader that nobody holds any more cancels its work.
        DispatchQueue.loading.async { [weak self, work, describe] in
            let outcome = Result { try work(flag) }.mapError(describe)
            guard let self else { return }
            self.state.withLock { $0.loading.finish(run: run, outcome) }.forEach { $0() }
        }
    }

    /// Gives up what is under way; who waits hears of it at once.
    func cancel() {
        // The run is given up before its flag is raised: what it then comes to would be kept as a failure.
        let (flag, waiters) = state.withLock { ($0.flag, $0.loading.cancel()) }
        flag.cancel()
        waiters.forEach { $0() }
    }

    func status(of key: String) -> AVKeyValueStatus { state.withLock { $0.loading.status(of: key) } }

    /// The result as far as it is known.
    package var result: Result<Value, AVError>? {
        state.withLock { state in
            guard case .finished(let result) = state.loading.phase else { return nil }
            return result
        }
    }

    /// The result, waited for. A cancelled load has none.
    func waitForResult() -> Result<Value, AVError>? {
        if let result { return result }
        let isOver = Gate()
        request([]) { isOver.open() }
        isOver.wait()
        return result
    }

    /// The same, for who gives up when a flag is raised.
    func waitForResult(_ flag: CancellationFlag) throws(CancellationError) -> Result<Value, AVError>? {
        if let result { return result }
        try flag.check()
        let isOver = Gate()
        let watch = flag.onCancel { isOver.open() }
        request([]) { isOver.open() }
        withExtendedLifetime(watch) { isOver.wait() }
        if let result { return result }
        try flag.check()
        return nil
    }

    /// Waits without a thread until the keys are loaded. Throws what loading failed with.
    func load(_ keys: [String]) async throws {
        try await waitForCompletion { self.request(keys, completion: $0) }
        switch result {
        case .success: return
        case .failure(let error): throw error
        case nil: throw AVError(.operationCancelled, "loading was cancelled")
        }
    }
}

extension DispatchQueue {
    /// Loading blocks in reads, so it has threads of its own and leaves Swift's pool alone.
    fileprivate static let loading = DispatchQueue(label: "assetkit.loading", attributes: .concurrent)
}

/// Waits for a callback; a cancelled task stops waiting at once.
package func waitForCompletion(_ start: (@escaping @Sendable () -> Void) -> Void) async throws {
    let waiting = Lock<CheckedContinuation<Void, any Error>?>(nil)
    let take: @Sendable () -> CheckedContinuation<Void, any Error>? = {
        waiting.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
    }
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            waiting.withLock { $0 = continuation }
            start { take()?.resume() }
            if Task.isCancelled { take()?.resume(throwing: CancellationError()) }
        }
    } onCancel: {
        take()?.resume(throwing: CancellationError())
    }
}
