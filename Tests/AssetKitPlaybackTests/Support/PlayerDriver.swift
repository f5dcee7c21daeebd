import AssetKit
import AssetKitTargets
import Foundation
import TestSupport

@testable import AssetKitPlayback

/// Does something at random to a player, and says which rule it broke.
struct PlayerDriver {
    private(set) var problem: String?
    private let stage: Stage
    private let player: AVQueuePlayer
    private var random: SeededGenerator
    private let answers = Answers()
    private var asked = 0
    private let names = [
        "h264-bframes.mp4", "h264-open-gop.mp4", "aac.m4a", "no-audio.mp4", "late-sound.mp4", "vp9.mp4",
    ]

    /// How often each seek was answered.
    private final class Answers: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var counts: [Int: Int] = [:]
    }

    init(seed: UInt64, faults: AKVirtualAudioTarget.Faults = .init()) {
        random = SeededGenerator(seed: seed)
        let format = AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)
        stage = Stage([], faults: faults, format: format, isQueue: true)
        guard let player = stage.player as? AVQueuePlayer else { fatalError("a stage with a queue has a queue player") }
        self.player = player
        for _ in 0..<2 { insert() }
    }

    private mutating func insert() {
        let name = names[random.below(names.count)]
        player.insert(AVPlayerItem(url: Samples.url(name)), after: nil)
    }

    /// One command, in words.
    mutating func step() -> String {
        let before = (item: player.currentItem, time: player.currentTime(), jumps: answers.counts.count)
        let command = obey(random.below(16))
        check(command)
        let passes = Double(random.below(80)) / 1000
        let (start, hasAsked) = (
            player.currentTime(), player.currentItem?.core.asked != nil || player.currentItem?.core.seeking != nil
        )
        let (item, rate) = (player.currentItem, player.rate)
        stage.run(passes)
        check("\(command), and \(passes) s")
        // Between jumps the time goes the way that it should.
        if item === player.currentItem, !hasAsked, rate == player.rate, rate != 0, stage.speaker.isHealthy {
            let moved = (player.currentTime() - start).seconds
            if moved * Double(rate) < -0.03 { problem = "the time went \(moved) s at a rate of \(rate)" }
        }
        _ = before
        return command
    }

    private mutating func obey(_ number: Int) -> String {
        let duration = player.currentItem?.duration ?? .zero
        let length = duration.isNumeric ? duration.seconds : 3
        let goal = CMTime(seconds: Double(random.below(1000)) / 1000 * length, preferredTimescale: 90_000)
        switch number {
        case 0, 1:
            player.play()
            return "play"
        case 2:
            player.pause()
            return "pause"
        case 3:
            let rates: [Float] = [0.5, 1, 1.5, 2, 4, -1, -2, 0, 40]
            player.rate = rates[random.below(rates.count)]
            return "rate"
        case 4, 5, 6:
            seek(goal, .zero)
            return "exact seek to \(goal.seconds)"
        case 7:
            seek(goal, .positiveInfinity)
            return "loose seek to \(goal.seconds)"
        case 8:
            player.currentItem?.step(byCount: random.below(9) - 4)
            return "step"
        case 9:
            player.advanceToNextItem()
            insert()
            return "next"
        case 10:
            player.volume = Float(random.below(11)) / 10
            player.isMuted = random.below(4) == 0
            return "volume"
        case 11:
            player.currentItem?.cancelPendingSeeks()
            return "cancel"
        case 12:
            for track in player.currentItem?.tracks ?? [] where random.below(4) == 0 { track.isEnabled.toggle() }
            return "tracks"
        case 13:
            if player.items().count < 4 { insert() } else if let last = player.items().last { player.remove(last) }
            return "queue"
        case 14:
            player.currentItem?.forwardPlaybackEndTime = random.below(2) == 0 ? .invalid : goal
            return "end"
        default:
            if player.items().isEmpty { insert() }
            return "nothing"
        }
    }

    private mutating func seek(_ goal: CMTime, _ tolerance: CMTime) {
        asked += 1
        let (number, answers) = (asked, answers)
        player.seek(to: goal, toleranceBefore: tolerance, toleranceAfter: tolerance) { _ in
            answers.counts[number, default: 0] += 1
        }
    }

    private mutating func check(_ command: String) {
        guard problem == nil else { return }
        if let twice = answers.counts.first(where: { $0.value > 1 }) {
            problem = "seek \(twice.key) was answered twice"
        }
        let (control, reason) = (player.timeControlStatus, player.reasonForWaitingToPlay)
        if (control == .waitingToPlayAtSpecifiedRate) != (reason != nil) {
            problem = "it is \(control) because of \(String(describing: reason))"
        }
        if control != .paused, player.rate == 0 { problem = "it is \(control) at a rate of 0" }
        if player.items().isEmpty, control == .playing { problem = "it plays without an item" }
        let time = player.currentTime()
        if !time.isNumeric || time < .zero { problem = "its time is \(time)" }
        if let item = player.currentItem {
            if item.status == .failed { problem = "it failed: \(item.error?.localizedDescription ?? "")" }
            let duration = item.duration
            if duration.isNumeric, time > duration + CMTime(value: 1, timescale: 100) {
                problem = "its time is \(time.seconds) of \(duration.seconds)"
            }
        }
        if Set(player.items().map { ObjectIdentifier($0) }).count != player.items().count {
            problem = "an item is in it twice"
        }
    }

    /// In the end every seek has been answered, and it plays if it is told to.
    mutating func finish() {
        stage.run(3)
        player.pause()
        stage.run(1)
        if answers.counts.count != asked {
            problem = problem ?? "\(asked - answers.counts.count) of \(asked) seeks were never answered"
        }
        player.removeAllItems()
        player.insert(AVPlayerItem(url: Samples.url(names[0])), after: nil)
        player.play()
        stage.run(1)
        if player.timeControlStatus != .playing || player.currentTime().seconds < 0.5 {
            problem = problem ?? "it does not play: \(player.timeControlStatus) at \(player.currentTime().seconds)"
        }
    }
}

extension AKVirtualAudioTarget {
    /// It has no faults at the moment that would move the time.
    fileprivate var isHealthy: Bool { position != nil }
}
