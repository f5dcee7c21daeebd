@testable import AssetKitAssets
@testable import AssetKitBase
import Dispatch
import TestSupport
import Testing

@Suite("Loading once for all who wait")
struct LoaderTests {
    @Test("a load that ends because it is called off is not kept as one that failed")
    func calledOff() async throws {
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (raised, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let runs = Lock(0)
        let watches = Lock<[CancellationWatch]>([])
        let loader = Loader<Int>(
            work: { flag in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                guard run == 1 else { return run }
                // Whoever raises the flag goes on only when the work has ended of it.
                let watch = flag.onCancel {
                    raised.signal()
                    ended.wait()
                }
                watches.withLock { $0.append(watch) }
                begins.yield()
                raised.wait()
                throw CancellationError()
            },
            describe: { _ in
                // Enough for what follows, which keeps the outcome or drops it.
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { ended.signal() }
                return AVError(.operationCancelled, "it was cancelled")
            }
        )
        let first = Task { try await loader.load([]) }
        for await _ in begun { break }
        loader.cancel()
        await #expect(throws: AVError.self) { try await first.value }
        try await loader.load([])
        #expect(try loader.result?.get() == 2)
    }

    @Test("who waits for a load on a thread gives up when a flag is raised, and the load goes on")
    func givenUp() async throws {
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (mayEnd, flag, hasGivenUp) = (Gate(), CancellationFlag(), Lock<Bool?>(nil))
        let loader = Loader<Int>(
            work: { _ in
                begins.yield()
                mayEnd.wait()
                return 1
            },
            describe: { _ in AVError(.unknown, "it failed") }
        )
        WorkerThread.start("loader.test") {
            let hasThrown: Bool
            do {
                _ = try loader.waitForResult(flag)
                hasThrown = false
            } catch {
                hasThrown = true
            }
            hasGivenUp.withLock { $0 = hasThrown }
        }
        for await _ in begun { break }
        flag.cancel()
        try await waitPatiently("for who gives up") { hasGivenUp.withLock { $0 } != nil }
        #expect(hasGivenUp.withLock { $0 } == true)
        mayEnd.open()
        try await loader.load([])
        #expect(try loader.waitForResult(flag)?.get() == 1)
    }
}
