import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitMedia

/// Samples as files store them.
enum StoredMedia {
    /// A stored sample in numbers that can be compared.
    struct Numbers: Equatable {
        let time: CMTime
        let decodeTime: CMTime
        let isSync: Bool
        let bytes: Data
    }

    /// Reads all samples of a track as they are stored.
    static func samples(_ url: URL, _ mediaType: AVMediaType, in range: CMTimeRange? = nil) async throws
        -> [CMSampleBuffer]
    {
        let asset = AVURLAsset(url: url)
        guard let track = try await asset.loadTracks(withMediaType: mediaType).first else { return [] }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        if let range { reader.timeRange = range }
        reader.add(output)
        #expect(reader.startReading())
        var result: [CMSampleBuffer] = []
        while let sample = output.copyNextSampleBuffer() { result.append(sample) }
        #expect(reader.status == .completed)
        return result
    }

    static func numbers(_ samples: [CMSampleBuffer]) throws -> [Numbers] {
        try samples.map { sample in
            Numbers(
                time: sample.presentationTimeStamp,
                decodeTime: sample.decodeTimeStamp.isValid ? sample.decodeTimeStamp : sample.presentationTimeStamp,
                isSync: !(Number(sample.sampleAttachments[0][.notSync])?.bool ?? false),
                bytes: try sample.dataBuffer?.dataBytes() ?? Data()
            )
        }
    }

    /// Copies the first tracks of pictures and sound.
    static func copy(_ url: URL, to target: URL, _ fileType: AVFileType, in range: CMTimeRange? = nil) async throws {
        let writer = try AVAssetWriter(outputURL: target, fileType: fileType)
        var feeds: [(AVAssetWriterInput, [CMSampleBuffer])] = []
        for mediaType in [AVMediaType.video, .audio] {
            let samples = try await Self.samples(url, mediaType, in: range)
            guard let first = samples.first else { continue }
            let input = AVAssetWriterInput(
                mediaType: mediaType,
                outputSettings: nil,
                sourceFormatHint: first.formatDescription
            )
            writer.add(input)
            feeds.append((input, samples))
        }
        try writer.start()
        writer.startSession(atSourceTime: range?.start ?? .zero)
        let threads = feeds.map { input, samples in
            TestThread {
                for sample in samples {
                    try FakeWriting.wait(for: input)
                    guard input.append(sample) else { return }
                }
                input.markAsFinished()
            }
        }
        try threads.forEach { try $0.value() }
        if let range { writer.endSession(atSourceTime: range.end) }
        await writer.finishWriting()
        if let error = writer.error { throw error }
    }
}
