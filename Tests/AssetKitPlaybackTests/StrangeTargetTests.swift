import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Targets of sound that say what cannot be")
struct StrangeTargetTests {
    /// A device that is heard, and says of itself what it is told to.
    private final class Strange: AKAudioTarget, @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        let device: AKVirtualAudioTarget
        var said: AKAudioTargetPosition?
        /// From then on, in nanoseconds of the host; before that it tells the truth.
        let since: Int64
        var format: AKAudioTargetFormat?
        let host: VirtualHostClock
        init(_ device: AKVirtualAudioTarget, _ host: VirtualHostClock, said: AKAudioTargetPosition?, since: Int64 = 0) {
            (self.device, self.host, self.said, self.since) = (device, host, said, since)
        }

        func open(_ wish: AKAudioTargetFormat, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) throws
            -> AKAudioTargetFormat
        {
            let real = try device.open(wish, events: events)
            return format ?? real
        }

        func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
            device.start(at: hostTime, source)
        }

        func stop() { device.stop() }
        var position: AKAudioTargetPosition? { host.now < since ? device.position : said }
        func close() { device.close() }
    }

    private let folder = TemporaryFolder()

    /// A player of so many frames that count.
    private func counter(_ count: Int) throws -> Stage {
        let file = folder.file("count.wav")
        try CounterSound.write(1..<count + 1, to: file)
        return Stage([AVPlayerItem(url: file)])
    }

    private static let second: Int64 = 1_000_000_000
    static let strange: [AKAudioTargetPosition?] = [
        nil,
        AKAudioTargetPosition(frame: .max, hostTime: second),
        AKAudioTargetPosition(frame: 0, hostTime: .min),
        AKAudioTargetPosition(frame: 1 << 62, hostTime: 2 * second),
        AKAudioTargetPosition(frame: -1 << 40, hostTime: 2 * second),
    ]

    @Test("what cannot be is no answer: the film goes on by the host's time, and ends", arguments: strange)
    func fromTheBeginning(said: AKAudioTargetPosition?) throws {
        let stage = try counter(48_000)
        stage.player.akAudioTarget = Strange(stage.speaker, stage.host, said: said)
        let posts = Posts(stage.item)
        stage.player.play()
        stage.run(12)
        #expect(posts.list == ["DidPlayToEndTime"])
        #expect(stage.player.currentTime() == stage.item.duration)
        #expect(stage.player.akFigures.soundProblem == "the sound device does not say what is heard")
    }

    @Test("what cannot be, said in the middle, changes nothing about the time", arguments: strange)
    func inTheMiddle(said: AKAudioTargetPosition?) throws {
        let stage = try counter(96_000)
        let since = stage.host.now + Self.second / 2
        stage.player.akAudioTarget = Strange(stage.speaker, stage.host, said: said, since: since)
        let posts = Posts(stage.item)
        stage.player.play()
        stage.run(1)
        #expect(abs(stage.player.currentTime().seconds - 0.96) < 0.02)
        stage.player.pause()
        stage.run(0.1)
        #expect(abs(stage.player.currentTime().seconds - 0.96) < 0.02)
        stage.player.play()
        stage.run(14)
        #expect(posts.list == ["DidPlayToEndTime"])
    }

    @Test("hours behind or ahead are no answer either, however long a machine has been on", arguments: [53, 1_000_000])
    func uptime(hours: Int64) {
        let now = hours * 3600 * Self.second
        func isPlausible(_ frame: Int64, _ hostTime: Int64) -> Bool {
            AKAudioTargetPosition(frame: frame, hostTime: hostTime).plausible(now: now, rate: 48_000) != nil
        }
        #expect(isPlausible(0, now) && isPlausible(48_000 * 3600 * 24 * 365, now - Self.second))
        #expect(isPlausible(-100, now + Self.second))
        #expect(!isPlausible(0, 0) && !isPlausible(0, now + 3601 * Self.second))
        #expect(!isPlausible(.max, now) && !isPlausible(.min, now))
    }

    @Test(
        "a format that is none is refused, and the film plays without sound",
        arguments: [
            AKAudioTargetFormat(sampleRate: 0, channelCount: 2),
            AKAudioTargetFormat(sampleRate: 48_000, channelCount: 0),
            AKAudioTargetFormat(sampleRate: -1, channelCount: .max),
        ]
    )
    func format(format: AKAudioTargetFormat) throws {
        let stage = try counter(48_000)
        let target = Strange(stage.speaker, stage.host, said: nil)
        target.format = format
        stage.player.akAudioTarget = target
        let posts = Posts(stage.item)
        stage.player.play()
        stage.run(2)
        #expect(posts.list == ["DidPlayToEndTime"])
        #expect(stage.player.akFigures.soundProblem?.contains("which is no sound") == true)
    }

    @Test("a renderer whose device says nothing of what is heard goes by the host's time")
    func renderer() throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.akAudioTarget = Strange(
            stage.speaker,
            stage.host,
            said: AKAudioTargetPosition(frame: .max, hostTime: 0)
        )
        for start in stride(from: 1, to: 96_001, by: 1000) {
            stage.sound.enqueue(try Buffers.counting(start..<start + 1000))
        }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(12)
        #expect(stage.synchronizer.currentTime().seconds > 1)
    }

    @Test("a device that is stopped before it could say anything is not taken for one that says nothing later")
    func stoppedBefore() throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.unknownAfterStart = .milliseconds(100)
        let stage = RenderStage(faults: faults, hasPictures: false)
        stage.sound.enqueue(try Buffers.counting(1..<9601))
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(0.05)
        stage.sound.flush()
        stage.run(15)
        let count = stage.speaker.heard.count
        // The time has stood since then, and goes on with these.
        for start in stride(from: 1, to: 48_001, by: 1000) {
            stage.sound.enqueue(try Buffers.counting(start..<start + 1000))
        }
        stage.run(3)
        #expect(stage.speaker.heard.count > count + 48_000)
    }
}
