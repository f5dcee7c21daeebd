import AssetKitBase
import Testing

/// Tests that wait for other programs by blocking: they do it on threads of their own, and leave those that all tests share to the others.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    private final class Executor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            WorkerThread.start("test") { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    private static let executor = Executor()

    var isRecursive: Bool { true }

    @concurrent
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Self.executor, operation: function)
    }
}

extension Trait where Self == OwnThread {
    static var onOwnThread: OwnThread { OwnThread() }
}
