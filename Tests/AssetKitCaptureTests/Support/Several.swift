import AssetKitBase
import Dispatch

/// Lets somebody go on when something has happened so often.
final class Several: Sendable {
    private typealias Waiting = CheckedContinuation<Bool, Never>

    private let state: Protected<(left: Int, waiting: Waiting?)>

    init(_ count: Int) { state = Protected((count, nil)) }

    func count() {
        let waiting: Waiting? = state.withLock { state in
            state.left -= 1
            guard state.left <= 0 else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: true)
    }

    /// Returns when it has happened so often, or after so many seconds: then the answer is false. Tests of what may hang leave so much
    /// time that a machine that is busy gets there.
    @discardableResult
    func wait(atMost seconds: Int? = nil) async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.left > 0 { state.waiting = continuation }
                return state.left <= 0
            }
            if isOver { return continuation.resume(returning: true) }
            guard let seconds else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in self?.giveUp() }
        }
    }

    private func giveUp() {
        let waiting: Waiting? = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: false)
    }
}
