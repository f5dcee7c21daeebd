import AssetKit
import AssetKitClocks
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

/// Sound that plays again and again: for ten minutes every day, for hours where `ASSETKIT_PLAYBACK_HOURS` says how many.
@Suite("Hours of sound")
struct HoursOfSoundTests {
    private static let hours = ProcessInfo.processInfo.environment["ASSETKIT_PLAYBACK_HOURS"].flatMap(Double.init)

    /// What clients have and are told of.
    private final class Seen: @unchecked Sendable {
        // SAFETY: the thread of the test alone.
        private struct Item { weak var item: AVPlayerItem? }
        private var items: [Item] = []
        private(set) var calls = 0
        private(set) var lateCalls = 0

        func note(_ item: AVPlayerItem?) {
            items.removeAll { $0.item == nil }
            guard let item, !items.contains(where: { $0.item === item }) else { return }
            items.append(Item(item: item))
        }
        var livingItems: Int { items.count { $0.item != nil } }

        func call(_ time: CMTime) {
            calls += 1
            // Those of jumps and starts come at whatever time it is.
            if CMTime(value: time.convertScale(2, method: .roundTowardZero).value, timescale: 2) != time {
                lateCalls += 1
            }
        }
    }

    @Test("for hours every sample and every call comes exactly when it is due, and nothing of them stays")
    func hours() throws {
        // Little of it, so that hours take seconds: ten seconds of 8,000 frames, one channel, of which the device takes a lot at once.
        let folder = TemporaryFolder()
        let (length, seconds) = (80_000, 10)
        try CounterSound.write(1..<length + 1, to: folder.file("counter.wav"), channels: 1, rate: 8000)
        let host = VirtualHostClock(now: 1_000_000_000)
        let speaker = CountingSpeaker(
            host,
            length: Int64(length),
            latency: .milliseconds(100),
            quantum: .milliseconds(80)
        )
        let player = AVQueuePlayer(items: [], environment: .virtual(host), audio: speaker)
        let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: folder.file("counter.wav")))
        let seen = Seen()
        let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: nil) { time in
            seen.call(time)
        }
        player.play()
        let loops = Int(((Self.hours ?? 1.0 / 6) * 3600).rounded()) / seconds
        var (kept, memories): ([Int], [Double]) = ([], [])
        for loop in 1...loops {
            host.advance(by: Int64(seconds) * 1_000_000_000)
            seen.note(player.currentItem)
            // What the device has is heard a tenth of a second later.
            #expect(player.currentTime() == CMTime(value: 99, timescale: 10), "in loop \(loop)")
            kept.append(thingsKept(by: player) + host.alarmCount)
            guard loop % max(loops / 10, 1) == 0 else { continue }
            memories.append(ProcessMemory.allocated)
            if Self.hours != nil {
                print("after \(loop * seconds) s:", memories.last ?? 0, "MiB,", kept.max() ?? 0, "things")
            }
        }
        player.removeTimeObserver(token)
        #expect(looper.loopCount == loops - 1)
        #expect(speaker.problem == nil)
        #expect(speaker.count >= Int64(loops) * Int64(length))
        #expect(player.akFigures.underruns == 0 && player.akFigures.stalls == 0)
        // Twenty in each loop, and where one ends and the next begins.
        #expect((loops * 20...loops * 22 + 1).contains(seen.calls), "\(seen.calls) in \(loops) loops")
        #expect(seen.lateCalls <= 1)
        #expect(kept.max() == kept.prefix(6).max(), "\(kept.max() ?? 0)")
        #expect(seen.livingItems <= 4)
        // All tests share the memory of the process; those of hours are alone.
        guard Self.hours != nil else { return }
        #expect(memories[9] - memories[2] < 1)
    }

    /// How many things a player keeps of what plays.
    private func thingsKept(by player: AVQueuePlayer) -> Int {
        let core = player.engine.core
        let items = core.items.map(\.core).map { Int($0.blocks.count) + $0.pictures.count }.reduce(0, +)
        return (core.sound?.stretches.count ?? 0) + core.items.count + core.observers.count + core.queueWatchers.count
            + core.prerolls.count + core.figures.seeks.count + core.figures.lateness.count + items
    }
}
