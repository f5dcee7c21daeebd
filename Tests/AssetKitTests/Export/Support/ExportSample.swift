import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitMedia

/// Exports of the sample media, and what is in them.
enum ExportSample {
    /// The plan of an export.
    static func plan(
        _ name: String,
        _ preset: String,
        _ type: AVFileType,
        _ change: (inout AKExportOptions) -> Void = { _ in }
    ) async throws -> ExportPlan {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        var settings = ExportSettings()
        change(&settings.options)
        let preset = try #require(ExportPreset(named: preset))
        return try ExportPlanner(
            loaded: try asset.requireLoaded(),
            preset: preset,
            settings: settings,
            fileType: type
        ).plan()
    }

    /// Exports a sample with a preset and answers the session, which is complete.
    @discardableResult
    static func export(
        _ name: String,
        _ preset: String,
        to path: String,
        as type: AVFileType,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> AVAssetExportSession {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        change(session)
        try await session.export(to: URL(filePath: path), as: type)
        return session
    }

    /// The pictures of a file: which they are, by the bar code that they had when they were `codedSize`, and when they show.
    static func pictures(_ path: String, codedSize: (width: Int, height: Int)? = nil) async throws -> [Picture] {
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var pictures: [Picture] = []
        while let sample = output.copyNextSampleBuffer() {
            let buffer = try #require(sample.imageBuffer)
            let index = PictureBarcode.index(of: buffer, codedSize: codedSize)
            pictures.append(Picture(index: index, time: sample.presentationTimeStamp, duration: sample.duration))
        }
        if let error = reader.error { throw error }
        return pictures
    }

    struct Picture: Equatable {
        var index: Int?
        var time: CMTime
        var duration: CMTime
    }

    /// The samples of the first channel of a file's first track of sound, and the number of the first one.
    static func sound(_ path: String, track number: Int = 0) async throws -> (start: Int64, rate: Int, samples: [Float])
    {
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try await asset.loadTracks(withMediaType: .audio)[number]
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var samples: [Float] = []
        var start: Int64?
        var rate = 0
        while let buffer = output.copyNextSampleBuffer() {
            let basic = try #require(buffer.formatDescription?.audioStreamBasicDescription)
            let channels = Int(basic.mChannelsPerFrame)
            rate = Int(basic.mSampleRate)
            let first = buffer.presentationTimeStamp.nearestSample(rate: rate)
            start = start ?? first
            // Gaps are silent.
            let missing = Int(first - (start ?? first)) - samples.count
            if missing > 0 { samples += [Float](repeating: 0, count: missing) }
            try buffer.dataBuffer?.withContiguousStorage { bytes in
                let numbers = bytes.bindMemory(to: Float.self)
                // Strides are slow where nothing is optimised.
                var index = 0
                if channels == 1 { samples.append(contentsOf: numbers) }
                while channels > 1, index < numbers.count {
                    samples.append(numbers[index])
                    index += channels
                }
            }
        }
        if let error = reader.error { throw error }
        return (start ?? 0, rate, samples)
    }
}

extension ExportPlan {
    /// What happens to the pictures.
    var pictures: [PictureRendering] {
        tracks.compactMap { track in
            if case .pictures(let rendering) = track.treatment { return rendering }
            return nil
        }
    }
}
