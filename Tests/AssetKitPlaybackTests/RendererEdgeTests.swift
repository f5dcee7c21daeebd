import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Renderers where something changes, ends or comes out of order")
struct RendererEdgeTests {
    private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 48_000) }
    private func picture(_ count: Int) -> CMTime { CMTime(value: Int64(count), timescale: 25) }
    private func shown(_ stage: RenderStage) -> [CMTime] { stage.screen.presented.map(\.itemTime) }

    // MARK: The end

    @Test("a synchronizer that goes leaves its renderers to themselves")
    func end() throws {
        let environment: RenderStage
        var synchronizer: AVSampleBufferRenderSynchronizer?
        environment = RenderStage(hasSound: false, hasPictures: false)
        synchronizer = AVSampleBufferRenderSynchronizer(environment: environment.environment)
        synchronizer?.addRenderer(environment.sound)
        environment.sound.enqueue(try Buffers.counting(1..<48_001))
        synchronizer?.setRate(1, time: time(1))
        environment.run(0.5)
        synchronizer = nil
        environment.run(1)
        #expect(abs(CounterSound.numbers(environment.speaker.heard).count - 22_080) < 100)
        environment.synchronizer.addRenderer(environment.sound)
        #expect(environment.synchronizer.renderers.count == 1)
    }

    // MARK: Sound

    @Test("a rate that is set while a start is being prepared is the one it starts with", arguments: [0, 0.001, 0.02])
    func rateWhileStarting(delay: Double) throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.audioTimePitchAlgorithm = .varispeed
        try stage.enqueue(1..<96_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(delay)
        stage.synchronizer.rate = 2
        stage.run(0.54 - delay)
        #expect(stage.synchronizer.timebase.rate == 2)
        #expect(abs(stage.synchronizer.currentTime().seconds - 1) < 0.12)
        stage.run(1)
        #expect(abs(stage.speaker.heard.count / 2 - 48_000) < 100)
    }

    @Test("a rate that is set while sound is planned for later moves its start")
    func rateWhilePlanned() throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.audioTimePitchAlgorithm = .varispeed
        try stage.enqueue(48_000..<96_000)
        stage.synchronizer.delaysRateChangeUntilHasSufficientMediaData = false
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(0.8)
        stage.synchronizer.rate = 0.5
        stage.run(1)
        // What is left of the second takes twice as long.
        let begin = try #require(stage.firstHeard)
        #expect(abs(Double(begin - 1_000_000_000) / 1e9 - 1.2) < 0.02)
    }

    @Test("less sound than a start waits for is played, after a while in which no more comes", arguments: [48, 2400])
    func shortSound(count: Int) throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.enqueue(try Buffers.counting(1..<(count + 1)))
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(0.2)
        #expect(stage.speaker.heard.isEmpty)
        stage.run(0.5)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<(count + 1)))
        // What comes later is heard at its time.
        try stage.enqueue(48_000..<52_800)
        stage.run(1.5)
        #expect(CounterSound.numbers(stage.speaker.heard).suffix(4800).first == 48_000)
    }

    @Test("a single compressed picture that comes later than the start does not hold it up")
    func singlePicture() async throws {
        let buffer = try #require(try await Buffers.read("h264-bframes.mp4", .video).first)
        let stage = RenderStage(hasSound: false)
        stage.pictures.enqueue(buffer)
        stage.synchronizer.setRate(1, time: CMTime(value: -1, timescale: 2))
        stage.run(2)
        #expect(shown(stage) == [.zero])
    }

    @Test("at another rate all is heard to its end, and what comes later too", arguments: [0.5, 1.5, 2])
    func lastOfStretched(rate: Double) throws {
        let stage = RenderStage(hasPictures: false)
        let tone = try Tone.buffers(frames: 0..<48_000)
        for buffer in tone { stage.sound.enqueue(buffer) }
        stage.synchronizer.setRate(Float(rate), time: .zero)
        stage.run(3)
        let expected = Int(48_000 / rate)
        let count = stage.speaker.heard.count / 2
        #expect(abs(count - expected) <= 48, "\(count) of \(expected)")
        // The sound goes on to its end: the last hundredth of a second is as loud as the rest.
        let loudest = stage.speaker.heard.suffix(960).map { abs($0) }.max() ?? 0
        #expect(loudest > 0.2)
        let place = Int(stage.synchronizer.currentTime().seconds * 48_000) + 24_000
        for buffer in try Tone.buffers(frames: place..<(place + 48_000)) { stage.sound.enqueue(buffer) }
        stage.run(4)
        #expect(abs(stage.speaker.heard.count / 2 - 2 * expected) <= 96)
    }

    @Test("samples that come just in time at another rate are all heard")
    func justInTime() throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.audioTimePitchAlgorithm = .varispeed
        stage.synchronizer.delaysRateChangeUntilHasSufficientMediaData = false
        stage.synchronizer.setRate(2, time: .zero, atHostTime: stage.environment.hostClock.time)
        for start in stride(from: 0, to: 96_000, by: 4800) {
            for buffer in try Tone.buffers(frames: (start + 9600)..<(start + 14_400)) { stage.sound.enqueue(buffer) }
            stage.run(0.05)
        }
        stage.run(1)
        #expect(abs(stage.speaker.heard.count / 2 - 48_000) < 2400)
    }

    @Test("a device that comes back in another format gets sound in that one")
    func otherFormat() throws {
        let target = ChangingTarget(rates: [48_000, 44_100])
        let stage = RenderStage(hasSound: false, hasPictures: false)
        target.host = stage.host
        let sound = AVSampleBufferAudioRenderer(environment: stage.environment, audio: target)
        stage.synchronizer.addRenderer(sound)
        for buffer in try Tone.buffers(frames: 0..<(48_000 * 6)) { sound.enqueue(buffer) }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(1)
        target.lose()
        stage.run(4)
        let last = try #require(target.targets.last)
        #expect(target.targets.count == 2)
        // A period of the tone lasts as long as before.
        #expect(abs(Tone.frequency(last.heard, rate: 44_100) - Tone.hertz) < 2)
        #expect(abs(stage.synchronizer.currentTime().seconds - 4.96) < 0.1)
    }

    // MARK: Pictures

    @Test("pictures that come in another order show in that of their times")
    func anyOrder() throws {
        let stage = RenderStage(hasSound: false)
        for count in [3, 0, 2, 1] { stage.pictures.enqueue(try Buffers.picture(picture(count))) }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(1)
        #expect(shown(stage) == (0..<4).map(picture))
    }

    @Test("a picture that comes too late does not take the place of a later one")
    func late() throws {
        let stage = RenderStage(hasSound: false)
        for count in 0..<3 { stage.pictures.enqueue(try Buffers.picture(picture(count))) }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(0.1)
        stage.pictures.enqueue(try Buffers.picture(picture(1)))
        stage.run(0.1)
        #expect(shown(stage) == (0..<3).map(picture))
    }

    @Test("when the time goes back, pictures that are enqueued anew show again", arguments: [false, true])
    func goingBack(isCompressed: Bool) async throws {
        let buffers =
            isCompressed
            ? try await Buffers.read("h264-bframes.mp4", .video)
            : try (0..<75).map { try Buffers.picture(picture($0)) }
        let stage = RenderStage(hasSound: false)
        for buffer in buffers { stage.pictures.enqueue(buffer) }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(3.5)
        stage.synchronizer.setRate(1, time: .zero)
        for buffer in buffers { stage.pictures.enqueue(buffer) }
        stage.run(3.5)
        let all = (0..<75).map(picture)
        #expect(shown(stage) == all + all)
    }

    @Test("a picture that is to show at once does so whatever waits for its time")
    func immediate() throws {
        let stage = RenderStage(hasSound: false)
        for count in 1..<7 { stage.pictures.enqueue(try Buffers.picture(picture(count * 10))) }
        stage.run(0)
        let urgent = try Buffers.picture(picture(1000))
        urgent.sampleAttachments[0][.displayImmediately] = true
        stage.pictures.enqueue(urgent)
        stage.run(0)
        #expect(shown(stage) == [picture(1000)])
        // Those that wait show when their time comes.
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(3)
        #expect(shown(stage) == [picture(1000)] + (1..<7).map { picture($0 * 10) })
    }
}

