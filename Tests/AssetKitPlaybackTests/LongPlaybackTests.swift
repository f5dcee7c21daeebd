import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

/// A film that plays again and again: for half a minute every day, for hours where `ASSETKIT_PLAYBACK_HOURS` says how many.
@Suite("Long playback")
struct LongPlaybackTests {
    private static let hours = ProcessInfo.processInfo.environment["ASSETKIT_PLAYBACK_HOURS"].flatMap(Double.init)

    @Test("pictures stay with the sound of a device that is right, and of one that is fast", arguments: [0.0, 80])
    func looping(ppm: Double) throws {
        let host = VirtualHostClock(now: 1_000_000_000)
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = ppm
        let speaker = AKVirtualAudioTarget(host: host, latency: .milliseconds(40), faults: faults)
        let screen = ComparingScreen(host, speaker, length: 3)
        let player = AVQueuePlayer(items: [], environment: .virtual(host), audio: speaker)
        let layer = AVPlayerLayer()
        layer.player = player
        layer.akTarget = screen
        let film = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        let looper = AVPlayerLooper(player: player, templateItem: film)
        player.play()
        let seconds = (Self.hours ?? 30.0 / 3600) * 3600
        var memories: [Double] = []
        for _ in 0..<10 {
            host.advance(by: Int64(seconds / 10 * 1e9))
            memories.append(ProcessMemory.allocated)
        }
        #expect(looper.loopCount >= Int(seconds / 3) - 1)
        #expect(screen.count >= Int(seconds * 25) - 50)
        #expect(screen.largest < 0.002, "\(screen.largest) s at \(screen.place) s")
        #expect(player.akFigures.underruns == 0)
        #expect(player.akFigures.dropped == 0)
        // All tests share the memory of the process; those of hours are alone.
        guard Self.hours != nil else { return }
        print("memory in MiB after each tenth of the time, at \(ppm) ppm:", memories.map { Int($0) })
        #expect(memories[9] - memories[2] < 8)
    }
}

/// A screen that compares each picture with the sound that is heard just then.
private final class ComparingScreen: AKVideoTarget, @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    private let host: VirtualHostClock
    private let speaker: AKVirtualAudioTarget
    private let length: Double
    private(set) var count = 0
    /// How far a picture was from its sound at most, and when that was, in seconds.
    private(set) var largest = 0.0
    private(set) var place = 0.0

    init(_ host: VirtualHostClock, _ speaker: AKVirtualAudioTarget, length: Double) {
        (self.host, self.speaker, self.length) = (host, speaker, length)
    }

    var wish: AKVideoTargetWish { AKVideoTargetWish() }
    func open(_ size: CGSize, events: @escaping @Sendable (AKVideoTargetEvent) -> Void) throws {}
    func clear() {}
    func close() {}

    func present(_ picture: CVPixelBuffer, itemTime: CMTime, hostTime: Int64) throws {
        count += 1
        guard let position = speaker.position else { return }
        let heard = Double(position.frame) / 48_000 + Double(host.now - position.hostTime) / 1e9
        let error = (heard - itemTime.seconds).remainder(dividingBy: length)
        guard abs(error) > largest else { return }
        (largest, place) = (abs(error), heard)
    }
}
