internal import AssetKitBase
internal import Dispatch
internal import Foundation

/// Calls a client's block on its queue, one call after the other, as long as its input has room.
final class DataRequest: Sendable {
    /// How an input stands.
    enum Demand {
        case wanted
        case notNow
        case never
    }

    private let queue: DispatchQueue
    private let block: @Sendable () -> Void
    /// How the input stands, and how many buffers it has got.
    private let demand: @Sendable () -> (Demand, appended: Int)
    private let isScheduled = Lock(false)

    init(
        on queue: DispatchQueue,
        demand: @escaping @Sendable () -> (Demand, appended: Int),
        block: @escaping @Sendable () -> Void
    ) {
        (self.queue, self.demand, self.block) = (queue, demand, block)
    }

    /// Has the block called if there is room, unless that is under way already.
    func poke() {
        guard demand().0 == .wanted else { return }
        let isMine = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        if isMine { queue.async { self.run() } }
    }

    private func run() {
        let (first, before) = demand()
        guard first == .wanted else { return rest() }
        block()
        let (next, after) = demand()
        guard next == .wanted else { return rest() }
        if after > before {
            queue.async { self.run() }
        } else {
            // The block had room and appended nothing. It is called again, but not so soon that this spins.
            queue.asyncAfter(deadline: .now() + .milliseconds(5)) { self.run() }
        }
    }

    private func rest() {
        isScheduled.withLock { $0 = false }
        // Room that came between the question and here would be missed.
        poke()
    }
}
