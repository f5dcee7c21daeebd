internal import AssetKitBase
internal import Foundation

/// Hears of changes of an X server's outputs, on a thread of its own, also after the server was gone.
final class X11Watcher: Sendable {
    private struct State {
        var isOver = false
        var connection: X11Connection?
    }

    private let display: X11Display
    private let changed: @Sendable () -> Void
    private let state = Monitor(State())
    /// A server does not say that it is there again.
    private static let secondsBetweenTries = 1.0

    init(_ display: X11Display, _ changed: @escaping @Sendable () -> Void) {
        (self.display, self.changed) = (display, changed)
    }

    func begin(_ connection: X11Connection) {
        WorkerThread.start("assetkit.x11.watch") { self.work(connection) }
    }

    /// Says no more, but for what it is just saying.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.connection?.wake()
        }
        state.announce()
    }

    private func work(_ first: X11Connection) {
        var next: X11Connection? = first
        while let connection = next {
            hear(connection)
            next = connectAgain()
        }
    }

    /// Says what changes until the server is gone, and that too.
    private func hear(_ connection: X11Connection) {
        state.withLock { $0.connection = connection }
        defer { state.withLock { $0.connection = nil } }
        while !isOver {
            let answer = connection.wait()
            guard !isOver, answer != .woken else { return }
            changed()
            if answer == .lost { return }
        }
    }

    /// Tries until the server is there again; nil when nobody wants to know any more.
    private func connectAgain() -> X11Connection? {
        while true {
            let isOver = state.wait(until: .now + Self.secondsBetweenTries) { $0.isOver ? true : nil }
            guard isOver == nil else { return nil }
            guard let connection = X11Connection(display) else { continue }
            changed()
            return connection
        }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }
}
