import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase

@Suite("Lock")
struct LockTests {
    @Test("threads that count together lose nothing")
    func countsTogether() async {
        let count = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    for _ in 0..<1_000 { count.withLock { $0 += 1 } }
                }
            }
        }
        #expect(count.withLock { $0 } == 32_000)
    }

    @Test("an error leaves the lock free")
    func errorLeavesItFree() {
        let value = Lock([1, 2])
        #expect(throws: CancellationError.self) {
            try value.withLock { numbers throws(CancellationError) in
                numbers.append(3)
                throw CancellationError()
            }
        }
        #expect(value.withLock { $0 } == [1, 2, 3])
    }

    @Test("the value goes when its lock goes")
    func valueIsReleased() {
        final class Owned: Sendable {}
        weak var owned: Owned?
        do {
            let lock = Lock(Owned())
            owned = lock.withLock { $0 }
            #expect(owned != nil)
        }
        #expect(owned == nil)
    }

    @Test("taking it twice ends the process instead of waiting for ever")
    func takenTwice() async {
        await #expect(processExitsWith: .failure) {
            let lock = Lock(0)
            lock.withLock { outer in
                outer += 1
                lock.withLock { $0 += 1 }
            }
        }
    }
}
