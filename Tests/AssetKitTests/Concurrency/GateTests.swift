import TestSupport
import Testing

@testable import AssetKitBase

@Suite("Gate")
struct GateTests {
    @Test(
        "an open gate holds nobody, whether they came before or behind, and however often it is opened",
        arguments: [(early: 0, late: 1), (early: 1, late: 0), (early: 4, late: 4)],
        [1, 2]
    )
    func opens(come: (early: Int, late: Int), times: Int) async throws {
        let (gate, passed) = (Gate(), Lock(0))
        let send = { (count: Int) in
            for _ in 0..<count {
                WorkerThread.start("gate.test") {
                    gate.wait()
                    passed.withLock { $0 += 1 }
                }
            }
        }
        send(come.early)
        #expect(passed.withLock { $0 } == 0)
        for _ in 0..<times { gate.open() }
        send(come.late)
        try await waitPatiently("for those at an open gate") { passed.withLock { $0 } == come.early + come.late }
    }
}
