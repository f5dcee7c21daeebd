import AssetKit
import Testing

@Suite("Snippets 01 and 02: time")
struct TimeSnippetTests {
    @Test("both spellings of the arithmetic come out right")
    func arithmetic() {
        #expect(Snippet01TimeArithmetic.operators())
        #expect(Snippet01TimeArithmetic.functions())
    }

    @Test(
        "times that are no plain numbers are told apart",
        arguments: [
            (CMTime.invalid, "invalid"), (.indefinite, "indefinite"), (.positiveInfinity, "+infinity"),
            (.negativeInfinity, "-infinity"), (CMTime(value: 1, timescale: 25), "number"),
            (CMTime(value: 1, timescale: 3).convertScale(1000, method: .default), "rounded number"),
        ]
    )
    func classes(time: CMTime, name: String) {
        #expect(Snippet01TimeArithmetic.classify(time) == name)
    }

    @Test("one film frame in other scales is what it was")
    func scales() throws {
        let scales = Snippet01TimeArithmetic.scales()
        try #require(scales.count == 6)
        #expect(scales[1] == scales[0])
        #expect(scales[1].timescale == 90_000)
        #expect(scales[2] == CMTime(value: 1, timescale: 24))
        // A factor that is a floating-point number is good for nanoseconds.
        #expect(abs(scales[3].seconds - 0.0625) < 2e-9)
        #expect(scales[4] == CMTime(value: 25 * 1001, timescale: 600 * 1000))
        #expect(scales[5] == scales[0])
    }

    @Test("the end of a range is outside it")
    func exclusiveEnd() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 30), duration: CMTime(value: 7, timescale: 25))
        #expect(!Snippet02TimeRanges.endIsExclusive(range))
        #expect(Snippet02TimeRanges.isUsable(range))
        #expect(!Snippet02TimeRanges.isUsable(.zero))
        #expect(!Snippet02TimeRanges.isUsable(.invalid))
    }

    @Test("a union holds both ranges, and their intersection is what they share")
    func algebra() {
        let (both, shared, isInside) = Snippet02TimeRanges.algebra()
        #expect(both == CMTimeRange(start: .zero, end: CMTime(value: 9, timescale: 1)))
        #expect(shared == CMTimeRange(start: CMTime(value: 3, timescale: 1), end: CMTime(value: 4, timescale: 1)))
        #expect(isInside)
    }

    @Test("a time and a range come back out of their boxes and dictionaries")
    func boxes() throws {
        let time = CMTime(value: 1001, timescale: 30_000)
        let range = CMTimeRange(start: time, duration: CMTime(value: 5, timescale: 1))
        let boxed = try #require(Snippet02TimeRanges.boxes(time, range))
        #expect(boxed == (time, range))
    }

    @Test("a time on the edit leads back to the source, and stays inside it")
    func mapping() {
        let second = CMTime(value: 1, timescale: 1)
        let source = CMTimeRange(start: CMTimeMultiply(second, multiplier: 10), duration: second)
        let target = CMTimeRange(start: .zero, duration: CMTimeMultiply(second, multiplier: 2))
        let mapping = CMTimeMapping(source: source, target: target)
        #expect(Snippet02TimeRanges.sourceTime(for: second, in: mapping) == CMTime(value: 21, timescale: 2))
        #expect(
            Snippet02TimeRanges.sourceTime(for: CMTimeMultiply(second, multiplier: 9), in: mapping) == source.end
        )
    }
}
