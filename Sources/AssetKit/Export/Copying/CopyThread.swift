internal import AssetKitBase

/// Runs blocking work on a thread of its own, for a task that waits.
enum CopyThread {
    static func run<Value: Sendable>(
        _ flag: CancellationFlag,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                WorkerThread.start("assetkit.copy") {
                    continuation.resume(
                        with: Swift.Result {
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
