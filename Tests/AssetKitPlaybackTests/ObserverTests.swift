import AssetKit
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Observers of a player's time")
struct ObserverTests {
    private final class Times: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var all: [Double] = []
    }

    private let tenth = CMTime(value: 1, timescale: 10)

    @Test("a periodic one is called at every multiple, and when the time starts, stops or jumps")
    func periodic() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        let times = Times()
        let token = stage.player.addPeriodicTimeObserver(forInterval: tenth, queue: nil) {
            times.all.append($0.seconds)
        }
        stage.player.play()
        stage.run(0.55)
        stage.player.pause()
        #expect(times.all == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55])
        times.all = []
        stage.player.seek(to: CMTime(value: 2, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(0)
        #expect(times.all == [2])
        stage.player.removeTimeObserver(token)
        stage.player.play()
        stage.run(0.5)
        #expect(times.all == [2])
    }

    @Test("at twice the rate it is called twice as often")
    func twice() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        let times = Times()
        let token = stage.player.addPeriodicTimeObserver(forInterval: tenth, queue: nil) {
            times.all.append($0.seconds)
        }
        stage.player.rate = 2
        stage.run(0.5)
        #expect(times.all.count == 11)
        stage.player.removeTimeObserver(token)
    }

    @Test("one at boundaries is called when they are passed, and not when they are jumped over")
    func boundaries() {
        let stage = Stage("h264-bframes.mp4", hasSound: false)
        stage.run(0)
        let times = Times()
        let values = [0.3, 0.7, 1.5].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }
        let token = stage.player.addBoundaryTimeObserver(forTimes: values, queue: nil) { [player = stage.player] in
            times.all.append(player.currentTime().seconds)
        }
        stage.player.play()
        stage.run(0.5)
        stage.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(1)
        #expect(times.all == [0.3, 1.5])
        stage.player.removeTimeObserver(token)
    }
}
