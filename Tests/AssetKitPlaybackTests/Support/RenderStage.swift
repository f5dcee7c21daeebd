import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

/// A synchronizer on a virtual clock, with a renderer of sound and one of pictures, a device and a screen that there are none of.
final class RenderStage {
    let host = VirtualHostClock(now: 1_000_000_000)
    let environment: HostEnvironment
    let speaker: AKVirtualAudioTarget
    let screen: AKVirtualVideoTarget
    let synchronizer: AVSampleBufferRenderSynchronizer
    let sound: AVSampleBufferAudioRenderer
    let pictures: AVSampleBufferVideoRenderer

    init(
        latency: Duration = .milliseconds(40),
        faults: AKVirtualAudioTarget.Faults = .init(),
        format: AKAudioTargetFormat? = nil,
        hasSound: Bool = true,
        hasPictures: Bool = true
    ) {
        environment = .virtual(host)
        speaker = AKVirtualAudioTarget(host: host, format: format, latency: latency, faults: faults, keepsSound: true)
        screen = AKVirtualVideoTarget(host: host)
        synchronizer = AVSampleBufferRenderSynchronizer(environment: environment)
        sound = AVSampleBufferAudioRenderer(environment: environment, audio: speaker)
        pictures = AVSampleBufferVideoRenderer(environment: environment)
        pictures.akTarget = screen
        if hasSound { synchronizer.addRenderer(sound) }
        if hasPictures { synchronizer.addRenderer(pictures) }
    }

    /// Hands counting sound to the renderer, in buffers of so many frames.
    func enqueue(_ frames: Range<Int>, size: Int = 1000) throws {
        for start in stride(from: frames.lowerBound, to: frames.upperBound, by: size) {
            sound.enqueue(try Buffers.counting(start..<min(start + size, frames.upperBound)))
        }
    }

    /// Lets so much time pass.
    func run(_ seconds: Double) { host.advance(by: Int64((seconds * 1_000_000_000).rounded())) }

    /// When sound was heard first.
    var firstHeard: Int64? { speaker.heardRuns.first?.hostTime }
}

/// Sample buffers for renderers.
enum Buffers {
    /// Counting sound, which begins at a frame of the timeline; the samples say the same number.
    static func counting(
        _ frames: Range<Int>,
        rate: Int = 48_000,
        channels: Int = 2,
        isInterleaved: Bool = true,
        isInteger: Bool = false,
        at start: Int? = nil
    ) throws -> CMSampleBuffer {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = Double(rate)
        basic.mFormatID = kAudioFormatLinearPCM
        basic.mFormatFlags = isInteger ? kAudioFormatFlagIsSignedInteger : kAudioFormatFlagIsFloat
        basic.mFormatFlags |= kAudioFormatFlagIsPacked
        if !isInterleaved { basic.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
        basic.mBitsPerChannel = 32
        basic.mBytesPerFrame = UInt32(isInterleaved ? 4 * channels : 4)
        basic.mBytesPerPacket = basic.mBytesPerFrame
        basic.mFramesPerPacket = 1
        basic.mChannelsPerFrame = UInt32(channels)
        let format = try CMFormatDescription(audioStreamBasicDescription: basic)
        let values = frames.map { frame -> UInt32 in
            let value = CounterSound.value(frame)
            return isInteger ? UInt32(bitPattern: Int32(value * Float(1 << 30) * 2)) : value.bitPattern
        }
        var words: [UInt32] = []
        if isInterleaved {
            for value in values { words += Array(repeating: value, count: channels) }
        } else {
            for _ in 0..<channels { words += values }
        }
        let data = try CMBlockBuffer(length: words.count * 4)
        try data.withUnsafeMutableBytes { memory in
            for (index, word) in words.enumerated() {
                memory.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
            }
        }
        return try CMSampleBuffer(
            dataBuffer: data,
            formatDescription: format,
            numSamples: frames.count,
            presentationTimeStamp: CMTime(value: Int64(start ?? frames.lowerBound), timescale: CMTimeScale(rate)),
            packetDescriptions: []
        )
    }

    /// A grey picture for a time.
    static func picture(_ time: CMTime, grey: UInt8 = 128, duration: CMTime = CMTime(value: 1, timescale: 25)) throws
        -> CMSampleBuffer
    {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 32, 16, kCVPixelFormatType_32BGRA, nil, &made)
        let pixels = try #require(made)
        CVPixelBufferLockBaseAddress(pixels, [])
        let bytes = try #require(CVPixelBufferGetBaseAddress(pixels))
        memset(bytes, Int32(grey), CVPixelBufferGetBytesPerRow(pixels) * 16)
        CVPixelBufferUnlockBaseAddress(pixels, [])
        return try CMSampleBuffer(
            imageBuffer: pixels,
            formatDescription: CMFormatDescription(imageBuffer: pixels),
            sampleTiming: CMSampleTimingInfo(
                duration: duration,
                presentationTimeStamp: time,
                decodeTimeStamp: .invalid
            )
        )
    }

    /// The samples of a track of a file, as they are stored.
    static func read(_ name: String, _ type: AVMediaType) async throws -> [CMSampleBuffer] {
        let asset = AVURLAsset(url: Samples.url(name))
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        reader.startReading()
        var buffers: [CMSampleBuffer] = []
        while let buffer = output.copyNextSampleBuffer() { buffers.append(buffer) }
        return buffers
    }
}
