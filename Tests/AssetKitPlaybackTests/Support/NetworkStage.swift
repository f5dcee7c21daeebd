import AssetKit
import AssetKitAssets
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport

@testable import AssetKitFFmpeg
@testable import AssetKitPlayback

/// A player on a virtual clock whose item comes from a server on this machine.
final class NetworkStage {
    let host: VirtualHostClock
    let crew: VirtualCrew
    let server: WeatherServer
    let speaker: AKVirtualAudioTarget
    let screen: AKVirtualVideoTarget
    let player: AVPlayer
    let item: AVPlayerItem
    let posts: Posts
    private let layer = AVPlayerLayer()

    init(
        _ data: Data,
        as name: String,
        weather: (inout WeatherServer.Weather) -> Void = { _ in },
        atOpening: (inout WeatherServer.Weather) -> Void = { _ in },
        options: (inout NetworkOptions) -> Void = { _ in },
        opensInFairWeather: Bool = true,
        prepare: (AVPlayerItem) -> Void = { _ in }
    ) throws {
        let host = VirtualHostClock(now: 1_000_000_000)
        let crew = VirtualCrew(host)
        server = try WeatherServer(data) { host.now }
        server.change(atOpening)
        var network = NetworkOptions()
        network.time = WeatherTime(crew, server)
        network.restingBudget = 0
        options(&network)
        let asset = AVURLAsset(url: server.url(name), options: [networkOptionsKey: network])
        // Threads that open assets are none of the crew's: no time passes for them.
        if opensInFairWeather { _ = try asset.requireLoaded() }
        server.change(weather)
        item = AVPlayerItem(asset: asset)
        prepare(item)
        posts = Posts(item)
        speaker = AKVirtualAudioTarget(host: host, format: nil, latency: .milliseconds(40), keepsSound: true)
        screen = AKVirtualVideoTarget(host: host)
        let environment = HostEnvironment.virtual(host) { _ in crew.worker() }
        player = AVPlayer(items: [item], environment: environment, audio: speaker)
        layer.player = player
        layer.akTarget = screen
        (self.host, self.crew) = (host, crew)
    }

    deinit {
        crew.end()
        server.stop()
    }

    func run(_ seconds: Double) { crew.run(seconds) }

    /// The numbers of the frames that were heard, without silence.
    var heard: [Int] { CounterSound.numbers(speaker.heard).filter { $0 >= 0 } }

    /// What has come of the file.
    var file: RemoteFile? { item.core.network.source?.file }

    var loaded: [CMTimeRange] { item.loadedTimeRanges.map(\.timeRangeValue) }
}

/// What is posted about an item.
final class Posts: @unchecked Sendable {
    // SAFETY: behind a lock.
    private let lock = NSLock()
    private var all: [(name: String, reason: String?)] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ item: AVPlayerItem) {
        let names = [
            AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.failedToPlayToEndTimeNotification,
            AVPlayerItem.playbackStalledNotification,
        ]
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] note in
                let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                let short = note.name.rawValue.replacing("Notification", with: "").replacing("AVPlayerItem", with: "")
                self?.lock.withLock { self?.all.append((short, error?.localizedDescription)) }
            }
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    var list: [String] { lock.withLock { all.map(\.name) } }

    /// Why it failed, where it did.
    var reason: String? { lock.withLock { all.last { $0.reason != nil }?.reason } }
}
