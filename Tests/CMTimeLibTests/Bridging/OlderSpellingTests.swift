import CMTimeLib
import Testing

/// Old code calls the functions without labels; the compiler then suggests today's spelling.
@Suite("Older spellings")
struct OlderSpellingTests {
    /// A call through a requirement that is not deprecated gives no warning.
    private protocol Calls { func run() }

    private struct OlderCalls: Calls {
        @available(*, deprecated, message: "calls deprecated spellings")
        func run() {
            let third = CMTimeMake(1, 3)
            #expect(third == CMTime(value: 1, timescale: 3))
            #expect(CMTimeMakeWithEpoch(1, 3, 2).epoch == 2)
            #expect(CMTimeMakeWithSeconds(0.5, 600) == CMTime(value: 300, timescale: 600))
            #expect(CMTimeConvertScale(third, 10, .default).value == 3)
            #expect(CMTimeMultiply(third, 3) == CMTime(value: 1, timescale: 1))
            #expect(CMTimeMultiplyByFloat64(third, 0.5).isNumeric)
            #expect(CMTimeMultiplyByRatio(third, 1, 2) == CMTime(value: 1, timescale: 6))
            let range = CMTimeRangeMake(.zero, third)
            #expect(CMTimeRangeFromTimeToTime(.zero, third) == range)
            #expect(CMTimeRangeGetUnion(range, range) == range)
            #expect(CMTimeRangeGetIntersection(range, range) == range)
            #expect(CMTimeRangeContainsTime(range, .zero))
            #expect(CMTimeRangeContainsTimeRange(range, range))
            #expect(CMTimeClampToRange(.positiveInfinity, range) == third)
        }
    }

    @Test("functions without labels do what the labelled ones do")
    func unlabelled() {
        let calls: any Calls = OlderCalls()
        calls.run()
    }
}
