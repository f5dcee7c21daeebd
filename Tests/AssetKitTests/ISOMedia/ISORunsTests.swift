import Testing

@testable import AssetKitISOMedia

@Suite("Runs of values")
struct ISORunsTests {
    @Test("each run is kept once, however many different values there are", arguments: [1, 2, 63, 64, 65, 1000])
    func values(different: Int) {
        var runs = ISORuns<Int32>()
        var wanted: [Int32] = []
        for number in 0..<3000 {
            let value = Int32(number / 3 % different)
            runs.append(value, count: number % 4)
            wanted += Array(repeating: value, count: number % 4)
        }
        #expect(runs.count == wanted.count)
        #expect((0..<runs.count).map { runs[$0] } == wanted)
        var cursor = ISORunCursor()
        #expect((0..<runs.count).map { runs.value(at: $0, from: &cursor) } == wanted)
        #expect((0..<runs.runCount).reduce(0) { $0 + runs.range(of: $1).count } == wanted.count)
        #expect(runs.hasOnly(0) == (different == 1))
        #expect(runs.smallest == 0)
        #expect(runs[runs.count] == nil && runs[-1] == nil)
    }

    @Test("the smallest value is found wherever it is", arguments: [1, 63, 64, 65, 200])
    func smallest(different: Int32) {
        var runs = ISORuns<Int32>()
        for value in 1...different { runs.append(value, count: 2) }
        runs.append(-7, count: 1)
        runs.append(5, count: 3)
        #expect(runs.smallest == -7)
    }

    @Test("runs of nothing have no value")
    func empty() {
        let runs = ISORuns<UInt8>()
        #expect(runs.runCount == 0 && !runs.hasOnly(0) && runs[0] == nil)
        #expect(runs.smallest == nil)
    }
}
