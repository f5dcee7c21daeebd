import AssetKit
import AssetKitAssets
import AssetKitClocks
import Foundation
import TestSupport
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

    @Test("what is changed while the times of a composition are read counts at once, and they are read once")
    func meanwhile() async throws {
        let times = HeldWorker()
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mkv"))
        let stage = Stage([item], held: ["assetkit.player.times": times])
        stage.player.play()
        stage.run(0.3)
        item.videoComposition = try await composition("h264-bframes.mkv")
        let sound = try #require(item.tracks.first { $0.assetTrack?.mediaType == .audio })
        sound.isEnabled = false
        item.audioMix = AVMutableAudioMix()
        item.audioTimePitchAlgorithm = .spectral
        #expect(item.core.media?.sound == nil && item.core.media?.composition == nil)
        #expect(times.jobCount == 1)
        times.work()
        #expect(item.core.media?.sound == nil && item.core.media?.composition != nil)
        #expect(item.core.timing == nil)
    }

    @Test("a composition that is taken back while its times are read changes nothing any more")
    func takenBack() async throws {
        let times = HeldWorker()
        let item = AVPlayerItem(url: Samples.url("vfr.mkv"))
        let stage = Stage([item], held: ["assetkit.player.times": times], hasSound: false)
        stage.player.play()
        stage.run(0.3)
        item.videoComposition = try await composition("vfr.mkv")
        item.videoComposition = nil
        stage.run(0.1)
        let seeks = item.core.generation
        times.work()
        #expect(item.core.generation == seeks && item.core.media?.composition == nil)
        #expect(item.status == .readyToPlay)
    }

    @Test("an item that is taken away while times are read shows its composition in the player that has it then")
    func takenAwayLater() async throws {
        let times = HeldWorker()
        let item = AVPlayerItem(url: Samples.url("vfr.mkv"))
        let first = Stage([item], held: ["assetkit.player.times": times], hasSound: false)
        first.run(0.3)
        item.videoComposition = try await composition("vfr.mkv")
        first.player.replaceCurrentItem(with: nil)
        times.work()
        #expect(item.core.media?.composition == nil)
        let second = Stage([item], hasSound: false)
        second.run(0.1)
        #expect(item.core.media?.composition != nil)
    }

    @Test("a composition that comes with a mix while no player has the item is timed by the next one")
    func toldBetween() async throws {
        let times = HeldWorker()
        let item = AVPlayerItem(url: Samples.url("vfr.mkv"))
        let first = Stage([item], hasSound: false)
        first.run(0.3)
        first.player.replaceCurrentItem(with: nil)
        item.videoComposition = try await composition("vfr.mkv")
        item.audioMix = AVMutableAudioMix()
        let second = Stage([item], held: ["assetkit.player.times": times], hasSound: false)
        second.run(0.1)
        #expect(times.jobCount == 1 && item.core.media?.composition == nil)
        times.work()
        #expect(item.core.media?.composition != nil)
    }

    @Test("an item whose player goes while it is loaded loads in the next one")
    func playerGoes() {
        let worker = HeldWorker()
        let environment = HostEnvironment.virtual(VirtualHostClock(now: 1_000_000_000)) { _ in worker }
        let item = AVPlayerItem(url: Samples.url("vfr.mkv"))
        var player: AVPlayer? = AVPlayer(items: [item], environment: environment, audio: nil)
        #expect(item.core.isLoading)
        player = nil
        worker.work()
        #expect(item.status == .unknown)
        player = AVPlayer(items: [item], environment: environment, audio: nil)
        worker.work()
        #expect(item.status == .readyToPlay && player?.currentItem === item)
    }

    @Test("over a network no file is read to its end for its times, neither alone nor in a composition")
    func network() async throws {
        let server = try WeatherServer(Data(contentsOf: Samples.url("vfr.mkv"))) { 0 }
        defer { server.stop() }
        for (url, isRead) in [(Samples.url("vfr.mkv"), true), (server.url("vfr.mkv"), false)] {
            let asset = AVURLAsset(url: url)
            let edit = AVMutableComposition()
            try await edit.insertTimeRange(CMTimeRange(start: .zero, end: asset.load(.duration)), of: asset, at: .zero)
            for asset in [asset, edit] as [AVAsset] {
                let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
                let use = try #require(CompositionUse(composition, after: nil))
                #expect(try asset.requireLoaded().needsTimes(for: use) == isRead, "\(url) \(asset)")
            }
        }
    }
}
