internal import Foundation

/// Threads for work that blocks or takes long: it must not hold a thread of Swift's own pool.
@usableFromInline
package enum WorkerThread {
    /// Decoders, scalers and most encoders keep their working memory on the heap, and some encoders a little on the stack.
    /// Memory that nobody touches costs nothing.
    private static let stackSize = 4 << 20

    /// Runs `body` on a thread of its own.
    @usableFromInline
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = stackSize
        thread.start()
    }

    /// Runs `body` on a thread of its own, for a task that waits for what it gives. When the task is cancelled, the flag
    /// goes up.
    package static func run<Value: Sendable>(
        _ name: String,
        _ flag: CancellationFlag,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(name) {
                    continuation.resume(
                        with: Result {
                            try flag.check()
                            return try body()
                        }
                    )
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }
}
