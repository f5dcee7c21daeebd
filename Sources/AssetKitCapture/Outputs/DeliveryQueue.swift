internal import AssetKitBase
internal import AssetKitClocks
internal import CMTimeLib
internal import Dispatch

/// Samples on their way to a client: one is being worked on, and a few wait.
///
/// Each of them is a job of its own on the client's queue. So whatever else the client has put there runs between two samples, however
/// slow it is with them. What was left out is told in its place, and holds no sample while it waits: a client that is stuck costs no
/// more than the few.
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
        /// The one before it was left out.
        var isBehindGap = false
    }

    /// A sample that was left out because too many waited.
    struct Omission: Sendable {
        let time: CMTime
        let connection: AVCaptureConnection
    }

    /// How samples reach the client.
    struct Route: Sendable {
        let environment: HostEnvironment
        /// The client's queue of now: it may choose another one while samples wait.
        let queue: @Sendable () -> DispatchQueue?
        /// Called for each sample on that queue. False where the client is to be called on another one by now: the sample comes there.
        let deliver: @Sendable (Item, DispatchQueue?) -> Bool
        /// The same for each that was left out; nil where nobody hears of it.
        var omit: (@Sendable (Omission, DispatchQueue?) -> Bool)?
    }

    private enum Turn {
        case item(Item)
        case omission(Omission)
    }

    private struct State {
        var waiting = Fifo<Item>()
        var omissions = Fifo<Omission>()
        /// What comes before all of them: it was due when the client had just chosen another queue.
        var returned: Turn?
        /// What waits longest follows one that was left out.
        var hasGap = false
        /// A job on the client's queue has been asked for, or is at work.
        var isWorking = false
        var generation = 0
    }

    /// So many that were left out wait to be told, five minutes of pictures; of more, the oldest are forgotten.
    static let mostOmissions = 10_000

    private let state = Protected(State())

    /// Takes a sample. Where too many wait, one is left out.
    func put(_ item: Item, capacity: Int, _ policy: Policy, _ route: Route) {
        let (omitted, starts, generation, count) = state.withLock { state -> (Item?, Bool, Int, Int) in
            let isFull = state.isWorking && state.waiting.count >= capacity
            let isRefused = isFull && policy == .isRefused
            let omitted: Item? = isRefused ? item : isFull ? state.waiting.popFirst() : nil
            if isFull, !isRefused { state.hasGap = true }
            if let omitted, route.omit != nil {
                state.omissions.append(Omission(time: omitted.sample.time, connection: omitted.connection))
                if state.omissions.count > Self.mostOmissions { _ = state.omissions.popFirst() }
            }
            if !isRefused { state.waiting.append(item) }
            defer { state.isWorking = true }
            return (omitted, !state.isWorking, state.generation, state.waiting.count)
        }
        item.connection.count { $0.highWater = max($0.highWater, count) }
        omitted?.connection.count { $0.late += 1 }
        if starts { schedule(generation, route) }
    }

    private func schedule(_ generation: Int, _ route: Route) {
        let queue = route.queue()
        route.environment.notice(on: queue) { self.work(generation, route, on: queue) }
    }

    private func work(_ generation: Int, _ route: Route, on queue: DispatchQueue?) {
        // The client has chosen another queue meanwhile.
        guard route.queue() === queue else { return schedule(generation, route) }
        guard let turn = next(generation) else { return }
        let isDelivered =
            switch turn {
            case .item(let item): route.deliver(item, queue)
            case .omission(let omission): route.omit?(omission, queue) ?? true
            }
        guard isDelivered else {
            giveBack(turn, generation)
            return schedule(generation, route)
        }
        if goesOn(generation) { schedule(generation, route) }
    }

    /// What is due: of the samples that wait and those that were left out, the first in time.
    private func next(_ generation: Int) -> Turn? {
        state.withLock { state -> Turn? in
            guard state.generation == generation else { return nil }
            if let returned = state.returned {
                state.returned = nil
                return returned
            }
            if let omission = state.omissions.first {
                let isFirst = state.waiting.first.map { omission.time < $0.sample.time } ?? true
                if isFirst { return state.omissions.popFirst().map { Turn.omission($0) } }
            }
            guard var item = state.waiting.popFirst() else { return nil }
            item.isBehindGap = state.hasGap
            state.hasGap = false
            return .item(item)
        }
    }

    /// What was due has not come to the client, and is due again.
    private func giveBack(_ turn: Turn, _ generation: Int) {
        let isForgotten = state.withLock { state in
            guard state.generation == generation else { return true }
            state.returned = turn
            return false
        }
        if isForgotten { abandon(turn) }
    }

    private func abandon(_ turn: Turn) {
        if case .item(let item) = turn { item.connection.count { $0.abandoned += 1 } }
    }

    /// Whether another one waits behind the one that has been delivered.
    private func goesOn(_ generation: Int) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            state.isWorking = state.waiting.count + state.omissions.count > 0
            return state.isWorking
        }
    }

    /// Forgets what waits: nothing of it is delivered any more.
    func clear() {
        let (waiting, returned) = state.withLock { state in
            defer {
                (state.waiting, state.omissions, state.hasGap) = (Fifo(), Fifo(), false)
                (state.returned, state.isWorking) = (nil, false)
                state.generation += 1
            }
            return (state.waiting, state.returned)
        }
        if let returned { abandon(returned) }
        waiting.forEach { abandon(.item($0)) }
    }
}
