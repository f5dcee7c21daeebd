import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("Sound that is heard while it is captured")
struct AudioPreviewTests {
    private let studio = Studio()
    private let output = AVCaptureAudioPreviewOutput()

    private func begin(_ target: AKVirtualAudioTarget, sampleRate: Int = 48_000) throws {
        output.akAudioTarget = target
        try studio.add(studio.microphone(AKSyntheticMicrophone(sampleRate: sampleRate, signal: .counter)))
        studio.session.addOutput(output)
        studio.session.startRunning()
    }

    private func target(ppm: Double = 0, format: AKAudioTargetFormat? = nil) -> AKVirtualAudioTarget {
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = ppm
        return AKVirtualAudioTarget(host: studio.host, format: format, faults: faults, keepsSound: true)
    }

    /// Which frames of the microphone were heard.
    private func frames(_ target: AKVirtualAudioTarget) -> [Int] {
        target.heard.map { Int(($0 * 2_097_152).rounded()) }
    }

    @Test("every frame is heard, in order and soon")
    func plain() throws {
        let target = target()
        try begin(target)
        studio.advance(2)
        let frames = frames(target)
        #expect(frames == Array(0..<frames.count))
        #expect((0.9 * 96_000...96_000).contains(Double(frames.count)), "\(frames.count)")
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.produced == counts.delivered)
        studio.session.stopRunning()
        let count = target.heard.count
        studio.advance(1)
        #expect(target.heard.count == count && target.position == nil)
    }

    @Test("it is as loud as it is to be")
    func volume() throws {
        let target = target()
        output.volume = 0.25
        try begin(target)
        studio.advance(0.5)
        #expect(target.heard.enumerated().allSatisfy { $0.element == Float($0.offset) / 2_097_152 * 0.25 })
        output.volume = .nan
        #expect(output.volume == 0)
        output.volume = 7
        #expect(output.volume == 1)
    }

    @Test("a target whose clock is off hears what is no older than a moment", arguments: [-20_000.0, 20_000])
    func drift(ppm: Double) throws {
        let target = target(ppm: ppm)
        try begin(target)
        studio.advance(20)
        let frames = frames(target)
        #expect(zip(frames, frames.dropFirst()).allSatisfy(<))
        #expect(try #require(frames.last) > 20 * 48_000 - 48_000 * 3 / 10)
        let gaps = zip(frames, frames.dropFirst()).count { $1 != $0 + 1 }
        #expect(gaps <= 3, "\(gaps)")
    }

    @Test("sound becomes what the target takes")
    func conversion() throws {
        let target = target(format: AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2))
        try begin(target, sampleRate: 16_000)
        studio.advance(2)
        let heard = target.heard
        #expect((0.9 * 192_000...192_000).contains(Double(heard.count)))
        // A ramp stays one: frame n of the target is that of a third of n, on both sides.
        let errors = stride(from: 2000, to: heard.count - 1, by: 2).map { index in
            abs(Double(heard[index]) * 2_097_152 - Double(index / 2) / 3)
        }
        #expect(errors.allSatisfy { $0 < 20 }, "\(errors.max() ?? 0)")
        #expect(stride(from: 0, to: heard.count - 1, by: 2).allSatisfy { heard[$0] == heard[$0 + 1] })
    }

    @Test("a target that is gone says why, harms nobody, and another one takes its place")
    func loss() throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.death = studio.host.now + 1_000_000_000
        let dying = AKVirtualAudioTarget(host: studio.host, faults: faults, keepsSound: true)
        let data = AVCaptureAudioDataOutput()
        let log = DataLog()
        data.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(data)
        try begin(dying)
        studio.advance(2)
        #expect(output.akObstacle != nil && studio.session.isRunning)
        let target = target()
        output.akAudioTarget = target
        studio.advance(1)
        #expect(output.akObstacle == nil && target.heard.count > 40_000)
        #expect(log.buffers.reduce(0) { $0 + $1.numSamples } == 3 * 48_000)
        output.akAudioTarget = nil
        let count = target.heard.count
        studio.advance(1)
        #expect(target.heard.count == count)
        let counts = try #require(output.connections.first?.akStatistics)
        #expect(counts.produced == counts.delivered + counts.dropped + counts.unwanted, "\(counts)")
        #expect(counts.abandoned > 80 && (99...101).contains(counts.unwanted))
    }

    @Test("another device by its name is another target")
    func device() {
        #expect(output.outputDeviceUniqueID == nil)
        let first = output.akAudioTarget
        output.outputDeviceUniqueID = "headphones"
        #expect(output.outputDeviceUniqueID == "headphones" && output.akAudioTarget !== first)
    }
}
