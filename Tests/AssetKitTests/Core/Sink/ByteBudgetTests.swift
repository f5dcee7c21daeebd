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

    /// Times that no sample has, and some that only a hostile one has.
    private static let strange: [CMTime] = [
        .invalid, .indefinite, .positiveInfinity, .negativeInfinity, .zero, CMTime(value: .max, timescale: 1),
        CMTime(value: .min, timescale: 1), CMTime(value: .max, timescale: .max), CMTime(value: 1, timescale: .max),
        CMTime(value: -1, timescale: .max),
    ]

    private func sample(at time: CMTime, byteCount: Int = 10) -> SinkSample {
        var sample = SinkSample.test(at: 0, byteCount: byteCount)
        (sample.presentationTime, sample.decodeTime, sample.duration) = (time, time, time)
        return sample
    }

    @Test("times that cannot be counted are pinned, whatever the layout and the limit", arguments: strange)
    func strangeTimes(time: CMTime) {
        var layouts: [ByteBudget.Layout] = [.movie, .plain]
        for other in Self.strange {
            layouts.append(.fragments(interval: time, first: other))
            layouts.append(.fragments(interval: CMTime(value: 1, timescale: .max), first: other))
        }
        let limits: [Int64?] = [nil, .min, -1, 0, 1, 1_000_000, .max]
        for (layout, limit) in layouts.flatMap({ layout in limits.map { (layout, $0) } }) {
            var budget = ByteBudget(trackCount: 2, layout: layout)
            budget.limit = limit
            for other in Self.strange {
                _ = budget.takes(sample(at: other), of: 1)
                _ = budget.takes(sample(at: time, byteCount: 1 << 12), of: 0)
                #expect(budget.byteCount > 0)
            }
            let hasRoom = budget.takes(finalMetadataBytes: 10)
            #expect(hasRoom || limit != nil)
        }
    }

    @Test("a file of any length in fragments of any length has a size")
    func longestFile() {
        let tiny = CMTime(value: 1, timescale: .max)
        var budget = ByteBudget(trackCount: 1, layout: .fragments(interval: tiny, first: .zero))
        let isTaken = budget.takes(sample(at: CMTime(value: .max, timescale: 1)), of: 0)
        #expect(isTaken && budget.byteCount > 1 << 40)
        let now = budget.byteCount
        // What has no time that can be counted is no longer than that.
        let isTakenToo = budget.takes(sample(at: .positiveInfinity), of: 0)
        #expect(isTakenToo && budget.byteCount < now + 1000)
    }
}
