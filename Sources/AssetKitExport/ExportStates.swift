internal import AssetKitBase
internal import Foundation

/// Tells whoever listens what an export is at.
final class ExportStates: Sendable {
    typealias State = AVAssetExportSession.State

    /// Somebody who listens, and how often.
    private struct Listener: Sendable {
        let continuation: AsyncStream<State>.Continuation
        let interval: Double
        var last: ContinuousClock.Instant
    }

    private struct Contents: Sendable {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var current = State.pending
        var isOver = false
    }

    /// What clients see of the progress: one object for the whole export.
    private let progress = Progress(totalUnitCount: 10_000)
    private let contents = Lock(Contents())

    /// What happens from now on, beginning with what is.
    func stream(every interval: Double) -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream()
        let number = contents.withLock { contents -> Int? in
            continuation.yield(contents.current)
            guard !contents.isOver else { return nil }
            contents.count += 1
            contents.listeners[contents.count] = Listener(
                continuation: continuation,
                interval: interval,
                last: .now
            )
            return contents.count
        }
        if let number {
            continuation.onTermination = { [weak self] _ in
                _ = self?.contents.withLock { $0.listeners.removeValue(forKey: number) }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// How many listen.
    var listenerCount: Int { contents.withLock { $0.listeners.count } }

    func announceWaiting() { announce(.waiting) }

    func announceExporting() { announce(.exporting(progress: progress)) }

    private func announce(_ state: State) {
        let listeners = contents.withLock { contents -> [AsyncStream<State>.Continuation] in
            contents.current = state
            return contents.listeners.values.map(\.continuation)
        }
        listeners.forEach { $0.yield(state) }
    }

    /// Tells how much is done to those whose interval has passed.
    func announce(fraction: Double) {
        progress.completedUnitCount = Int64(min(max(fraction, 0), 1) * 10_000)
        let now = ContinuousClock.now
        let due = contents.withLock { contents -> [AsyncStream<State>.Continuation] in
            contents.listeners.filter { (now - $0.value.last) / .seconds(1) >= $0.value.interval }.map { entry in
                contents.listeners[entry.key]?.last = now
                return entry.value.continuation
            }
        }
        due.forEach { $0.yield(.exporting(progress: progress)) }
    }

    /// There is nothing more to tell.
    func end() {
        let listeners = contents.withLock { contents -> [AsyncStream<State>.Continuation] in
            contents.isOver = true
            defer { contents.listeners = [:] }
            return contents.listeners.values.map(\.continuation)
        }
        listeners.forEach { $0.finish() }
    }
}
