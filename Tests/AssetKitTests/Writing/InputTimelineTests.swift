import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitWriting

@Suite("Timeline of an input")
struct InputTimelineTests {
    private func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

    private func span(_ start: Int64, _ duration: Int64, atStart: Int64 = 0, atEnd: Int64 = 0) -> InputTimeline.Timing {
        InputTimeline.Timing(
            start: time(start),
            decode: time(start),
            duration: time(duration),
            trimAtStart: time(atStart),
            trimAtEnd: time(atEnd)
        )
    }

    /// Edits as numbers: source start and end, target start and end.
    private func numbers(_ edits: [CMTimeMapping]?) -> [[Int64]]? {
        edits?.map { edit in
            [edit.source.start, edit.source.end, edit.target.start, edit.target.end].map {
                $0.convertScale(1000, method: .default).value
            }
        }
    }

    @Test("samples that just follow each other need no edits, wherever they begin", arguments: [Int64(-100), 0, 300])
    func plain(start: Int64) {
        var timeline = InputTimeline()
        for index in 0..<Int64(5) { #expect(timeline.add(span(start + index * 40, 40)) == .zero) }
        #expect(timeline.edits(until: nil) == nil)
        #expect(timeline.edits(until: time(start + 200)) == nil)
    }

    @Test("the end of the session cuts")
    func sessionEnd() {
        var timeline = InputTimeline()
        for index in 0..<Int64(5) { _ = timeline.add(span(index * 40, 40)) }
        #expect(numbers(timeline.edits(until: time(150))) == [[0, 150, 0, 150]])
    }

    @Test("pictures come in decode order, and are presented from the first to the last")
    func reordered() {
        var timeline = InputTimeline()
        for start in [Int64(0), 120, 40, 80] { _ = timeline.add(span(start, 40)) }
        #expect(timeline.edits(until: nil) == nil)
        #expect(numbers(timeline.edits(until: time(100))) == [[0, 100, 0, 100]])
    }

    @Test("what is trimmed at both ends is not presented")
    func trims() {
        var timeline = InputTimeline()
        _ = timeline.add(span(0, 40, atStart: 40))
        _ = timeline.add(span(40, 40, atStart: 10))
        _ = timeline.add(span(80, 40))
        _ = timeline.add(span(120, 40, atEnd: 15))
        #expect(numbers(timeline.edits(until: nil)) == [[50, 145, 50, 145]])
    }

    @Test("pictures that only serve to decode others may come among those that are shown")
    func reorderedTrims() {
        var timeline = InputTimeline()
        _ = timeline.add(span(0, 40, atStart: 40))
        _ = timeline.add(span(120, 40, atEnd: 10))
        #expect(timeline.add(span(80, 40, atStart: 40)) == .zero)
        #expect(timeline.add(span(40, 40, atStart: 40)) == .zero)
        #expect(numbers(timeline.edits(until: nil)) == [[120, 150, 120, 150]])
    }

    @Test("what the last sample says about its own end needs no edits")
    func padding() {
        var timeline = InputTimeline()
        for start in [Int64(-20), 0] { _ = timeline.add(span(start, 20, atStart: start < 0 ? 20 : 0)) }
        _ = timeline.add(span(20, 20, atEnd: 5))
        #expect(timeline.edits(until: nil) == nil)
        #expect(timeline.edits(until: time(35)) == nil)
        #expect(numbers(timeline.edits(until: time(30))) == [[0, 30, 0, 30]])
    }

    @Test("joined sound that overlaps where it is trimmed lies one behind the other, and is presented without a gap")
    func joined() {
        var timeline = InputTimeline()
        #expect(timeline.add(span(-20, 20, atStart: 20)) == .zero)
        #expect(timeline.add(span(0, 20)) == .zero)
        #expect(timeline.add(span(20, 20, atEnd: 5)) == .zero)
        // The second piece begins at 35, and has 20 before that.
        #expect(timeline.add(span(15, 20, atStart: 20)) == time(25))
        #expect(timeline.add(span(35, 20)) == time(25))
        #expect(numbers(timeline.edits(until: nil)) == [[0, 35, 0, 35], [60, 80, 35, 55]])
    }

    @Test("trimmed pieces that do not overlap stay where they are")
    func apart() {
        var timeline = InputTimeline()
        _ = timeline.add(span(0, 20, atEnd: 5))
        #expect(timeline.add(span(100, 20, atStart: 5)) == .zero)
        #expect(numbers(timeline.edits(until: nil)) == [[0, 15, 0, 15], [105, 120, 105, 120]])
    }

    @Test("what an encoder of sound stores before its first frame is hidden, wherever that is")
    func priming() {
        var late = InputTimeline()
        late.beginSound(at: time(500))
        for start in [Int64(480), 500, 520] { _ = late.add(span(start, 20)) }
        #expect(numbers(late.edits(until: nil)) == [[500, 540, 500, 540]])
        var usual = InputTimeline()
        usual.beginSound(at: .zero)
        for start in [Int64(-20), 0, 20] { _ = usual.add(span(start, 20)) }
        #expect(usual.edits(until: nil) == nil)
    }

    @Test("a time scale makes times whole")
    func timescale() {
        var scale = InputTimescale(600)
        scale.add(.zero)
        #expect(scale.timescale == 600)
        scale.add(CMTime(value: 1, timescale: 30))
        #expect(scale.timescale == 600)
        scale.add(CMTime(value: 1001, timescale: 30000))
        #expect(scale.timescale == 30000)
        scale.add(CMTime(value: 1, timescale: 44100))
        #expect(scale.timescale == 4_410_000)
        scale.add(CMTime(value: 1, timescale: 1_000_000_007))
        #expect(scale.timescale == 1_000_000_007)
    }
}
