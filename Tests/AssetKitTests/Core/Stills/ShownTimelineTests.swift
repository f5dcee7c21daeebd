import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitSources

@Suite("What a track shows when")
struct ShownTimelineTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    /// Nothing for a second, the media from 10 s on for two, nothing for one, and that from 20 s on at half its speed.
    private var timeline: ShownTimeline {
        let edits = [
            CMTimeMapping(source: range(20, 21), target: range(4, 6)),
            CMTimeMapping(source: range(10, 12), target: range(1, 3)),
        ]
        return ShownTimeline(edits, duration: CMTime(value: 8, timescale: 1))
    }

    private func place(_ half: Int64, in timeline: ShownTimeline) -> String {
        switch timeline.place(of: CMTime(value: half, timescale: 2)) {
        case nil: "nothing"
        case .before(let stretch)?: "before \(stretch.source.start.seconds)"
        case .shown(let stretch)?: "in \(stretch.source.start.seconds)"
        case .gap(let first, let second)?: "between \(first.source.start.seconds) and \(second.source.start.seconds)"
        case .behind(let stretch, let isEnd)?: "behind \(stretch.source.start.seconds)\(isEnd ? ", to the end" : "")"
        }
    }

    @Test("every time is before, in, between or behind stretches, in the order in which these are shown")
    func places() {
        let known: [(half: Int64, place: String)] = [
            (0, "before 10.0"), (1, "before 10.0"), (2, "in 10.0"), (5, "in 10.0"), (6, "between 10.0 and 20.0"),
            (7, "between 10.0 and 20.0"), (8, "in 20.0"), (11, "in 20.0"), (12, "behind 20.0, to the end"),
            (16, "behind 20.0, to the end"), (17, "behind 20.0"),
        ]
        let timeline = timeline
        for (half, expected) in known { #expect(place(half, in: timeline) == expected, "\(half)") }
        #expect(place(0, in: ShownTimeline([], duration: .zero)) == "nothing")
    }

    @Test("times of the asset and of the media are each other's, at the speed of their stretch")
    func times() {
        let slow = timeline.stretches[1]
        let five = CMTime(value: 5, timescale: 1)
        let media = ShownTimeline.mediaTime(at: five, in: slow)
        #expect(media == CMTime(value: 41, timescale: 2))
        #expect(ShownTimeline.assetTime(of: media, in: slow) == five)
        // Nothing is shown before its stretch begins.
        #expect(ShownTimeline.mediaTime(at: .zero, in: slow) == CMTime(value: 20, timescale: 1))
        #expect(ShownTimeline.assetTime(of: .zero, in: slow) == CMTime(value: 4, timescale: 1))
    }

    @Test("a stretch whose length nobody knows has no end")
    func endless() {
        let forever = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let timeline = ShownTimeline([CMTimeMapping(source: forever, target: forever)], duration: .invalid)
        #expect(place(1_000_000, in: timeline) == "in 0.0")
    }
}
