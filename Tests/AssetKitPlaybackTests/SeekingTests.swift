import AssetKit
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Seeking in a player")
struct SeekingTests {
    private let film = "h264-bframes.mp4"

    private func time(_ value: Int64, _ timescale: CMTimeScale) -> CMTime { CMTime(value: value, timescale: timescale) }

    @Test("an exact seek shows the picture of that time", arguments: [0, 1, 24, 25, 47, 48, 49, 74])
    func exact(picture: Int64) {
        let stage = Stage(film)
        stage.run(0)
        // In the middle of the picture.
        let goal = time(picture * 2 + 1, 50)
        var answers: [Bool] = []
        let record = Record()
        stage.player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero) { record.add($0) }
        stage.run(0)
        answers = record.answers
        #expect(answers == [true])
        #expect(stage.player.currentTime() == goal)
        #expect(stage.item.core.shown?.range.containsTime(goal) == true)
        #expect(stage.screen.presented.last?.itemTime == time(picture, 25))
    }

    @Test("before the first picture of a track, that one shows", arguments: ["h264.ts", "edit-leading-empty.mp4"])
    func beforeTheFirst(name: String) throws {
        let stage = Stage(name)
        stage.run(0)
        let first = try #require(stage.screen.presented.last)
        #expect(first.itemTime > time(3, 1000))
        for goal in [time(3, 1000), .zero] {
            stage.player.seek(to: time(2, 1), toleranceBefore: .zero, toleranceAfter: .zero)
            stage.run(0)
            #expect(stage.screen.presented.last?.hash != first.hash)
            stage.player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero)
            stage.run(0)
            #expect(stage.player.currentTime() == goal)
            #expect(stage.screen.presented.last?.hash == first.hash)
        }
    }

    @Test("seeks of an item and of a player can be waited for, and say what has come of them")
    func waiting() async {
        let item = AVPlayerItem(url: Samples.url(film))
        let player = AVPlayer(playerItem: item)
        player.akAudioTarget = AKVirtualAudioTarget()
        let goal = time(3, 2)
        #expect(await item.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero))
        #expect(item.currentTime() == goal)
        // It has key pictures at 0 and 48.
        #expect(await item.seek(to: time(44, 25)))
        #expect(item.currentTime() == time(48, 25))
        #expect(await !item.seek(to: time(1000, 1)))
        await player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(player.currentTime() == goal)
        await player.akClose()
    }

    @Test("a loose seek goes where decoding can start")
    func loose() {
        let stage = Stage(film)
        stage.run(0)
        stage.player.seek(to: time(44, 25))
        stage.run(0)
        // It has key pictures at 0 and 48.
        #expect(stage.player.currentTime() == time(48, 25))
        stage.player.seek(to: time(44, 25), toleranceBefore: .positiveInfinity, toleranceAfter: .zero)
        stage.run(0)
        #expect(stage.player.currentTime() == .zero)
        stage.player.seek(to: time(44, 25), toleranceBefore: time(1, 1), toleranceAfter: time(1, 25))
        stage.run(0)
        #expect(stage.player.currentTime() == time(44, 25))
    }

    @Test("of a hundred seeks at once each is answered once, the last one alone with true")
    func hundred() async throws {
        let player = AVPlayer(
            items: [AVPlayerItem(url: Samples.url(film))],
            environment: .system,
            audio: AKVirtualAudioTarget()
        )
        let record = Record()
        await withCheckedContinuation { continuation in
            for number in 0..<100 {
                player.seek(to: time(Int64(number % 70), 25), toleranceBefore: .zero, toleranceAfter: .zero) { isDone in
                    record.add(isDone)
                    if number == 99 { continuation.resume() }
                }
            }
        }
        #expect(record.answers.count == 100)
        #expect(record.answers.filter { $0 }.count == 1)
        #expect(player.currentTime() == time(29, 25))
    }

    @Test("a time outside of the item is not gone to", arguments: [-1.0, 100])
    func outside(seconds: Double) {
        let stage = Stage(film)
        stage.run(0)
        let record = Record()
        stage.player.seek(to: CMTime(seconds: seconds, preferredTimescale: 600)) { record.add($0) }
        stage.run(0)
        #expect(record.answers == [false])
        #expect(stage.player.currentTime() == .zero)
    }

    @Test("without an item the answer is false at once")
    func noItem() {
        let stage = Stage([])
        let record = Record()
        stage.player.seek(to: .zero) { record.add($0) }
        #expect(record.answers == [false])
    }

    @Test("steps go by pictures, forwards and backwards, and add up")
    func steps() {
        let stage = Stage(film)
        stage.run(0)
        stage.item.step(byCount: 1)
        stage.run(0)
        #expect(stage.player.currentTime() == time(1, 25))
        stage.item.step(byCount: 10)
        stage.run(0)
        #expect(stage.player.currentTime() == time(11, 25))
        stage.item.step(byCount: -3)
        stage.run(0)
        #expect(stage.player.currentTime() == time(8, 25))
        stage.item.step(byCount: -100)
        stage.run(0)
        #expect(stage.player.currentTime() == .zero)
        stage.item.step(byCount: 1000)
        stage.run(0)
        #expect(stage.player.currentTime() == time(74, 25))
    }

    @Test("seeking while it plays goes on from there, in picture and sound")
    func whilePlaying() {
        let stage = Stage(film)
        stage.player.play()
        stage.run(1)
        stage.player.seek(to: time(2, 1), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.run(0.5)
        #expect(stage.player.timeControlStatus == .playing)
        #expect(abs(stage.player.currentTime().seconds - 2.45) < 0.06)
        stage.run(3)
        #expect(stage.player.currentTime() == time(3, 1))
        #expect(abs(stage.speaker.heard.count / 2 - Int((0.95 + 1) * 48_000)) < 3000)
    }

    @Test("seeks that are given up are answered with false, before the item has a player too")
    func cancelling() async {
        let item = AVPlayerItem(url: Samples.url(film))
        let isDone = await withCheckedContinuation { continuation in
            item.seek(to: time(1, 1)) { continuation.resume(returning: $0) }
            item.cancelPendingSeeks()
        }
        #expect(!isDone)
    }

    /// Answers, as they come.
    final class Record: @unchecked Sendable {
        // SAFETY: behind a lock.
        private let lock = NSLock()
        private var all: [Bool] = []
        var answers: [Bool] { lock.withLock { all } }
        func add(_ answer: Bool) { lock.withLock { all.append(answer) } }
    }
}
