import CMTimeLib
import Foundation
import TestSupport

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Makes media to write, and writes it.
enum WriterKit {
    /// A description of pictures that any box of a movie can hold.
    static let pictureFormat: CMFormatDescription = {
        let atom: [UInt8] = [1, 66, 0, 30, 255, 225, 0, 4, 103, 66, 0, 30, 1, 0, 4, 104, 206, 60, 128]
        return CMFormatDescription(
            type: kCMMediaType_Video,
            subtype: kCMVideoCodecType_H264,
            extensions: [
                kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: ["avcC": Data(atom)]
            ],
            dimensions: CMVideoDimensions(width: 64, height: 48)
        )
    }()

    /// Stereo with 16 bits and 48,000 frames a second.
    static let soundFormat: CMFormatDescription = {
        LinearPCM(sampleRate: 48_000, channels: SoundChannels(usualFor: 2)).resolved(
            rate: 48_000,
            channels: SoundChannels(usualFor: 2)
        ).formatDescription
    }()

    /// A stored picture.
    static func picture(_ number: Int, scale: CMTimeScale = 25, byteCount: Int = 50) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: scale),
            presentationTimeStamp: CMTime(value: CMTimeValue(number), timescale: scale),
            decodeTimeStamp: .invalid
        )
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount)
        return try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: pictureFormat,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [byteCount]
        )
    }

    /// A tenth of a second of uncompressed sound.
    static func sound(_ number: Int) throws -> CMSampleBuffer {
        let count = 4800
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 48_000),
            presentationTimeStamp: CMTime(value: CMTimeValue(number * count), timescale: 48_000),
            decodeTimeStamp: .invalid
        )
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count * 4)
        return try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: soundFormat,
            numSamples: count,
            sampleTimings: [timing],
            sampleSizes: [4]
        )
    }
}

/// A writer into a fake sink, with an input for pictures and one for sound, both stored as they come.
final class FakeWriting: Sendable {
    let record = SinkRecord()
    let folder = TemporaryFolder()
    let writer: AVAssetWriter
    let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    private let seen = Lock(SinkPlan?.none)

    var plan: SinkPlan? { seen.withLock { $0 } }
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path(""))) ?? [] }

    init(before: @escaping @Sendable () throws -> Void = {}) throws {
        writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: folder.path("new.mov")), fileType: .mov)
        let (record, seen) = (record, seen)
        writer.openSinks { plan, bytes in
            seen.withLock { $0 = plan }
            return FakeSink(bytes, record, before: before)
        }
    }

    func start(_ inputs: [AVAssetWriterInput]? = nil, at time: CMTime = .zero) {
        (inputs ?? [pictures, sound]).forEach { writer.add($0) }
        writer.startWriting()
        writer.startSession(atSourceTime: time)
    }

    /// Waits for room, and gives up where the writer has ended.
    static func wait(for input: AVAssetWriterInput) throws {
        try spinPatiently("until an input has room") { input.isReadyForMoreMediaData }
    }
}

extension AVAssetWriter {
    /// Writes into another sink than that of the file type.
    func openSinks(with opener: @escaping @Sendable (SinkPlan, any ByteSink) throws -> any MediaSink) {
        setup.withLock { $0.opener = opener }
    }
}
