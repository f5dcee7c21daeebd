import CMTimeLib
import Testing

@testable import AssetKitSources

@Suite("Stretches of compositions that go on")
struct ComposedStretchTests {
    private typealias Stretch = ComposedTrack.Stretch

    /// Shows a range of a source, in milliseconds, all of it or a part.
    private func stretch(
        _ source: Range<Int64>,
        on target: Range<Int64>,
        of place: Int = 0,
        showing part: Range<Int64>? = nil
    ) -> Stretch {
        let mapping = CMTimeMapping(source: range(source), target: range(target))
        return Stretch(source: place, mapping: mapping, target: range(part ?? target))
    }

    private func range(_ milliseconds: Range<Int64>) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(value: milliseconds.lowerBound, timescale: 1000),
            end: CMTime(value: milliseconds.upperBound, timescale: 1000)
        )
    }

    /// What both show as one, at the ends and where they meet.
    private func sourceTimes(_ both: Stretch?, _ times: [Int64]) -> [Int64] {
        guard let both else { return [] }
        return times.map { time in
            let shown = both.source(of: range(time..<time)).start
            return CMTimeConvertScale(shown, timescale: 1000, method: .default).value
        }
    }

    @Test("are one where the second shows what comes next, whatever both were made of")
    func adjoining() {
        let first = stretch(0..<3000, on: 500..<3500, showing: 700..<1000)
        let both = first.joined(with: stretch(500..<900, on: 1000..<1400))
        #expect(both?.target == range(700..<1400))
        #expect(sourceTimes(both, [700, 1000, 1400]) == [200, 500, 900])
        #expect(both?.mapping == first.mapping)
    }

    @Test("are one at other speeds too, where both have the same")
    func scaled() {
        let first = stretch(0..<300, on: 0..<900)
        let both = first.joined(with: stretch(300..<700, on: 900..<2100))
        #expect(both?.target == range(0..<2100))
        #expect(both?.mapping == CMTimeMapping(source: range(0..<700), target: range(0..<2100)))
        #expect(sourceTimes(both, [0, 900, 1500, 2100]) == [0, 300, 500, 700])
        #expect(first.joined(with: stretch(300..<700, on: 900..<2101)) == nil)
        #expect(first.joined(with: stretch(300..<700, on: 900..<1300)) == nil)
    }

    @Test("are one where a picture is held on")
    func held() {
        let first = stretch(200..<200, on: 0..<300)
        let both = first.joined(with: stretch(200..<200, on: 300..<400))
        #expect(both?.target == range(0..<400))
        #expect(both?.mapping == CMTimeMapping(source: range(200..<200), target: range(0..<400)))
        #expect(sourceTimes(both, [0, 350]) == [200, 200])
        #expect(first.joined(with: stretch(240..<240, on: 300..<400)) == nil)
        #expect(first.joined(with: stretch(200..<300, on: 300..<400)) == nil)
    }

    @Test("are two where something is left out, shown twice or from another source, or nothing shows between")
    func apart() {
        let first = stretch(0..<500, on: 0..<500)
        #expect(first.joined(with: stretch(501..<900, on: 500..<899)) == nil)
        #expect(first.joined(with: stretch(499..<900, on: 500..<901)) == nil)
        #expect(first.joined(with: stretch(500..<900, on: 500..<900, of: 1)) == nil)
        #expect(first.joined(with: stretch(501..<900, on: 501..<900)) == nil)
    }
}
