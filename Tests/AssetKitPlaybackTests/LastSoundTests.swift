import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("The end of what is heard")
struct LastSoundTests {
    /// A device that says nothing of its troubles.
    private final class Silent: AKAudioTarget {
        let device: AKVirtualAudioTarget
        init(_ device: AKVirtualAudioTarget) { self.device = device }

        func open(_ wish: AKAudioTargetFormat, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) throws
            -> AKAudioTargetFormat
        {
            try device.open(wish) { if case .lost = $0 { events($0) } }
        }

        func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
            device.start(at: hostTime, source)
        }

        func stop() { device.stop() }
        var position: AKAudioTargetPosition? { device.position }
        func close() { device.close() }
    }

    /// A server that says that it ran dry as soon as there is nothing left to be had, though it plays what it has.
    private final class Hasty: AKAudioTarget, @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        let device: AKVirtualAudioTarget
        private var events: (@Sendable (AKAudioTargetEvent) -> Void)?
        private var channelCount = 1
        private var wasShort = false
        init(_ device: AKVirtualAudioTarget) { self.device = device }

        func open(_ wish: AKAudioTargetFormat, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) throws
            -> AKAudioTargetFormat
        {
            self.events = events
            let format = try device.open(wish, events: events)
            channelCount = format.channelCount
            return format
        }

        func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
            device.start(at: hostTime) { [unowned self] buffer in
                let count = source(buffer)
                let isShort = count < buffer.count / channelCount
                if isShort, !wasShort { events?(.underrun) }
                wasShort = isShort
                return count
            }
        }

        func stop() { device.stop() }
        var position: AKAudioTargetPosition? { device.position }
        func close() { device.close() }
    }

    @Test("a device that has the last of all and plays it has not run dry")
    func hasAll() throws {
        let folder = TemporaryFolder()
        let file = folder.file("count.wav")
        try CounterSound.write(1..<48_001, to: file)
        let stage = Stage([AVPlayerItem(url: file)])
        stage.player.akAudioTarget = Hasty(stage.speaker)
        stage.player.play()
        stage.run(2)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1...48_000))
        #expect(stage.player.akFigures.underruns == 0)
        #expect(stage.player.currentTime() == stage.item.duration)
    }

    @Test("a device that ran dry, and does not say so, is heard to the end", arguments: [0.05, 0.27, 0.6])
    func ranDry(seconds: Double) throws {
        let folder = TemporaryFolder()
        let file = folder.file("count.wav")
        try CounterSound.write(1..<48_001, to: file)
        let stage = Stage([AVPlayerItem(url: file)])
        stage.player.akAudioTarget = Silent(stage.speaker)
        let posts = Posts(stage.item)
        stage.player.play()
        stage.run(0.95)
        stage.speaker.runDry(for: .milliseconds(Int(seconds * 1000)))
        stage.run(2)
        #expect(CounterSound.numbers(stage.speaker.heard).filter { $0 >= 0 } == Array(1...48_000))
        #expect(posts.list == ["DidPlayToEndTime"])
        #expect(stage.player.currentTime() == stage.item.duration)
    }

    @Test("a device that runs dry again and again before the end is heard to the end, as long as it gets on")
    func ranDryAgain() throws {
        let folder = TemporaryFolder()
        let file = folder.file("count.wav")
        try CounterSound.write(1..<48_001, to: file)
        let stage = Stage([AVPlayerItem(url: file)])
        stage.player.akAudioTarget = Silent(stage.speaker)
        let posts = Posts(stage.item)
        stage.player.play()
        stage.run(0.93)
        for _ in 0..<3 {
            stage.speaker.runDry(for: .milliseconds(600))
            stage.run(0.61)
        }
        stage.run(2)
        #expect(CounterSound.numbers(stage.speaker.heard).filter { $0 >= 0 } == Array(1...48_000))
        #expect(posts.list == ["DidPlayToEndTime"])
    }

    @Test("what a device asks for while it stands is nobody's loss")
    func askedWhileStopped() {
        let ring = SoundRing(channelCount: 1, history: 1000)
        let sound: [Float] = (1...100).map { Float($0) }
        sound.withUnsafeBufferPointer { _ = ring.append([$0.baseAddress!], count: 100, epoch: 0) }
        var memory = [Float](repeating: 0, count: 30)
        func take() -> [Float] {
            memory.withUnsafeMutableBufferPointer { buffer in Array(buffer.prefix(ring.take(into: buffer))) }
        }
        #expect(take().isEmpty)
        #expect(ring.open() == 0)
        #expect(take() == Array(sound[0..<30]))
        ring.close(at: 20)
        #expect(take().isEmpty)
        #expect(ring.open() == 20)
        #expect(take() == Array(sound[20..<50]))
        ring.close()
        #expect(take().isEmpty && ring.position == 50)
    }
}