/// A tone, which shows where sound begins, ends and how fast it goes.
private enum Tone {
    static let hertz = 500.0

    static func buffers(frames: Range<Int>) throws -> [CMSampleBuffer] {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = 48_000
        basic.mFormatID = kAudioFormatLinearPCM
        basic.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
        (basic.mBitsPerChannel, basic.mBytesPerFrame, basic.mBytesPerPacket) = (32, 8, 8)
        (basic.mFramesPerPacket, basic.mChannelsPerFrame) = (1, 2)
        let format = try CMFormatDescription(audioStreamBasicDescription: basic)
        return try stride(from: frames.lowerBound, to: frames.upperBound, by: 1024).map { start in
            let count = min(1024, frames.upperBound - start)
            let data = try CMBlockBuffer(length: count * 8)
            try data.withUnsafeMutableBytes { memory in
                for frame in 0..<(count * 2) {
                    let value = Float(0.5 * sin(2 * Double.pi * hertz * Double(start + frame / 2) / 48_000))
                    memory.storeBytes(of: value, toByteOffset: frame * 4, as: Float.self)
                }
            }
            return try CMSampleBuffer(
                dataBuffer: data,
                formatDescription: format,
                numSamples: count,
                presentationTimeStamp: CMTime(value: Int64(start), timescale: 48_000),
                packetDescriptions: []
            )
        }
    }

    /// How often it goes up through zero in a second.
    static func frequency(_ samples: [Float], rate: Int) -> Double {
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let rises = zip(left.indices, zip(left, left.dropFirst())).filter { $1.0 < 0 && $1.1 >= 0 }.map(\.0)
        guard let first = rises.first, let last = rises.last, last > first else { return 0 }
        return Double(rises.count - 1) * Double(rate) / Double(last - first)
    }
}

/// A device that takes another format each time it is opened.
private final class ChangingTarget: AKAudioTarget, @unchecked Sendable {
    // SAFETY: everything is called on the thread of the test.
    var host: (any HostClock)?
    private(set) var targets: [AKVirtualAudioTarget] = []
    private let rates: [Int]
    private var events: (@Sendable (AKAudioTargetEvent) -> Void)?

    init(rates: [Int]) { self.rates = rates }

    func lose() {
        targets.last?.stop()
        events?(.lost("it was pulled out"))
    }

    func open(_ wish: AKAudioTargetFormat, events: @escaping @Sendable (AKAudioTargetEvent) -> Void) throws
        -> AKAudioTargetFormat
    {
        guard let host else { throw AVError(.unknown) }
        self.events = events
        let format = AKAudioTargetFormat(sampleRate: rates[min(targets.count, rates.count - 1)], channelCount: 2)
        let target = AKVirtualAudioTarget(host: host, format: format, latency: .milliseconds(40), keepsSound: true)
        targets.append(target)
        return try target.open(wish, events: events)
    }

    func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        targets.last?.start(at: hostTime, source)
    }

    func stop() { targets.last?.stop() }
    var position: AKAudioTargetPosition? { targets.last?.position }
    func close() { targets.last?.close() }
}
