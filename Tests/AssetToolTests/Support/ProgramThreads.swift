import AssetKitBase
import Testing

/// Tests that wait for programs by blocking. They do it on threads of their own, a few at a time: all other tests have as many threads
/// as there are processors, and a program that hangs is to be in nobody's way.
struct ProgramThreads: SuiteTrait, TestTrait, TestScoping {
    private final class Executor: TaskExecutor {
        /// Programs work while these wait.
        private static let threadCount = 3

        private let jobs = Monitor(Fifo<UnownedJob>())

        init() {
            for _ in 0..<Self.threadCount { WorkerThread.start("test.programs") { [self] in work() } }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            jobs.announce()
        }

        private func work() -> Never {
            while true {
                let job = jobs.wait { $0.popFirst() }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    /// It stays as long as the tests do.
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

extension Trait where Self == ProgramThreads {
    static var waitsForPrograms: ProgramThreads { ProgramThreads() }
}
