internal import AssetKitBase
internal import Foundation

/// Hears of changes of an X server's outputs, on a thread of its own, also after the server was gone.
final class X11Watcher: Sendable {
    private struct State {
        var isOver = false
        var connection: X11Connection?
    }

    private let display: X11Display
    private let milliseconds: Int
    private let changed: @Sendable () -> Void
    private let state = Monitor(State())
    /// A server does not say that it is there again.
    private static let secondsBetweenTries = 1.0

    init(_ display: X11Display, milliseconds: Int, _ changed: @escaping @Sendable () -> Void) {
        (self.display, self.milliseconds, self.changed) = (display, milliseconds, changed)
    }

    func begin(_ connection: X11Connection) {
        state.withLock { $0.connection = connection }
        WorkerThread.start("assetkit.x11.watch") { self.work() }
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
        repeat { hear() } while connectAgain()
    }

    /// Says what changes until the server is gone, and that too. The connection ends with it.
    private func hear() {
        guard let connection = state.withLock({ $0.connection }) else { return }
        defer { state.withLock { $0.connection = nil } }
        while !isOver {
            let answer = connection.wait()
            guard !isOver, answer != .woken else { return }
            changed()
            // A server that has stopped in the middle of a word is as good as gone.
            if answer == .lost || answer == .stalled { return }
        }
    }

    /// Tries until the server is there again; false when nobody wants to know any more.
    private func connectAgain() -> Bool {
        while true {
            let isOver = state.wait(until: .now + Self.secondsBetweenTries) { $0.isOver ? true : nil }
            guard isOver == nil else { return false }
            guard let connection = try? X11Connection(display, milliseconds: milliseconds) else { continue }
            state.withLock { $0.connection = connection }
            changed()
            return true
        }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }
}
