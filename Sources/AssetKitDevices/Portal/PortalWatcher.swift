internal import AssetKitBase
internal import AssetKitClocks
internal import Foundation

/// Hears when a portal is gone, and when it is there again, on a thread of its own.
final class PortalWatcher: Sendable {
    private struct State {
        var isOver = false
        var connection: PortalConnection?
    }

    private let place: PortalPlace
    private let changed: @Sendable () -> Void
    private let state = Monitor(State())
    /// In seconds. A portal that is started anew is soon there again.
    private static let shortestPause = 0.2
    /// Nobody says that a bus is there, and asking for a portal may start one that does not live.
    private static let longestPause = 60.0

    init(_ place: PortalPlace, _ changed: @escaping @Sendable () -> Void) {
        (self.place, self.changed) = (place, changed)
    }

    /// Listens to one that is there.
    func begin(_ connection: PortalConnection) {
        state.withLock { $0.connection = connection }
        WorkerThread.start("assetkit.portal.watch") { self.work() }
    }

    /// Says no more, but for what it is just saying.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.connection?.wake()
        }
        state.announce()
    }

    private func work() {
        var pause = Self.shortestPause
        while !isOver {
            let begin = SystemHostClock.shared.now
            let wasThere = hear()
            guard !isOver else { return }
            if wasThere {
                changed()
                // One that does not live is not started again and again.
                let hasLived = Double(SystemHostClock.shared.now - begin) / 1e9 > Self.longestPause
                if hasLived { pause = Self.shortestPause }
            }
            _ = state.wait(until: .now + pause) { $0.isOver ? true : nil }
            pause = min(2 * pause, Self.longestPause)
            guard !isOver else { return }
            if look(), !isOver { changed() }
        }
    }

    /// Waits until the portal is gone; false where there is none.
    private func hear() -> Bool {
        guard let connection = state.withLock({ $0.connection }) else { return false }
        _ = connection.wait()
        state.withLock { $0.connection = nil }
        return true
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

    private var isOver: Bool { state.withLock { $0.isOver } }
}
