import AssetKit
import Testing

@testable import assettool

@Suite("The status line of play")
struct StatusLineTests {
    private func text(
        _ seconds: Double,
        of duration: CMTime,
        rate: Float = 1,
        chosen: Float = 1,
        volume: Float = 1
    ) -> String {
        let time = CMTime(seconds: seconds, preferredTimescale: 1000)
        return StatusLine.text(time, duration, rate: rate, chosen: chosen, volume: volume)
    }

    @Test("says where it is, how much that is, and how fast it goes")
    func place() {
        let ten = CMTime(value: 10, timescale: 1)
        #expect(text(1.29, of: ten) == "0:01.2 / 0:10.0  12 %  1x")
        #expect(text(0, of: ten, rate: -2) == "0:00.0 / 0:10.0  0 %  -2x")
        #expect(text(9.999, of: ten, rate: 1.1 * 1.1) == "0:09.9 / 0:10.0  99 %  1.21x")
        #expect(text(10.5, of: ten) == "0:10.5 / 0:10.0  100 %  1x")
        #expect(text(3725.04, of: CMTime(value: 36_000, timescale: 1)) == "1:02:05.0 / 10:00:00.0  10 %  1x")
        #expect(text(65, of: .indefinite) == "1:05.0  1x")
    }

    @Test("says that it is paused, and at which speed it would go on")
    func paused() {
        let minute = CMTime(value: 60, timescale: 1)
        #expect(text(30, of: minute, rate: 0) == "0:30.0 / 1:00.0  50 %  paused")
        #expect(text(30, of: minute, rate: 0, chosen: 2) == "0:30.0 / 1:00.0  50 %  paused at 2x")
    }

    @Test("says how loud it is where that is not as it was")
    func volume() {
        let minute = CMTime(value: 60, timescale: 1)
        #expect(text(30, of: minute, volume: 0.98) == "0:30.0 / 1:00.0  50 %  1x  volume 98 %")
        #expect(text(30, of: minute, volume: 0) == "0:30.0 / 1:00.0  50 %  1x  muted")
    }

    @Test("says that it waits for more to come")
    func waiting() {
        let time = CMTime(value: 2, timescale: 1)
        func text(_ rate: Float) -> String {
            StatusLine.text(time, .indefinite, rate: rate, chosen: 1, volume: 1, isWaiting: true)
        }
        #expect(text(1) == "0:02.0  1x  waiting for more of it")
        #expect(text(0) == "0:02.0  paused")
    }

    @Test("a time that is none is none")
    func noTime() {
        let text = StatusLine.text(.invalid, CMTime(value: 1, timescale: 1), rate: 1, chosen: 1, volume: 1)
        #expect(text == "-:-- / 0:01.0  0 %  1x")
        #expect(StatusLine.text(.zero, .zero, rate: 1, chosen: 1, volume: 1) == "0:00.0  1x")
    }
}
