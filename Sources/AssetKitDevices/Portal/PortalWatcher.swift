internal import AssetKitBase
internal import Foundation

/// Hears when a portal comes and goes, on a thread of its own.
final class PortalWatcher: Sendable {
    private struct State {
        var isOver = false
        var connection: PortalConnection?
    }

    private let place: PortalPlace
    private let changed: @Sendable () -> Void
    private let state = Monitor(State())
    /// A portal that is started anew is soon there again.
    private static let shortestPause = 0.2
    /// Nobody says that a bus is there, and asking for a portal may start one that does not live.
    private static let longestPause = 60.0

    init(_ place: PortalPlace, _ changed: @escaping @Sendable () -> Void) {
        (self.place, self.changed) = (place, changed)
    }

    /// Nothing is missed of what changes from here on.
    func begin() {
        let isThere = look()
        WorkerThread.start("assetkit.portal.watch") { self.work(isThere) }
    }

    /// Says no more, but for what it is just saying.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.connection?.wake()
        }
        state.announce()
    }

    private func work(_ wasThere: Bool) {
        var isThere = wasThere
        var pause = Self.shortestPause
        while !isOver {
            if isThere {
                hear()
                pause = Self.shortestPause
                guard !isOver else { return }
                changed()
            }
            _ = state.wait(until: .now + pause) { $0.isOver ? true : nil }
            guard !isOver else { return }
            isThere = look()
            if isThere, !isOver { changed() }
            pause = min(2 * pause, Self.longestPause)
        }
    }

    /// Whether there is a portal; it is listened to then.
    private func look() -> Bool {
        guard let connection = try? place.connect(), (try? connection.offer()) != nil else { return false }
        state.withLock { state in
            state.connection = connection
            if state.isOver { connection.wake() }
        }
        return true
    }

    /// Waits until the portal is gone, or is another.
    private func hear() {
        guard let connection = state.withLock({ $0.connection }) else { return }
        _ = connection.wait()
        state.withLock { $0.connection = nil }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }
}
