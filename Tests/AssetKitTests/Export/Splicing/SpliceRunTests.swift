import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitExport

@Suite("Copied runs of smart cuts")
struct SpliceRunTests {
    @Test("have the times of the new file, and show for no longer than they are to")
    func piece() {
        func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 25) }
        let run = SpliceRun(
            samples: [4..<9, 11..<20],
            entry: .clean,
            shift: time(-30),
            range: CMTimeRange(start: time(40), duration: time(14))
        )
        let piece = run.piece(from: time(37))
        #expect(piece.samples == [4..<9, 11..<20])
        #expect(piece.track == 0 && piece.sourceTrack == 0)
        // Nothing but the whole moves: pictures keep their order and their distances.
        #expect(piece.shift == time(-30) && piece.decodeShift == time(-30) && piece.lead == time(-30))
        #expect(piece.limits == CMTimeRange(start: time(3), duration: time(14)))
        #expect(piece.formats == [0] && piece.frames == nil && piece.textForm == nil)
    }
}
