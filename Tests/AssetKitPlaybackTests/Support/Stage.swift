import AssetKit
import AssetKitBase
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport

@testable import AssetKitPlayback

/// A player on a virtual clock, with a device and a screen that there are none of. All work is done on the thread that lets the
/// time pass.
final class Stage {
    let host = VirtualHostClock(now: 1_000_000_000)
    let environment: HostEnvironment
    let speaker: AKVirtualAudioTarget
    let screen: AKVirtualVideoTarget
    let player: AVPlayer
    let layer = AVPlayerLayer()

    init(
        _ items: [AVPlayerItem],
        latency: Duration = .milliseconds(40),
        faults: AKVirtualAudioTarget.Faults = .init(),
        format: AKAudioTargetFormat? = nil,
        isQueue: Bool = false,
        held: [String: HeldWorker] = [:],
        hasScreen: Bool = true,
        hasSound: Bool = true
    ) {
        let others = InlineWorker()
        environment = HostEnvironment.virtual(host) { (name: String) -> any SerialWorker in
            if let worker = held[name] { return worker }
            return others
        }
        speaker = AKVirtualAudioTarget(host: host, format: format, latency: latency, faults: faults, keepsSound: true)
        screen = AKVirtualVideoTarget(host: host)
        let sound = hasSound ? speaker : nil
        player =
            isQueue
            ? AVQueuePlayer(items: items, environment: environment, audio: sound)
            : AVPlayer(items: items, environment: environment, audio: sound)
        if hasScreen {
            layer.player = player
            layer.akTarget = screen
        }
    }

    convenience init(_ name: String, hasSound: Bool = true) {
        self.init([AVPlayerItem(url: Samples.url(name))], hasSound: hasSound)
    }

    var item: AVPlayerItem { player.currentItem! }

    /// Lets so much time pass.
    func run(_ seconds: Double) { host.advance(by: Int64(seconds * 1_000_000_000)) }

    /// Seconds since the beginning of the test.
    func moment(_ hostTime: Int64) -> Double { Double(hostTime - 1_000_000_000) / 1_000_000_000 }
}

/// Media of the project.
enum Samples {
    static func url(_ name: String) -> URL { PackageFolder.samples.appending(path: name) }
}

/// What clients are told, in order.
final class Log: @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    private(set) var lines: [String] = []
    private var tokens: [Any] = []

    func add(_ line: String) { lines.append(line) }

    func watch(_ player: AVPlayer, _ item: AVPlayerItem) {
        tokens.append(
            player.observe(\.rate, options: [.old, .new]) { [self] _, change in
                add("rate \(change.oldValue ?? -99) -> \(change.newValue ?? -99)")
            }
        )
        tokens.append(
            player.observe(\.timeControlStatus) { [self] player, _ in add("control \(player.timeControlStatus)") }
        )
        tokens.append(item.observe(\.status) { [self] item, _ in add("item \(item.status)") })
        for name in [AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.timeJumpedNotification] {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [self] note in
                    add(note.name.rawValue.replacingOccurrences(of: "Notification", with: ""))
                }
            )
        }
    }
}
