import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Presentation orders, found walking")
struct PresentationSorterTests {
    /// The places of samples in presentation order; nil where one comes too late.
    private func sorted(_ times: [Int64]) -> [Int]? {
        var sorter = PresentationSorter()
        var order: [Int] = []
        for (index, ticks) in times.enumerated() {
            guard sorter.add(ticks, index, { order.append($0) }) else { return nil }
        }
        sorter.finish { order.append($0) }
        return order
    }

    /// Groups of four pictures, of which the second is shown last.
    private static let groups: [Int64] = (0..<3000).map { place in
        let shown: [Int] = [0, 3, 1, 2]
        return Int64(place - place % 4 + shown[place % 4])
    }
    private static let backwards: [Int64] = (0..<2000).map { Int64($0 ^ 127) }
    private static let lists: [[Int64]] = [
        [], [5], [0, 1, 2], [2, 0, 0, 1], [3, 2, 1, 0], Array(repeating: 4, count: 2000), groups, backwards,
    ]

    @Test("samples come in the order of their times, and those that start together as they came", arguments: lists)
    func orders(times: [Int64]) {
        let wanted = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(sorted(times) == wanted)
        let samples = times.map { IndexedSample(presentationTicks: $0) }
        let order = PresentationOrder(ListedSamples(samples: samples, tick: PictureList.tick))
        #expect(times.indices.map { order[$0] } == wanted)
    }

    @Test("a sample that belongs before settled ones is refused, and its order is found all the same")
    func far() {
        let times = (0..<1500).map { $0 == 1400 ? Int64(-1) : Int64($0) }
        #expect(sorted(times) == nil)
        let samples = times.map { IndexedSample(presentationTicks: $0) }
        let index = SampleIndex(ListedSamples(samples: samples, tick: PictureList.tick), trackID: 1, segments: [])
        #expect((0..<3).map { index.order[$0] } == [1400, 0, 1])
        #expect(SpliceRun.delay(of: [0..<1500], in: index) == 1400)
    }

    @Test("the delay of a run is the most that a sample is decoded behind its place")
    func delays() {
        let samples = Self.groups.map { IndexedSample(presentationTicks: $0) }
        let index = SampleIndex(ListedSamples(samples: samples, tick: PictureList.tick), trackID: 1, segments: [])
        #expect(SpliceRun.delay(of: [0..<3000], in: index) == 1)
        #expect(SpliceRun.delay(of: [0..<1, 2..<3000], in: index) == 1)
        #expect(SpliceRun.delay(of: [0..<1, 4..<5], in: index) == 0)
        #expect(index.reorderingDepth == 1)
    }
}
