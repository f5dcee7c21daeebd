import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSinks

@Suite("How many bytes a file may have")
struct ByteBudgetTests {
    private let layout = ByteBudget.Layout.fragments(
        interval: CMTime(value: 1, timescale: 1),
        first: CMTime(value: 1, timescale: 4)
    )

    @Test("tables and fragments of small packets leave them their room")
    func packets() {
        var budget = ByteBudget(trackCount: 1, layout: layout)
        budget.limit = 200_000
        var count: Int64 = 0
        while budget.takes(.test(at: count * 21, lasting: 21, byteCount: 170), of: 0) { count += 1 }
        #expect(budget.byteCount <= 200_000 && count * 170 > 180_000, "\(count)")
        #expect(budget.fullTime == CMTime(value: count * 21, timescale: 1000))
    }

    @Test("without tables a file is as large as its samples")
    func plain() {
        var budget = ByteBudget(trackCount: 1, layout: .plain)
        budget.limit = 200_000
        var count: Int64 = 0
        while budget.takes(.test(at: count * 10, lasting: 10, byteCount: 960), of: 0) { count += 1 }
        #expect(count * 960 > 190_000, "\(count)")
    }

    @Test("room is kept for small samples that come later than the large ones that they belong to")
    func late() {
        var budget = ByteBudget(trackCount: 2, layout: layout)
        budget.limit = 1_000_000
        func sound(_ time: Int64) -> Bool { budget.takes(.test(at: time, lasting: 20, byteCount: 200), of: 1) }
        var time: Int64 = 0
        while budget.takes(.test(at: time, byteCount: 4000), of: 0) {
            if time >= 2000 { #expect(sound(time - 2000) && sound(time - 1980)) }
            time += 40
        }
        let taken = stride(from: time - 2000, to: time, by: 20).allSatisfy(sound)
        #expect(taken && budget.fullTime == CMTime(value: time, timescale: 1000))
        #expect(time / 40 * 4000 > 870_000 && budget.byteCount <= 1_000_000)
        #expect(!sound(time))
    }
}
