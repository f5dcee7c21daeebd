internal import AssetKitBase
internal import Dispatch
internal import Foundation

/// The threads that work on one export. When one fails, all stop.
///
/// SAFETY: what changes is behind the lock; the group counts threads for itself.
final class ExportCrew: @unchecked Sendable {
    /// What stops a stage that waits.
    private struct Stop: Sendable {
        let body: @Sendable (any Error) -> Void
    }

    private struct State: Sendable {
        var error: (any Error)?
        var stops: [Stop] = []
    }

    private let state = Lock(State())
    private let group = DispatchGroup()
    let flag: CancellationFlag

    init(_ flag: CancellationFlag) { self.flag = flag }

    /// Says what is to happen when somebody fails, so that whoever waits for something goes on. It is told why.
    func onFailure(_ body: @escaping @Sendable (any Error) -> Void) {
        let stop = Stop(body: body)
        let error = state.withLock { state in
            if state.error == nil { state.stops.append(stop) }
            return state.error
        }
        if let error { body(error) }
    }

    /// Starts a thread.
    func add(_ name: String, _ body: sending @escaping () throws -> Void) {
        group.enter()
        let handover = Handover(body)
        WorkerThread.start(name) { [self] in
            run(handover)
            group.leave()
        }
    }

    /// Does the work. What it holds goes with this call, before anybody thinks it is over.
    private func run(_ handover: Handover<() throws -> Void>) {
        guard let body = handover.take() else { return }
        do { try body() } catch { fail(error) }
    }

    /// Stops all threads because of an error; the first one counts.
    func fail(_ error: any Error) {
        let stops = state.withLock { state -> [Stop] in
            guard state.error == nil else { return [] }
            state.error = error
            return state.stops
        }
        flagDown.cancel()
        stops.forEach { $0.body(error) }
    }

    /// Set when a thread failed; that the client gave up is in `flag`.
    private let flagDown = CancellationFlag()

    /// Throws when the work is to stop.
    func check() throws {
        try flag.check()
        try flagDown.check()
    }

    /// Waits until all threads have ended, and throws what the first one failed with.
    func wait() throws {
        group.wait()
        // Nobody waits any more; and what stops those who do often keeps the crew.
        state.withLock { $0.stops = [] }
        if flag.isCancelled { throw CancellationError() }
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
