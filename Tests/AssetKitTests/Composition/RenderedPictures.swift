import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitMedia

/// The pictures that a video composition makes of an asset, as a reader gives them.
struct RenderedPictures {
    private(set) var pictures: [CVPixelBuffer] = []
    private(set) var times: [CMTime] = []

    init(_ asset: AVAsset, _ composition: AVVideoComposition, in range: CMTimeRange? = nil) async throws {
        let reader = try AVAssetReader(asset: asset)
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let output = AVAssetReaderVideoCompositionOutput(
            videoTracks: try await asset.loadTracks(withMediaType: .video),
            videoSettings: [kCVPixelBufferPixelFormatTypeKey: format]
        )
        output.videoComposition = composition
        if let range { reader.timeRange = range }
        reader.add(output)
        try reader.start()
        while let sample = output.copyNextSampleBuffer() {
            pictures.append(try #require(sample.imageBuffer))
            times.append(sample.presentationTimeStamp)
        }
        if let error = reader.error { throw error }
    }

    /// The code of brightness of a pixel of each picture.
    func luma(_ x: Int, _ y: Int) -> [Int] { pictures.map { $0.luma(x, y) } }
}

extension CVPixelBuffer {
    /// The code of brightness of a pixel.
    func luma(_ x: Int, _ y: Int) -> Int {
        let stride = storage.bytesPerRow(ofPlane: 0)
        let code = akWithPlane(0) { span in span.withUnsafeBytes { Int($0[y * stride + x]) } }
        return code ?? -1
    }
}
