import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitMedia

/// What readers make of files.
enum DecodedMedia {
    /// Times and barcodes of a file's pictures.
    static func pictures(_ url: URL) async throws -> [(time: CMTime, index: Int?)] {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        )
        reader.add(output)
        #expect(reader.startReading())
        var result: [(CMTime, Int?)] = []
        while let sample = output.copyNextSampleBuffer() {
            result.append((sample.presentationTimeStamp, sample.imageBuffer.flatMap { PictureBarcode.index(of: $0) }))
        }
        #expect(reader.status == .completed, "\(String(describing: reader.error))")
        return result
    }

    static func sound(_ url: URL) async throws -> ReadSound {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: ReadSound.floats)
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        return try ReadSound(reader, output)
    }
}
