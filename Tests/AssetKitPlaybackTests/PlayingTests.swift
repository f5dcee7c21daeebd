import AssetKit
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Playing on a virtual clock")
struct PlayingTests {
    /// 25 pictures a second for three seconds, and sound as long.
    private let film = "h264-bframes.mp4"

    @Test("every picture shows when the sound that belongs to it is heard")
    func pictures() throws {
        let stage = Stage(film)
        stage.run(0)
        #expect(stage.item.status == .readyToPlay)
        #expect(stage.screen.presented.map(\.itemTime) == [.zero])
        stage.player.play()
        stage.run(5)
        let shown = stage.screen.presented
        #expect(shown.map(\.itemTime) == (0..<75).map { CMTime(value: $0, timescale: 25) })
        #expect(stage.player.akFigures.dropped == 0)
        // The first one stood there before; sound is heard after 40 ms of latency and what the device needs to begin.
        let start = try #require(stage.speaker.heardRuns.first).hostTime
        let late = shown.dropFirst().map { picture in
            Double(picture.presentedAt - start) / 1e9 - picture.itemTime.seconds
        }
        #expect(late.allSatisfy { (0..<0.000_01).contains($0) })
    }

    @Test("kinds of tracks that nobody wants are not decoded, and the time goes by the others")
    func unwanted() {
        let item = AVPlayerItem(url: Samples.url(film))
        item.akUnwantedMediaTypes = [.video]
        let stage = Stage([item])
        stage.player.play()
        stage.run(5)
        #expect(stage.screen.presented.isEmpty)
        #expect(stage.player.akFigures.shown == 0)
        #expect(stage.speaker.heard.count == 3 * 48_000 * 2)
        #expect(stage.player.currentTime() == item.duration)
    }

    @Test("clients hear of what happens in order")
    func order() {
        let stage = Stage([])
        let log = Log()
        let item = AVPlayerItem(url: Samples.url(film))
        log.watch(stage.player, item)
        stage.player.play()
        stage.player.replaceCurrentItem(with: item)
        stage.run(5)
        #expect(
            log.lines == [
                "rate 0.0 -> 1.0", "control waitingToPlayAtSpecifiedRate", "item readyToPlay", "control playing",
                "AVPlayerItemDidPlayToEndTime", "rate 1.0 -> 0.0", "control paused",
            ]
        )
    }

    @Test("at the end it stays there, and playing on needs a seek")
    func end() {
        let stage = Stage(film)
        stage.player.play()
        stage.run(5)
        #expect(stage.player.currentTime() == stage.item.duration)
        stage.player.play()
        stage.run(1)
        #expect(stage.player.rate == 0)
        stage.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.play()
        stage.run(1)
        #expect(stage.player.timeControlStatus == .playing)
        #expect(abs(stage.player.currentTime().seconds - 0.95) < 0.06)
    }

    @Test("with no action at the end the time runs on")
    func noAction() {
        let stage = Stage(film)
        let log = Log()
        log.watch(stage.player, stage.item)
        stage.player.actionAtItemEnd = .none
        stage.player.play()
        stage.run(5)
        #expect(stage.player.rate == 1)
        #expect(stage.player.currentTime().seconds > 4.8)
        #expect(log.lines.filter { $0 == "AVPlayerItemDidPlayToEndTime" }.count == 1)
        stage.player.actionAtItemEnd = .pause
        stage.run(0.1)
        #expect(stage.player.rate == 0)
    }

    @Test("it ends where it is told to", arguments: [1.0, 2.02])
    func forwardEnd(seconds: Double) {
        let stage = Stage(film)
        let end = CMTime(seconds: seconds, preferredTimescale: 600)
        stage.item.forwardPlaybackEndTime = end
        stage.player.play()
        stage.run(5)
        #expect(stage.player.rate == 0)
        #expect(stage.player.currentTime() == end)
        #expect(abs(stage.speaker.heard.count / 2 - Int(seconds * 48_000)) <= 1)
    }

    @Test("backwards every picture shows once, the last one first")
    func backwards() {
        let stage = Stage(film)
        stage.run(0)
        stage.player.seek(to: stage.item.duration, toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.rate = -1
        stage.run(5)
        let times = stage.screen.presented.dropFirst().map(\.itemTime.seconds)
        #expect(times.first == 2.96)
        #expect(times.last == 0)
        #expect(times == times.sorted(by: >))
        #expect(times.count >= 74)
        #expect(stage.player.rate == 0)
        #expect(stage.player.currentTime() == .zero)
        #expect(stage.speaker.heard.isEmpty)
    }

    @Test("what cannot be played fails in a sentence, and the player stands", arguments: ["README.md", "nowhere.mp4"])
    func failing(name: String) {
        let stage = Stage(name)
        stage.player.play()
        stage.run(1)
        #expect(stage.item.status == .failed)
        #expect(stage.item.error?.localizedDescription.contains(name) == true)
        #expect(stage.player.rate == 0)
    }

    @Test("without pictures, and without sound", arguments: ["aac.m4a", "one-frame.mp4", "alpha-prores4444.mov"])
    func kinds(name: String) throws {
        let stage = Stage(name)
        stage.player.play()
        stage.run(30)
        #expect(stage.item.error == nil)
        #expect(stage.player.rate == 0)
        #expect(stage.player.currentTime() == stage.item.duration)
    }

    @Test("a composition plays as a file does")
    func composition() async throws {
        let edit = AVMutableComposition()
        let film = AVURLAsset(url: Samples.url(film))
        let second = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 1))
        try await edit.insertTimeRange(second, of: film, at: .zero)
        try await edit.insertTimeRange(
            CMTimeRange(start: .zero, duration: second.duration),
            of: film,
            at: edit.duration
        )
        let stage = Stage([AVPlayerItem(asset: edit)])
        stage.player.play()
        stage.run(4)
        #expect(stage.screen.presented.map(\.itemTime) == (0..<50).map { CMTime(value: $0, timescale: 25) })
        #expect(stage.speaker.heard.count / 2 == 96_000)
        #expect(stage.player.rate == 0)
    }
}
