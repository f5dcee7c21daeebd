import Foundation
import TestSupport
import Testing

@testable import AssetKit

@Suite("Sample rates that are none")
struct HostileRateTests {
    private let folder = TemporaryFolder()

    /// Loads what there is to know of a file, and reads it as sound, to its end or to an error.
    private func open(_ bytes: Data, _ name: String) async throws {
        let url = URL(filePath: folder.path(name))
        try bytes.write(to: url)
        let asset = AVURLAsset(url: url)
        guard let track = try? await asset.loadTracks(withMediaType: .audio).first else { return }
        _ = try? await asset.load(.duration)
        _ = try? await track.load(.timeRange, .naturalTimeScale, .formatDescriptions, .estimatedDataRate)
        for settings in [nil, [AVFormatIDKey: kAudioFormatLinearPCM] as [String: Any]] {
            guard let reader = try? AVAssetReader(asset: asset) else { continue }
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
            guard reader.canAdd(output) else { continue }
            reader.add(output)
            guard reader.startReading() else { continue }
            while let sample = output.copyNextSampleBuffer() {
                #expect(sample.presentationTimeStamp.isValid)
            }
            #expect([.completed, .failed].contains(reader.status))
        }
    }

    @Test(
        "in a Core Audio file they are read as unknown, or refused",
        arguments: [
            1e300, 1e19, 2_147_483_648, 2_147_483_647, 44_100.7, 0.5, 1e-300, 0, -48_000, .nan, .infinity,
        ] as [Double]
    )
    func coreAudio(rate: Double) async throws {
        var bytes = try Data(contentsOf: SampleMedia.url("caf.caf"))
        let place = try #require(bytes.range(of: Data("desc".utf8))).upperBound + 8
        bytes.replaceSubrange(place..<place + 8, with: withUnsafeBytes(of: rate.bitPattern.bigEndian) { Data($0) })
        try await open(bytes, "rate.caf")
    }

    @Test(
        "what clients write with such a rate is written or refused",
        arguments: [1e300, 1e19, 2_147_483_648, 0.5] as [Double],
        [AVFileType.mov, .mp4, .wav, .caf]
    )
    func written(rate: Double, type: AVFileType) async throws {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = rate
        (basic.mFormatID, basic.mFormatFlags) = (kAudioFormatLinearPCM, 4 | kAudioFormatFlagIsPacked)
        (basic.mChannelsPerFrame, basic.mBitsPerChannel, basic.mFramesPerPacket) = (1, 16, 1)
        (basic.mBytesPerFrame, basic.mBytesPerPacket) = (2, 2)
        let format = try CMFormatDescription(audioStreamBasicDescription: basic)
        for settings in [nil, [AVFormatIDKey: kAudioFormatLinearPCM] as [String: Any]] {
            let url = URL(filePath: folder.path("\(settings == nil).bin"))
            let writer = try AVAssetWriter(outputURL: url, fileType: type)
            writer.overallDurationHint = CMTime(value: .max, timescale: 1)
            writer.shouldOptimizeForNetworkUse = true
            let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings, sourceFormatHint: format)
            guard writer.canAdd(input) else { continue }
            writer.add(input)
            guard writer.startWriting() else { continue }
            writer.startSession(atSourceTime: .zero)
            let timing = CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 48_000),
                presentationTimeStamp: .zero,
                decodeTimeStamp: .invalid
            )
            let sample = try CMSampleBuffer(
                dataBuffer: CMBlockBuffer(copying: Data(count: 200)),
                formatDescription: format,
                numSamples: 100,
                sampleTimings: [timing],
                sampleSizes: [2]
            )
            _ = input.append(sample)
            input.markAsFinished()
            await writer.finishWriting()
            #expect([.completed, .failed].contains(writer.status))
        }
    }

    @Test("so they are in AIFF", arguments: [0x7FFF, 0x7FFE, 0x4040, 0x401E, 0x0001, 0xC00E] as [UInt16])
    func aiff(exponent: UInt16) async throws {
        var bytes = try Data(contentsOf: SampleMedia.url("aiff.aiff"))
        let place = try #require(bytes.range(of: Data("COMM".utf8))).upperBound + 12
        bytes.replaceSubrange(place..<place + 2, with: withUnsafeBytes(of: exponent.bigEndian) { Data($0) })
        try await open(bytes, "rate.aiff")
    }

    @Test("and in WAVE", arguments: [0, 1, 0x8000_0000, .max] as [UInt32])
    func wave(rate: UInt32) async throws {
        var bytes = try Data(contentsOf: SampleMedia.url("wav-16bit.wav"))
        let place = try #require(bytes.range(of: Data("fmt ".utf8))).upperBound + 8
        bytes.replaceSubrange(place..<place + 4, with: withUnsafeBytes(of: rate.littleEndian) { Data($0) })
        try await open(bytes, "rate.wav")
    }
}
