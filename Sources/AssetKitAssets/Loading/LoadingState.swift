internal import AssetKitBase
internal import AssetKitMedia

/// How far the loading of something has come that answers many keys at once. Pure: no thread, no lock.
///
/// Loading once serves everybody who waits; a failure is kept; a cancelled load may be asked for again.
struct LoadingState<Value> {
    typealias Waiter = @Sendable () -> Void

    enum Phase {
        case idle
        case running(Int)
        case finished(Result<Value, AVError>)
    }

    private(set) var phase = Phase.idle
    private var requested: Set<String> = []
    private var cancelled: Set<String> = []
    private var waiters: [Waiter] = []
    private var runs = 0

    /// Asks for keys. Answers whether a run has to be started, and its number, or the waiters to call at once.
    mutating func request(_ keys: some Sequence<String>, _ waiter: @escaping Waiter) -> (run: Int?, call: [Waiter]) {
        requested.formUnion(keys)
        cancelled.subtract(keys)
        switch phase {
        case .finished: return (nil, [waiter])
        case .running:
            waiters.append(waiter)
            return (nil, [])
        case .idle:
            waiters.append(waiter)
            runs += 1
            phase = .running(runs)
            return (runs, [])
        }
    }

    /// Takes the outcome of a run, unless that run was cancelled meanwhile. Answers who has to hear of it.
    mutating func finish(run: Int, _ outcome: Result<Value, AVError>) -> [Waiter] {
        guard case .running(run) = phase else { return [] }
        phase = .finished(outcome)
        defer { waiters = [] }
        return waiters
    }

    /// Gives up what is under way. Answers who has to hear of it.
    mutating func cancel() -> [Waiter] {
        guard case .running = phase else { return [] }
        phase = .idle
        cancelled.formUnion(requested)
        requested = []
        defer { waiters = [] }
        return waiters
    }

    func status(of key: String) -> AVKeyValueStatus {
        switch phase {
        case .finished(.success): .loaded
        case .finished(.failure): .failed
        case .running where requested.contains(key): .loading
        case .idle, .running: cancelled.contains(key) ? .cancelled : .unknown
        }
    }
}
