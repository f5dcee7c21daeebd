import Testing

@testable import AssetKitBase

@Suite("Cancellation flag")
struct CancellationFlagTests {
    private final class Counter: Sendable {
        let count = Lock(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test("who watches hears once when the flag goes up, and at once where it is up")
    func watches() {
        let (flag, counter) = (CancellationFlag(), Counter())
        let watches = (0..<3).map { _ in flag.onCancel { counter.add() } }
        #expect(counter.value == 0 && !flag.isCancelled)
        flag.cancel()
        #expect(counter.value == 3)
        flag.cancel()
        #expect(counter.value == 3)
        let late = flag.onCancel { counter.add() }
        #expect(counter.value == 4)
        withExtendedLifetime((watches, late)) {}
    }

    @Test("who does not watch any more hears nothing")
    func forgets() {
        let (flag, counter) = (CancellationFlag(), Counter())
        _ = flag.onCancel { counter.add() }
        let kept = flag.onCancel { counter.add() }
        flag.cancel()
        #expect(counter.value == 1)
        withExtendedLifetime(kept) {}
    }

    @Test("who begins to watch while the flag goes up is told once")
    func races() async {
        for _ in 0..<200 {
            let (flag, counter) = (CancellationFlag(), Counter())
            async let watch = flag.onCancel { counter.add() }
            async let raised: Void = flag.cancel()
            let kept = await watch
            await raised
            #expect(counter.value == 1)
            withExtendedLifetime(kept) {}
        }
    }
}
