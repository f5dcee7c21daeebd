import AssetKit
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Starts at a moment, and what is read for them")
struct StartTests {
    private final class Answers: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var all: [Bool] = []
    }

    private func host(_ stage: Stage, in seconds: Double) -> CMTime {
        CMTime(value: stage.host.now + Int64(seconds * 1_000_000_000), timescale: 1_000_000_000)
    }

    @Test(
        "the time that is asked for belongs to the moment that is asked for, with and without sound",
        arguments: [false, true]
    )
    func ahead(hasSound: Bool) {
        let stage = Stage("h264-bframes.mp4", hasSound: hasSound)
        stage.run(0)
        stage.player.automaticallyWaitsToMinimizeStalling = false
        let goal = CMTime(value: 1, timescale: 1)
        stage.player.setRate(1, time: goal, atHostTime: host(stage, in: 0.5))
        stage.run(0.4)
        #expect(stage.player.currentTime() == goal)
        stage.run(0.6)
        #expect(abs((stage.player.currentTime() - goal).seconds - 0.5) < 0.000_1)
    }

    @Test("a moment that has passed counts as though it had run since then")
    func past() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        stage.player.automaticallyWaitsToMinimizeStalling = false
        stage.player.setRate(2, time: CMTime(value: 1, timescale: 1), atHostTime: host(stage, in: -0.25))
        #expect(stage.player.currentTime() == CMTime(value: 3, timescale: 2))
        stage.run(0.25)
        #expect(stage.player.currentTime() == CMTime(value: 2, timescale: 1))
    }

    @Test("a start that was called off does not come back with the next one")
    func calledOff() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        stage.player.automaticallyWaitsToMinimizeStalling = false
        stage.player.setRate(1, time: .invalid, atHostTime: host(stage, in: 100))
        stage.run(1)
        #expect(stage.player.currentTime() == .zero)
        stage.player.pause()
        stage.player.play()
        stage.run(1)
        #expect(stage.player.currentTime() == CMTime(value: 1, timescale: 1))
    }

    @Test("a preroll answers when everything is there, and not while it plays")
    func preroll() {
        let stage = Stage("h264-bframes.mp4")
        let answers = Answers()
        stage.run(0)
        stage.player.preroll(atRate: 1) { answers.all.append($0) }
        stage.run(0)
        #expect(answers.all == [true])
        stage.player.play()
        stage.run(0.5)
        stage.player.preroll(atRate: 1) { answers.all.append($0) }
        stage.run(0)
        #expect(answers.all == [true, false])
    }
}
