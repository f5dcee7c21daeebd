import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport

@Suite("Copied runs of smart cuts")
struct SpliceRunTests {
    @Test("have the times of the new file, and show for no longer than they are to")
    func copied() {
        func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 25) }
        let run = SpliceRun(
            samples: [4..<9, 11..<20],
            entry: .clean,
            shift: time(-30),
            range: CMTimeRange(start: time(40), duration: time(14))
        )
        let copied = run.copied(from: time(37))
        #expect(copied.samples == [4..<9, 11..<20])
        #expect(copied.track == 0 && copied.sourceTrack == 0)
        // Nothing but the whole moves: pictures keep their order and their distances.
        #expect(copied.shift == time(-30) && copied.decodeShift == time(-30) && copied.lead == time(-30))
        #expect(copied.limits == CMTimeRange(start: time(3), duration: time(14)))
        #expect(copied.formats == [0] && copied.frames == nil && copied.textForm == nil)
    }
}
