import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Queues of items")
struct QueueTests {
    private final class Times: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var all: [Double] = []
    }

    private let folder = TemporaryFolder()

    private func counter(_ frames: Range<Int>, _ name: String) throws -> AVPlayerItem {
        let url = folder.file(name)
        try CounterSound.write(frames, to: url)
        return AVPlayerItem(url: url)
    }

    @Test("a looper plays a range again and again without a gap")
    func looping() throws {
        let stage = Stage([], isQueue: true)
        let player = try #require(stage.player as? AVQueuePlayer)
        let item = try counter(1..<96_001, "a.wav")
        let range = CMTimeRange(
            start: CMTime(value: 1000, timescale: 48_000),
            duration: CMTime(value: 12_345, timescale: 48_000)
        )
        let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: range)
        #expect(player.items().count == 3)
        player.play()
        stage.run(2)
        #expect(looper.status == .ready)
        #expect(looper.loopCount >= 7)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        for (place, number) in numbers.enumerated() where number != 1001 + place % 12_345 {
            Issue.record("frame \(place) is \(number)")
            break
        }
        looper.disableLooping()
        let count = looper.loopCount
        stage.run(2)
        #expect(looper.loopCount == count)
        #expect(looper.status == .cancelled)
        #expect(player.items().isEmpty)
    }

    @Test("observers of the time are called in each item, of whose sound the next one's follows without a gap")
    func observing() throws {
        let items = try (0..<2).map { try counter(1..<48_001, "\($0).wav") }
        let stage = Stage(items, isQueue: true)
        let (times, halves) = (Times(), Times())
        let tokens = [
            stage.player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: nil) {
                times.all.append($0.seconds)
            },
            stage.player.addBoundaryTimeObserver(
                forTimes: [NSValue(time: CMTime(value: 1, timescale: 2))],
                queue: nil
            ) { [player = stage.player] in
                halves.all.append(player.currentTime().seconds)
            },
        ]
        stage.player.play()
        stage.run(1.6)
        let tenths = (0...10).map { Double($0) / 10 }
        #expect(times.all == tenths + tenths.prefix(6))
        #expect(halves.all == [0.5, 0.5])
        tokens.forEach(stage.player.removeTimeObserver)
    }

    @Test("items come and go while others play")
    func changing() throws {
        let items = try (0..<3).map { try counter(1..<48_001, "\($0).wav") }
        let stage = Stage(Array(items.prefix(2)), isQueue: true)
        let player = try #require(stage.player as? AVQueuePlayer)
        #expect(player.canInsert(items[2], after: items[0]))
        #expect(!player.canInsert(items[1], after: nil))
        player.insert(items[2], after: items[0])
        #expect(player.items() == [items[0], items[2], items[1]])
        player.play()
        stage.run(0.95)
        // Its sound may be ready already, and is not heard.
        player.remove(items[2])
        stage.run(0.5)
        #expect(player.currentItem === items[1])
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(Array(numbers.prefix(48_000)) == Array(1..<48_001))
        #expect(CounterSound.breaks(numbers).count == 1)
        player.advanceToNextItem()
        stage.run(0.1)
        #expect(player.currentItem == nil)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        player.insert(items[2], after: nil)
        stage.run(0.5)
        #expect(player.timeControlStatus == .playing)
    }

    @Test("a seek in the next item, whose sound is ready, leaves that of the current one alone")
    func seekingAhead() throws {
        let items = try (0..<2).map { try counter(1..<48_001, "\($0).wav") }
        let stage = Stage(items, isQueue: true)
        stage.player.play()
        stage.run(0.97)
        items[1].seek(
            to: CMTime(value: 1, timescale: 2),
            toleranceBefore: .zero,
            toleranceAfter: .zero,
            completionHandler: nil
        )
        stage.run(2)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(numbers == Array(1..<48_001) + Array(24_001..<48_001))
    }

    @Test(
        "the next item begins with its beginning, and what the device had of the one before is not heard later",
        arguments: [(0.5, 40), (0.5, 200), (0.93, 40), (0.97, 200)]
    )
    func advancing(after seconds: Double, latency: Int) throws {
        let items = [try counter(1..<48_001, "a.wav"), try counter(100_001..<148_001, "b.wav")]
        let stage = Stage(items, latency: .milliseconds(latency), isQueue: true)
        let player = try #require(stage.player as? AVQueuePlayer)
        player.play()
        stage.run(seconds)
        player.advanceToNextItem()
        stage.run(2)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let first = try #require(numbers.firstIndex { $0 > 100_000 })
        #expect(Array(numbers[first...]) == Array(100_001..<148_001))
        #expect(CounterSound.breaks(Array(numbers[..<first])) == [])
    }

    @Test("a seek in the current item leaves all that follows whole, however many are ready")
    func seekingBeforeShortItems() throws {
        let items = [
            try counter(1..<9601, "a.wav"), try counter(10_001..<10_961, "b.wav"),
            try counter(20_001..<20_961, "c.wav"),
            try counter(30_001..<39_601, "d.wav"),
        ]
        let stage = Stage(items, isQueue: true)
        stage.player.play()
        stage.run(0.19)
        stage.player.seek(
            to: CMTime(value: 4800, timescale: 48_000),
            toleranceBefore: .zero,
            toleranceAfter: .zero
        )
        stage.run(2)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let begin = try #require(numbers.lastIndex(of: 4801))
        let expected =
            Array(4801..<9601) + Array(10_001..<10_961) + Array(20_001..<20_961) + Array(30_001..<39_601)
        #expect(Array(numbers[begin...]) == expected)
    }

    @Test("a device that is lost while the next item is ready comes back with all of that one")
    func losing() throws {
        var faults = AKVirtualAudioTarget.Faults()
        (faults.death, faults.revival) = (2_000_000_000, 2_500_000_000)
        let items = try (0..<2).map { try counter(1..<(48_000 * 5 + 1), "\($0).wav") }
        let stage = Stage(items, faults: faults, isQueue: true)
        stage.player.play()
        stage.run(14)
        #expect(stage.player.currentItem == nil)
        let last = Array(CounterSound.numbers(stage.speaker.heard).suffix(48_000 * 5))
        #expect(last.first == 1)
        #expect(CounterSound.breaks(last) == [])
    }

    @Test("pictures follow each other too, and each item starts where the one before ends")
    func pictures() throws {
        let items = ["h264-bframes.mp4", "hevc.mp4"].map { AVPlayerItem(url: Samples.url($0)) }
        let stage = Stage(items, isQueue: true)
        stage.player.play()
        stage.run(8)
        let shown = stage.screen.presented
        #expect(shown.count == 75 + Int((items[1].duration.seconds * 25).rounded()))
        #expect(stage.player.akFigures.dropped == 0)
        let gaps = zip(shown.dropFirst(), shown.dropFirst(2)).map { $1.presentedAt - $0.presentedAt }
        #expect(gaps.allSatisfy { abs($0 - 40_000_000) < 10_000_000 })
    }

    @Test("an item that cannot be played is left out")
    func broken() throws {
        let items = [AVPlayerItem(url: Samples.url("README.md")), try counter(1..<48_001, "a.wav")]
        let stage = Stage(items, isQueue: true)
        stage.player.play()
        stage.run(0.5)
        #expect(stage.player.currentItem === items[1])
        #expect(stage.player.timeControlStatus == .playing)
    }

    @Test("what an item is told while no player has it counts when one gets it again", arguments: [true, false])
    func toldBetween(isMix: Bool) throws {
        let item = try counter(1..<48_001, "a.wav")
        let stage = Stage([item])
        stage.player.play()
        stage.run(0.3)
        stage.player.pause()
        stage.run(0.1)
        let (heard, time) = (stage.speaker.heard.count, item.currentTime())
        stage.player.replaceCurrentItem(with: nil)
        stage.run(0.1)
        if isMix {
            let parameters = AVMutableAudioMixInputParameters()
            parameters.trackID = 1
            parameters.setVolume(0.5, at: .zero)
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            item.audioMix = mix
        } else {
            item.akUnwantedMediaTypes = [.audio]
        }
        stage.player.replaceCurrentItem(with: item)
        stage.player.play()
        stage.run(2)
        let first = Int((time.seconds * 48_000).rounded()) + 1
        let later = stage.speaker.heard.dropFirst(heard).filter { $0 != 0 }
        #expect(later.count == (isMix ? 2 * (48_001 - first) : 0))
        #expect(later.first.map { $0 == CounterSound.value(first) / 2 } ?? !isMix)
        #expect(stage.player.currentTime() == item.duration)
    }
}
