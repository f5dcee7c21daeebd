internal import AssetKitBase
internal import AssetKitClocks
internal import Dispatch

/// Samples on their way to a client: one is being worked on, and a few wait.
///
/// Each of them is a job of its own on the client's queue. So whatever else the client has put there runs between two samples, however
/// slow it is with them.
final class DeliveryQueue: Sendable {
    /// What happens to a sample that comes while too many wait.
    enum Policy: Hashable {
        /// It takes the place of the one that waits longest.
        case replacesOldest
        /// It is refused.
        case isRefused
    }

    struct Item: Sendable {
        let sample: CapturedSample
        let connection: AVCaptureConnection
    }

    /// How samples reach the client.
    struct Route: Sendable {
        let environment: HostEnvironment
        /// The client's queue of now: it may choose another one while samples wait.
        let queue: @Sendable () -> DispatchQueue?
        /// Called for each sample on that queue.
        let deliver: @Sendable (Item) -> Void
    }

    private struct State {
        var waiting = Fifo<Item>()
        /// A job on the client's queue has been asked for, or is at work.
        var isWorking = false
        var generation = 0
    }

    private let state = Protected(State())

    /// Takes a sample. `drop` is called on this thread for the one that has to go.
    func put(_ item: Item, capacity: Int, _ policy: Policy, _ route: Route, drop: (Item) -> Void) {
        let (dropped, starts, generation, count) = state.withLock { state -> (Item?, Bool, Int, Int) in
            var dropped: Item?
            if state.isWorking, state.waiting.count >= capacity {
                guard policy == .replacesOldest else { return (item, false, 0, state.waiting.count) }
                dropped = state.waiting.popFirst()
            }
            state.waiting.append(item)
            defer { state.isWorking = true }
            return (dropped, !state.isWorking, state.generation, state.waiting.count)
        }
        item.connection.count { $0.highWater = max($0.highWater, count) }
        if let dropped { drop(dropped) }
        if starts { schedule(generation, route) }
    }

    private func schedule(_ generation: Int, _ route: Route) {
        let queue = route.queue()
        route.environment.notice(on: queue) { self.work(generation, route, on: queue) }
    }

    private func work(_ generation: Int, _ route: Route, on queue: DispatchQueue?) {
        // The client has chosen another queue meanwhile.
        guard route.queue() === queue else { return schedule(generation, route) }
        guard let item = next(generation) else { return }
        route.deliver(item)
        if goesOn(generation) { schedule(generation, route) }
    }

    private func next(_ generation: Int) -> Item? {
        state.withLock { $0.generation == generation ? $0.waiting.popFirst() : nil }
    }

    /// Whether another one waits behind the one that has been delivered.
    private func goesOn(_ generation: Int) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            state.isWorking = state.waiting.count > 0
            return state.isWorking
        }
    }

    /// Forgets what waits: nothing of it is delivered any more.
    func clear() {
        let abandoned = state.withLock { state in
            defer {
                state.waiting = Fifo()
                state.isWorking = false
                state.generation += 1
            }
            return state.waiting
        }
        abandoned.forEach { item in item.connection.count { $0.abandoned += 1 } }
    }
}
