package import AssetKitBase
package import Foundation

/// What players and capture sessions live in: the time, threads for work, and the queue that clients hear of changes on. Tests
/// replace all of it.
package struct HostEnvironment: Sendable {
    package let host: any HostClock
    /// The host clock as a clock of Core Media.
    package let hostClock: CMClock
    private let makeWorker: @Sendable (String) -> any SerialWorker
    private let notify: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Time passes when a test says so: nobody but the test's thread does anything.
    package let isVirtual: Bool

    /// The machine's time, threads, and the main queue.
    package static let system = HostEnvironment(
        host: SystemHostClock.shared,
        hostClock: .hostTimeClock,
        makeWorker: { ThreadWorker($0) },
        // As an operation: who observes notifications on `OperationQueue.main` is waited for there, for ever unless that is where
        // they are posted.
        notify: { OperationQueue.main.addOperation($0) },
        isVirtual: false
    )

    /// A time that tests let pass: all work is done on the thread that does so unless a test has workers of its own, and clients are
    /// called there.
    package static func virtual(
        _ host: VirtualHostClock,
        makeWorker: (@Sendable (String) -> any SerialWorker)? = nil
    ) -> HostEnvironment {
        let worker = InlineWorker()
        return HostEnvironment(
            host: host,
            hostClock: CMClock(host: host),
            makeWorker: makeWorker ?? { _ in worker },
            notify: { worker.async($0) },
            isVirtual: true
        )
    }

    package func worker(_ name: String) -> any SerialWorker { makeWorker(name) }

    /// Calls a client on the main queue, behind what was said before.
    package func notice(_ body: @escaping @Sendable () -> Void) { notify(body) }

    /// Calls a client on a queue of its own.
    package func notice(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) {
        guard let queue, !isVirtual else { return notify(body) }
        queue.async(execute: body)
    }
}
