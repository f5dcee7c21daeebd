import AssetKit
import Foundation
import Observation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Observation")
struct ObservationTests {
    private final class Changes: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var list: [String] = []

        /// Looks at a property, and notes the first change of it.
        func watch(_ name: String, _ read: () -> Void) {
            withObservationTracking(read) { [self] in list.append(name) }
        }
    }

    @Test("whoever looks at a property is told of its next change, and of no other")
    func properties() {
        let stage = Stage("h264-bframes.mp4")
        let (player, changes) = (stage.player, Changes())
        changes.watch("rate") { _ = player.rate }
        changes.watch("control") { _ = (player.timeControlStatus, player.reasonForWaitingToPlay) }
        changes.watch("item") { _ = player.currentItem }
        player.play()
        stage.run(0.5)
        #expect(changes.list == ["rate", "control"])
        player.pause()
        #expect(changes.list == ["rate", "control"])
        player.replaceCurrentItem(with: nil)
        #expect(changes.list == ["rate", "control", "item"])
    }

    @Test("an item tells when it is ready, and a track when it is switched")
    func items() throws {
        let (stage, changes) = (Stage([]), Changes())
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        changes.watch("status") { _ = item.status }
        changes.watch("facts") { _ = (item.duration, item.tracks, item.presentationSize) }
        #expect(changes.list.isEmpty)
        stage.player.replaceCurrentItem(with: item)
        #expect(changes.list.sorted() == ["facts", "status"])
        let track = try #require(item.tracks.first)
        changes.watch("track") { _ = track.isEnabled }
        track.isEnabled = track.isEnabled
        #expect(changes.list.last != "track")
        track.isEnabled.toggle()
        #expect(changes.list.last == "track")
    }

    @Test("an item tells what of it is there to be played, and that it has left its player")
    func progress() {
        let (stage, changes) = (Stage([]), Changes())
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        func watch() {
            changes.list = []
            changes.watch("empty") { _ = item.isPlaybackBufferEmpty }
            changes.watch("full") { _ = item.isPlaybackBufferFull }
            changes.watch("keeps up") { _ = item.isPlaybackLikelyToKeepUp }
            changes.watch("ranges") { _ = item.loadedTimeRanges }
            changes.watch("seekable") { _ = item.seekableTimeRanges }
            changes.watch("steps") { _ = (item.canStepForward, item.canStepBackward) }
        }
        watch()
        stage.player.replaceCurrentItem(with: item)
        #expect(changes.list.sorted() == ["empty", "full", "keeps up", "ranges", "seekable", "steps"])
        #expect(item.isPlaybackLikelyToKeepUp && item.isPlaybackBufferFull && !item.isPlaybackBufferEmpty)
        watch()
        stage.player.play()
        stage.run(0.5)
        #expect(changes.list.isEmpty && item.isPlaybackBufferFull)
        stage.player.replaceCurrentItem(with: nil)
        #expect(changes.list.sorted() == ["empty", "full", "keeps up"])
        #expect(!item.isPlaybackLikelyToKeepUp && !item.isPlaybackBufferFull && item.isPlaybackBufferEmpty)
    }

    @Test("an item that cannot be played tells that there is an error")
    func failure() throws {
        let changes = Changes()
        let folder = TemporaryFolder()
        let item = AVPlayerItem(url: folder.file("missing.mp4"))
        changes.watch("error") { _ = item.error }
        let stage = Stage([item])
        #expect(item.error != nil && changes.list == ["error"])
        withExtendedLifetime(stage) {}
    }

    @Test("a queue player is observed as any player is")
    func queue() throws {
        let stage = Stage([AVPlayerItem(url: Samples.url("aac.m4a"))], isQueue: true)
        let changes = Changes()
        let player = try #require(stage.player as? AVQueuePlayer)
        changes.watch("rate") { _ = player.rate }
        player.rate = 2
        #expect(changes.list == ["rate"])
    }
}
