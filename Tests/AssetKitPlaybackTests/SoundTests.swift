import AssetKit
import AssetKitTargets
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("What is heard of a player")
struct SoundTests {
    private let folder = TemporaryFolder()

    private func counter(_ frames: Range<Int>, _ name: String = "count.wav") throws -> AVPlayerItem {
        let url = folder.file(name)
        try CounterSound.write(frames, to: url)
        return AVPlayerItem(url: url)
    }

    @Test("at a rate of 1 every sample is heard once, unchanged")
    func everySample() throws {
        let stage = Stage([try counter(1..<96_001)])
        stage.player.play()
        stage.run(3)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(numbers == Array(1..<96_001))
        #expect(stage.player.akFigures.underruns == 0)
        #expect(stage.player.rate == 0)
        #expect(stage.player.currentTime() == CMTime(value: 2, timescale: 1))
    }

    @Test("pausing and playing on loses no sample and plays none twice", arguments: [0.0, 0.04, 0.25])
    func pausing(latency: Double) throws {
        let item = try counter(1..<96_001)
        let stage = Stage([item], latency: .milliseconds(Int(latency * 1000)))
        stage.player.play()
        for _ in 0..<9 {
            stage.run(0.1371)
            stage.player.pause()
            stage.run(0.0533)
            stage.player.play()
        }
        stage.run(3)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect(numbers.count == 96_000)
        #expect(numbers.last == 96_000)
    }

