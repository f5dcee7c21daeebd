import AssetKit
import AssetKitClocks
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Times of composed pictures")
struct ComposedTimesTests {
    private func composition(_ name: String) async throws -> AVVideoComposition {
        try await AVMutableVideoComposition.videoComposition(withPropertiesOf: AVURLAsset(url: Samples.url(name)))
    }

    /// When the pictures of an item show that plays by itself.
    private func shown(_ stage: Stage) -> [CMTime] {
        stage.player.play()
        stage.run(8)
        return stage.screen.presented.map(\.itemTime)
    }

    @Test(
        "a video composition that takes its times from a film shows them as the film does",
        arguments: ["vfr.mp4", "vfr.mkv", "h264-bframes.mkv", "ntsc-29.97.mp4"]
    )
    func own(name: String) async throws {
        let item = AVPlayerItem(url: Samples.url(name))
        item.videoComposition = try await composition(name)
        let times = shown(Stage([item], hasSound: false))
        #expect(times == shown(Stage(name, hasSound: false)))
        #expect(times.count > 20)
    }

    @Test("a composition that comes while a film plays shows its times from then on")
    func whilePlaying() async throws {
        let stage = Stage("vfr.mkv", hasSound: false)
        stage.player.play()
        stage.run(0.5)
        stage.item.videoComposition = try await composition("vfr.mkv")
        stage.run(8)
        let later = Set(stage.screen.presented.map(\.itemTime).filter { $0.seconds > 0.6 })
        let own = Set(shown(Stage("vfr.mkv", hasSound: false)).filter { $0.seconds > 0.6 })
        #expect(later == own)
    }

    @Test(
        "an item that is taken away while it is loaded loads in the player that has it then",
        arguments: [true, false]
    )
    func takenAway(isSame: Bool) async throws {
        let worker = HeldWorker()
        let environment = HostEnvironment.virtual(VirtualHostClock(now: 1_000_000_000)) { _ in worker }
        let players = [0, 1].map { _ in AVQueuePlayer(items: [], environment: environment, audio: nil) }
        let item = AVPlayerItem(url: Samples.url("vfr.mkv"))
        item.videoComposition = try await composition("vfr.mkv")
        players[0].insert(item, after: nil)
        players[0].remove(item)
        players[isSame ? 0 : 1].insert(item, after: nil)
        #expect(item.status == .unknown)
        worker.work()
        #expect(item.status == .readyToPlay)
    }
}
