import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitReading
@testable import AssetKitSinks

@Suite("Sound of edits that play faster or slower")
struct ScaledSoundTests {
    private static let rate = 48_000
    private let folder = TemporaryFolder()

    /// Four seconds of a tone of 440 Hz: the first as it is, two at twice the speed, the last at half of it.
    private func movie() throws -> URL {
        var basic = AudioStreamBasicDescription()
        basic.mSampleRate = Double(Self.rate)
        basic.mFormatID = kAudioFormatLinearPCM
        basic.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        (basic.mChannelsPerFrame, basic.mBitsPerChannel) = (1, 16)
        (basic.mBytesPerFrame, basic.mBytesPerPacket, basic.mFramesPerPacket) = (2, 2, 1)
        let format = CMFormatDescription(
            type: kCMMediaType_Audio,
            subtype: kAudioFormatLinearPCM,
            audio: AudioFormatDetails(basic: basic)
        )
        let track = SinkTrack(mediaType: .audio, formats: [format], timescale: CMTimeScale(Self.rate))
        let sink = FakeByteSink()
        let file = try ISOMediaSink(SinkPlan(fileType: .mov, tracks: [track]), into: sink)
        let samples = (0..<4 * Self.rate).map { place in
            Int16((8000 * sin(2 * Double.pi * 440 * Double(place) / Double(Self.rate))).rounded()).littleEndian
        }
        let sample = SinkSample(
            data: try samples.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            count: samples.count,
            presentationTime: .zero,
            decodeTime: .zero,
            duration: CMTime(value: 1, timescale: CMTimeScale(Self.rate))
        )
        try file.write(sample, to: 0)
        func seconds(_ start: Int64, _ count: Int64) -> CMTimeRange {
            let duration = CMTime(value: count, timescale: 1)
            return CMTimeRange(start: CMTime(value: start, timescale: 1), duration: duration)
        }
        let edits = [
            CMTimeMapping(source: seconds(0, 1), target: seconds(0, 1)),
            CMTimeMapping(source: seconds(1, 2), target: seconds(1, 1)),
            CMTimeMapping(source: seconds(3, 1), target: seconds(2, 2)),
        ]
        try file.finish(SinkEnding(edits: [edits]))
        let url = URL(filePath: folder.path("scaled.mov"))
        try Data(sink.bytes).write(to: url)
        return url
    }

    /// The samples of a range, and the number of the first.
    private func read(
        _ url: URL,
        _ algorithm: AVAudioTimePitchAlgorithm,
        mixed: Bool = false,
        in range: CMTimeRange? = nil
    ) async throws -> (start: Int64, samples: [Float]) {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        if let range { reader.timeRange = range }
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let output: AVAssetReaderOutput
        if mixed {
            let mix = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: settings)
            mix.audioTimePitchAlgorithm = algorithm
            output = mix
        } else {
            let own = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
            own.audioTimePitchAlgorithm = algorithm
            output = own
        }
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var (samples, start) = ([Float](), Int64?.none)
        while let buffer = output.copyNextSampleBuffer() {
            let first = buffer.presentationTimeStamp.nearestSample(rate: Self.rate)
            #expect(first == (start ?? first) + Int64(samples.count), "no gap, and nothing twice")
            start = start ?? first
            try buffer.dataBuffer?.withContiguousStorage { samples += $0.bindMemory(to: Float.self) }
        }
        if let error = reader.error { throw error }
        return (start ?? 0, samples)
    }

    /// How high a part is, in hertz.
    private func pitch(_ samples: [Float], _ part: Range<Double>) -> Double {
        let part = Int(part.lowerBound * Double(Self.rate))..<Int(part.upperBound * Double(Self.rate))
        let crossings = zip(samples[part], samples[part].dropFirst()).reduce(0) { $0 + ($1.0 < 0 && $1.1 >= 0 ? 1 : 0) }
        return Double(crossings) * Double(Self.rate) / Double(part.count)
    }

    private static let rows: [(algorithm: AVAudioTimePitchAlgorithm, fast: Double, slow: Double)] = [
        (.varispeed, 880, 220), (.timeDomain, 440, 440), (.spectral, 440, 440), (.lowQualityZeroLatency, 440, 440),
    ]

    @Test("the pitch is what the algorithm makes of it, and no sample is too many", arguments: rows)
    func algorithms(row: (algorithm: AVAudioTimePitchAlgorithm, fast: Double, slow: Double)) async throws {
        let url = try movie()
        for mixed in [false, true] {
            let whole = try await read(url, row.algorithm, mixed: mixed)
            #expect(whole.start == 0 && whole.samples.count == 4 * Self.rate)
            #expect(abs(pitch(whole.samples, 0.1..<0.9) - 440) < 4)
            #expect(abs(pitch(whole.samples, 1.2..<1.8) - row.fast) < row.fast / 100)
            #expect(abs(pitch(whole.samples, 2.2..<3.8) - row.slow) < row.slow / 100)
        }
    }

    @Test("a part is the same as in the whole")
    func part() async throws {
        let url = try movie()
        let whole = try await read(url, .timeDomain)
        let start = CMTime(value: 60_001, timescale: CMTimeScale(Self.rate))
        let range = CMTimeRange(start: start, duration: CMTime(value: 77_777, timescale: CMTimeScale(Self.rate)))
        let part = try await read(url, .timeDomain, in: range)
        #expect(part.start == 60_001)
        #expect(part.samples == Array(whole.samples[60_001..<137_778]))
    }

    @Test("an export hears what a reader hears")
    func export() async throws {
        let url = try movie()
        let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: url), presetName: AKExportPresetWAV))
        session.audioTimePitchAlgorithm = .timeDomain
        session.akOptions.audio = .encoded(kAudioFormatLinearPCM)
        try await session.export(to: URL(filePath: folder.path("a.wav")), as: .wav)
        let made = try await ExportSample.sound(folder.path("a.wav")).samples
        let heard = try await read(url, .timeDomain).samples
        #expect(made.count == heard.count)
        // It has 16 bits.
        #expect(zip(made, heard).allSatisfy { abs($0 - $1) < 1 / 30_000 })
    }
}