    @Test("what is heard late near the end is heard all the same", arguments: [1.5, 1.97])
    func lateUnderrun(seconds: Double) throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.underruns = [(1_000_000_000 + Int64(seconds * 1e9), .milliseconds(50))]
        let stage = Stage([try counter(1..<96_001)], faults: faults)
        stage.player.play()
        stage.run(3)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<96_001))
        #expect(stage.player.akFigures.underruns == 1)
    }

    @Test("a seek is exact to the sample", arguments: [0.5, 0.123456, 1.999])
    func seeking(time: Double) throws {
        let stage = Stage([try counter(1..<96_001)])
        stage.run(0)
        let goal = CMTime(seconds: time, preferredTimescale: 1_000_000)
        stage.player.seek(to: goal, toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.play()
        stage.run(3)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let first = Int((time * 48_000).rounded(.up)) + 1
        #expect(numbers == Array(first..<96_001))
    }

    @Test("items of a queue follow each other without a gap, at whatever place one ends")
    func gapless() throws {
        let items = [
            try counter(1..<40_002, "a.wav"), try counter(40_002..<40_100, "b.wav"),
            try counter(40_100..<96_001, "c.wav"),
        ]
        let stage = Stage(items, isQueue: true)
        stage.player.play()
        stage.run(4)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect(numbers.count == 96_000)
        #expect(stage.player.akFigures.underruns == 0)
        #expect((stage.player as? AVQueuePlayer)?.items().isEmpty == true)
    }

    @Test("what is heard goes through the taps of the mix, and a tap that throws ends the item")
    func taps() throws {
        let item = try counter(1..<96_001)
        let parameters = AVMutableAudioMixInputParameters()
        parameters.trackID = 1
        parameters.akTaps = [
            AKAudioTap { samples, _, range in
                guard range.start.seconds < 1.5 else { throw CancellationError() }
                for place in samples.indices { samples[place] /= 4 }
            }
        ]
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        item.audioMix = mix
        let failure = Mutex<NSError?>(nil)
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.failedToPlayToEndTimeNotification,
            object: item,
            queue: nil
        ) { note in
            let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
            failure.withLock { $0 = error }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let stage = Stage([item])
        stage.player.seek(to: CMTime(value: 1, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero)
        stage.player.play()
        stage.run(0.5)
        #expect(CounterSound.numbers(stage.speaker.heard.map { $0 * 4 }).starts(with: 24_001..<40_000))
        stage.run(3)
        let error = failure.withLock { $0 }
        let sentence = error.map { "\($0.localizedDescription) \($0.userInfo)" } ?? ""
        #expect(sentence.contains("a tap of the audio mix"))
    }

    @Test("the volume changes without a step, and muting is silence")
    func volume() throws {
        let item = try counter(1..<96_001)
        let stage = Stage([item])
        stage.player.play()
        stage.run(0.5)
        stage.player.volume = 0.5
        stage.run(0.5)
        stage.player.isMuted = true
        stage.run(0.5)
        let heard = stage.speaker.heard
        #expect(
            heard[48_000 - 200] == CounterSound.value(24_001 - 100) || heard[2 * 12_000] == CounterSound.value(12_001)
        )
        #expect(abs(heard[2 * 40_000] - CounterSound.value(40_001) / 2) < 1e-6)
        #expect(heard[2 * 70_000] == 0)
        let steps = zip(stride(from: 0, to: heard.count - 2, by: 2), stride(from: 2, to: heard.count, by: 2))
        let largest = steps.map { abs(heard[$1] - heard[$0]) }.max() ?? 0
        // 10 ms take it from one to the other.
        #expect(largest < 1.0 / 480 / 10)
    }

    @Test(
        "twice as fast takes half the time, by each way of changing the speed",
        arguments: [
            AVAudioTimePitchAlgorithm.varispeed, .timeDomain, .spectral, .lowQualityZeroLatency,
        ]
    )
    func fast(algorithm: AVAudioTimePitchAlgorithm) throws {
        let item = try counter(1..<192_001)
        item.audioTimePitchAlgorithm = algorithm
        let stage = Stage([item])
        stage.player.rate = 2
        stage.run(1)
        #expect(abs(stage.player.currentTime().seconds - 1.92) < 0.02)
        #expect(item.timebase?.rate == 2)
        stage.run(1.5)
        #expect(stage.player.rate == 0)
        #expect(abs(stage.speaker.heard.count / 2 - 96_000) <= 2)
    }

    @Test("another rate is heard soon, and the time changes its pace as that is heard")
    func changingRate() throws {
        let item = try counter(1..<480_001)
        item.audioTimePitchAlgorithm = .varispeed
        let stage = Stage([item], latency: .milliseconds(100))
        stage.player.play()
        stage.run(1)
        stage.player.rate = 2
        #expect(stage.player.rate == 2)
        #expect(item.timebase?.rate == 1)
        // What the device has and a little more, but not what is ready for it.
        stage.run(0.13)
        #expect(item.timebase?.rate == 2)
        let before = stage.player.currentTime()
        stage.run(1)
        #expect(abs((stage.player.currentTime() - before).seconds - 2) < 0.001)
    }

    @Test("over changes of the rate nothing is left out, heard twice, or heard as a step")
    func sampleExactChanges() throws {
        let item = try counter(1..<480_001)
        item.audioTimePitchAlgorithm = .varispeed
        let stage = Stage([item], latency: .milliseconds(100))
        stage.player.play()
        for rate in [2, 1, 0.5, 4, 1] as [Float] {
            stage.run(0.3137)
            stage.player.rate = rate
        }
        stage.run(10)
        #expect(stage.player.akFigures.stalls == 0 && stage.player.akFigures.underruns == 0)
        let heard = stride(from: 0, to: stage.speaker.heard.count, by: 2).map { stage.speaker.heard[$0] }
        let steps = zip(heard, heard.dropFirst()).map { ($1 - $0) * Float(1 << 20) }
        // At the end it falls to silence. A resampler begins with silence behind it, which fades in.
        #expect(steps.dropLast().allSatisfy { (-8...12).contains($0) }, "\(steps.min() ?? 0), \(steps.max() ?? 0)")
        let last = CounterSound.numbers(Array(stage.speaker.heard.suffix(2 * 48_000)))
        #expect(CounterSound.breaks(last) == [] && last.last == 480_000)
    }

    @Test("another rate does not click, at whatever moment it comes", arguments: [0.7, 0.7123, 0.7301, 0.7444])
    func changesWithoutClick(moment: Double) throws {
        let url = folder.file("sine.wav")
        try CounterSound.writeSine(count: 480_000, frequency: 441.7, to: url)
        let item = AVPlayerItem(url: url)
        let stage = Stage([item], latency: .milliseconds(100))
        stage.player.rate = 1.5
        stage.run(moment)
        for rate in [0.75, 2, 1] as [Float] {
            stage.player.rate = rate
            stage.run(0.4)
        }
        let heard = stride(from: 0, to: stage.speaker.heard.count, by: 2).map { stage.speaker.heard[$0] }
        let largest = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max() ?? 1
        // From one sample to the next a sine of half the full level goes so far; a cut would go up to 1.
        #expect(largest < 0.5 * 2 * Float.pi * 441.7 / 48_000 * 1.1, "\(largest)")
    }

    @Test("rates that follow each other at once end with the last one", arguments: [0, 1, 2])
    func manyChanges(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let item = try counter(1..<480_001)
        let stage = Stage([item], latency: .milliseconds(100))
        stage.player.play()
        stage.run(0.5)
        for _ in 0..<40 {
            stage.player.rate = [0.5, 0.8, 1, 1.25, 2, 8][random.below(6)]
            stage.run(Double(random.below(40)) / 1000)
        }
        stage.player.rate = 1
        stage.run(0.3)
        #expect(item.timebase?.rate == 1)
        let before = stage.player.currentTime()
        stage.run(0.5)
        #expect(stage.player.currentTime() - before == CMTime(value: 1, timescale: 2), "seed \(seed)")
        stage.run(10)
        #expect(CounterSound.numbers(stage.speaker.heard).last == 480_000, "seed \(seed)")
        #expect(stage.player.akFigures.stalls == 0)
    }

    @Test(
        "behind a change of the rate the last sample is heard too, at whatever part of a nanosecond it ends",
        arguments: [0.3137, 0.41, 0.50001, 0.623, 0.7777],
        [-150.0, 0, 150]
    )
    func lastSample(moment: Double, ppm: Double) throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = ppm
        let item = try counter(1..<96_002)
        item.audioTimePitchAlgorithm = .varispeed
        let stage = Stage([item], latency: .milliseconds(100), faults: faults)
        let posts = Posts(item)
        stage.player.rate = 1.3
        stage.run(moment)
        stage.player.rate = 1
        stage.run(1.8 - moment)
        for _ in 0..<600 {
            stage.run(0.0005)
            #expect(stage.player.currentTime() <= item.duration)
        }
        stage.run(1)
        #expect(CounterSound.numbers(stage.speaker.heard).last == 96_001)
        #expect(posts.list == ["DidPlayToEndTime"])
        #expect(stage.player.currentTime() == item.duration)
    }

    @Test("a device that runs fast or slow keeps pictures with its sound", arguments: [-200.0, 200])
    func drift(ppm: Double) throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = ppm
        let item = try counter(1..<(48_000 * 20 + 1))
        let stage = Stage([item], faults: faults)
        stage.player.play()
        stage.run(15)
        let position = try #require(stage.speaker.position)
        let heard = Double(position.frame) / 48_000 + Double(stage.host.now - position.hostTime) / 1e9
        #expect(abs(stage.player.currentTime().seconds - heard) < 0.002)
    }

    @Test("without a device the time goes by the host's clock")
    func noDevice() throws {
        let stage = Stage([try counter(1..<96_001)], hasSound: false)
        stage.player.play()
        stage.run(1)
        #expect(stage.player.currentTime() == CMTime(value: 1, timescale: 1))
        #expect(stage.player.timeControlStatus == .playing)
    }

    @Test("when the device is lost the time goes on, and sound comes back with it")
    func lostDevice() throws {
        var faults = AKVirtualAudioTarget.Faults()
        (faults.death, faults.revival) = (2_000_000_000, 2_500_000_000)
        let stage = Stage([try counter(1..<480_001)], faults: faults)
        stage.player.play()
        stage.run(1.5)
        #expect(abs(stage.player.currentTime().seconds - 1.46) < 0.1)
        #expect(stage.player.timeControlStatus == .playing)
        #expect(stage.player.akFigures.soundProblem != nil)
        let count = stage.speaker.heard.count
        stage.run(4)
        #expect(stage.speaker.heard.count > count)
        #expect(abs(stage.player.currentTime().seconds - 5.46) < 0.15)
    }
}
