internal import Foundation

/// Runs blocking work on a thread of its own, for a task that waits.
enum CopyThread {
    static func run<Value: Sendable>(
        _ flag: CancellationFlag,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread {
                    continuation.resume(
                        with: Swift.Result {
                            try flag.check()
                            return try body()
                        }
                    )
                }
                thread.name = "assetkit.copy"
                thread.start()
            }
        } onCancel: {
            flag.cancel()
        }
    }
}
