package import AssetKitClocks
internal import AssetKitTargets
internal import Foundation

/// What a player lives in: the time, threads for work, and the queue that clients hear of changes on. Tests replace all of it.
package struct PlaybackEnvironment: Sendable {
    let host: any HostClock
    /// The host clock as a clock of Core Media.
    let hostClock: CMClock
    private let makeWorker: @Sendable (String) -> any PlaybackWorker
    private let notify: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// It is the machine's: clients' own queues are used, and its sound.
    private let usesQueues: Bool

    /// The machine's time, threads, and the main queue.
    package static let system = PlaybackEnvironment(
        host: SystemHostClock.shared,
        hostClock: .hostTimeClock,
        makeWorker: { ThreadWorker($0) },
        // As an operation: who observes notifications on `OperationQueue.main` is waited for there, for ever unless that is where
        // they are posted.
        notify: { OperationQueue.main.addOperation($0) },
        usesQueues: true
    )

    /// A time that tests let pass: all work is done on the thread that does so, and clients are called there.
    package static func virtual(_ host: VirtualHostClock) -> PlaybackEnvironment {
        let worker = InlineWorker()
        return PlaybackEnvironment(
            host: host,
            hostClock: CMClock(host: host),
            makeWorker: { _ in worker },
            notify: { worker.async($0) },
            usesQueues: false
        )
    }

    /// Where sound goes unless somebody says otherwise.
    var defaultAudioTarget: (any AKAudioTarget)? {
        guard usesQueues else { return nil }
        return AKAutomaticAudioTarget(applicationName: ProcessInfo.processInfo.processName, streamName: "playback")
    }

    func worker(_ name: String) -> any PlaybackWorker { makeWorker(name) }

    /// Calls a client on the main queue, behind what was said before.
    func notice(_ body: @escaping @Sendable () -> Void) { notify(body) }

    /// Calls a client on a queue of its own.
    func notice(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) {
        guard let queue, usesQueues else { return notify(body) }
        queue.async(execute: body)
    }
}
