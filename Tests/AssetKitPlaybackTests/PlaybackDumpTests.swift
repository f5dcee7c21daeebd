import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

/// Whole runs of a player, compared with what is stored in `Goldens`. `ASSETKIT_RECORD=1` stores them anew, which wants a reason in
/// the commit.
@Suite("Playback as text")
struct PlaybackDumpTests {
    private let folder = TemporaryFolder()
    private let film = "h264-bframes.mp4"

    private func counter(_ frames: Range<Int>, _ name: String) throws -> AVPlayerItem {
        try CounterSound.write(frames, to: folder.file(name))
        return AVPlayerItem(url: folder.file(name))
    }

    private func time(_ picture: Int64) -> CMTime { CMTime(value: picture, timescale: 25) }

    private func seek(_ dump: PlaybackDump, to picture: Int64, isExact: Bool) {
        let tolerance = isExact ? CMTime.zero : .positiveInfinity
        dump.tell("seek to picture \(picture), \(isExact ? "exactly" : "nearby")") { player in
            player.seek(to: time(picture), toleranceBefore: tolerance, toleranceAfter: tolerance) {
                [unowned dump] isDone in
                dump.note("  answer \(isDone)")
            }
        }
    }

    @Test("a film plays to its end, and not on before a seek")
    func playing() throws {
        let stage = Stage(film)
        let dump = PlaybackDump(stage)
        dump.follow(stage.item, as: "film")
        dump.tell("play") { $0.play() }
        stage.run(3.5)
        dump.tell("play") { $0.play() }
        stage.run(0.5)
        seek(dump, to: 70, isExact: true)
        dump.tell("play") { $0.play() }
        stage.run(1)
        try dump.expectStored("playing")
    }

    @Test("pauses lose no frame and no picture")
    func pausing() throws {
        let item = try counter(1..<48_001, "counter.wav")
        let stage = Stage([item])
        let dump = PlaybackDump(stage)
        dump.follow(item, as: "counter")
        dump.tell("play") { $0.play() }
        for _ in 0..<3 {
            stage.run(0.2137)
            dump.tell("pause") { $0.pause() }
            stage.run(0.1)
            dump.tell("play") { $0.play() }
        }
        stage.run(1)
        try dump.expectStored("pausing")
    }

    @Test("seeks, exact and loose, while it is paused and while it plays")
    func seeking() throws {
        let stage = Stage(film)
        let dump = PlaybackDump(stage)
        dump.follow(stage.item, as: "film")
        stage.run(0)
        seek(dump, to: 40, isExact: true)
        stage.run(0.1)
        seek(dump, to: 40, isExact: false)
        stage.run(0.1)
        dump.tell("two steps") { $0.currentItem?.step(byCount: 2) }
        stage.run(0.1)
        dump.tell("play") { $0.play() }
        stage.run(0.3)
        seek(dump, to: 20, isExact: true)
        stage.run(0.3)
        dump.tell("two seeks at once") { player in
            for picture in [10, 60] as [Int64] {
                player.seek(to: time(picture), toleranceBefore: .zero, toleranceAfter: .zero) { [unowned dump] isDone in
                    dump.note("  answer for \(picture): \(isDone)")
                }
            }
        }
        stage.run(0.3)
        try dump.expectStored("seeking")
    }

    @Test("other rates, backwards too")
    func rates() throws {
        let stage = Stage(film)
        stage.item.audioTimePitchAlgorithm = .varispeed
        let dump = PlaybackDump(stage)
        dump.follow(stage.item, as: "film")
        dump.tell("play") { $0.play() }
        stage.run(0.5)
        for rate in [2, 0.5, -1, 1] as [Float] {
            dump.tell("rate \(rate)") { $0.rate = rate }
            stage.run(0.4)
        }
        try dump.expectStored("rates")
    }

    @Test("items follow each other without a gap, and one is left out")
    func queue() throws {
        let items = try (0..<3).map { try counter(($0 * 100_000 + 1)..<($0 * 100_000 + 24_001), "\($0).wav") }
        let stage = Stage(items, isQueue: true)
        let player = try #require(stage.player as? AVQueuePlayer)
        let dump = PlaybackDump(stage)
        for (item, name) in zip(items, ["first", "second", "third"]) { dump.follow(item, as: name) }
        dump.tell("play") { $0.play() }
        stage.run(0.7)
        dump.tell("next") { _ in player.advanceToNextItem() }
        stage.run(1)
        try dump.expectStored("queue")
    }
}
