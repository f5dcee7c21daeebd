internal import AssetKitBase
internal import AssetKitClocks
internal import Foundation

/// Drives the core of a player, or of what else has a time that goes: lets it take a step whenever something has happened or a moment has come, and does what it wants
/// done, in order and outside of its lock.
///
/// SAFETY: the core is touched behind ``PlaybackLock`` only, and so are the effects.
final class StepEngine<Core: SteppingCore>: @unchecked Sendable {
    let environment: HostEnvironment
    let core: Core
    private var effects = Fifo<@Sendable () -> Void>()
    private var isDraining = false
    private let alarm = Lock<(deadline: Int64, alarm: HostAlarm)?>(nil)

    init(_ core: Core) {
        (self.core, environment) = (core, core.environment)
        core.engine = self
    }

    /// Changes what the core knows, and lets it take a step.
    @discardableResult
    func perform<Result>(_ body: (Core) throws -> Result) rethrows -> Result {
        // Held until the lock is free again: what goes here lets go of its items, and needs the lock for that.
        let owner = PlaybackLock.withLock { core.owner }
        defer { withExtendedLifetime(owner) {} }
        let result = try PlaybackLock.withLock {
            core.now = environment.host.now
            let result = try body(core)
            core.settle()
            return result
        }
        drain()
        return result
    }

    /// Looks at what the core knows.
    func look<Result>(_ body: (Core) throws -> Result) rethrows -> Result {
        try PlaybackLock.withLock {
            core.now = environment.host.now
            return try body(core)
        }
    }

    /// Behind the lock: something that is to be done behind the step.
    func add(_ effect: @escaping @Sendable () -> Void) { effects.append(effect) }

    /// Only one thread does what is to be done, so that the order stays; what others add meanwhile it does too.
    private func drain() {
        var isMine = false
        while true {
            let effect: (@Sendable () -> Void)? = PlaybackLock.withLock {
                guard isMine || !isDraining else { return nil }
                let effect = effects.popFirst()
                isDraining = effect != nil
                isMine = isDraining
                return effect
            }
            guard let effect else { return }
            effect()
        }
    }

    /// The next step is due at a moment; nil where nothing will happen by itself.
    func wake(at deadline: Int64?) {
        guard let deadline else { return alarm.withLock { $0 = nil } }
        guard alarm.withLock({ $0?.deadline }) != deadline else { return }
        let next = environment.host.alarm(at: deadline) { [weak self] in
            guard let self else { return }
            self.alarm.withLock { if $0?.deadline == deadline { $0 = nil } }
            self.perform { _ in }
        }
        alarm.withLock { $0 = (deadline, next) }
    }
}

/// The engine of a player.
typealias PlayerEngine = StepEngine<PlayerCore>
