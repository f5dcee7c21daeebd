import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport

@Suite("Copied runs of smart cuts")
struct SpliceRunTests {
    @Test("have the times of the new file, and show for no longer than they are to")
    func copiedRuns() {
        func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 25) }
        let run = SpliceRun(
            samples: [4..<9, 11..<20],
            entry: .clean,
            shift: time(-30),
            range: CMTimeRange(start: time(40), duration: time(14))
        )
        let copiedRuns = run.copiedRuns(from: time(37))
        #expect(copiedRuns.samples == [4..<9, 11..<20])
        #expect(copiedRuns.track == 0 && copiedRuns.sourceTrack == 0)
        // Nothing but the whole moves: pictures keep their order and their distances.
        #expect(copiedRuns.shift == time(-30) && copiedRuns.decodeShift == time(-30) && copiedRuns.lead == time(-30))
        #expect(copiedRuns.limits == CMTimeRange(start: time(3), duration: time(14)))
        #expect(copiedRuns.formats == [0] && copiedRuns.frames == nil && copiedRuns.textForm == nil)
    }
}
