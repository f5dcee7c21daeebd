internal import AssetKitBase
internal import AssetKitClocks
internal import Dispatch

/// Samples on their way to a client: one is being worked on, and a few wait.
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

    private struct State {
        var waiting = Fifo<Item>()
        var isWorking = false
        var generation = 0
    }

    private let state = Protected(State())

    /// Takes a sample. `deliver` is called for it on the client's queue, `drop` on this thread for the one that has to go.
    func put(
        _ item: Item,
        capacity: Int,
        _ policy: Policy,
        on queue: DispatchQueue?,
        in environment: HostEnvironment,
        deliver: @escaping @Sendable (Item) -> Void,
        drop: (Item) -> Void
    ) {
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
        guard starts else { return }
        environment.notice(on: queue) { self.work(generation, deliver) }
    }

    private func work(_ generation: Int, _ deliver: (Item) -> Void) {
        while let item = next(generation) { deliver(item) }
    }

    private func next(_ generation: Int) -> Item? {
        state.withLock { state in
            guard state.generation == generation else { return nil }
            let item = state.waiting.popFirst()
            state.isWorking = item != nil
            return item
        }
    }

    /// Forgets what waits: nothing of it is delivered any more.
    func clear() {
        state.withLock { state in
            state.waiting = Fifo()
            state.isWorking = false
            state.generation += 1
        }
    }
}
