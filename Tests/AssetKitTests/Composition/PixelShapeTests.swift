import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("Compositions of pixels of several shapes", .enabled(if: Oracle.isThere, "ffmpeg makes the films"))
struct PixelShapeTests {
    /// White films, which all show as 128x72.
    enum Film: String {
        case square, wide
        /// As wide, with colours that make it another kind of pictures.
        case tagged

        func make(in folder: TemporaryFolder) throws -> AVURLAsset {
            let (size, aspect) = self == .square ? ("128x72", "1") : ("96x72", "4/3")
            let picture = "color=white:s=\(size):r=10:d=0.5,setsar=\(aspect),format=yuv420p"
            let tags = ["-color_primaries", "-color_trc", "-colorspace"].flatMap { [$0, "smpte170m"] }
            let path = folder.path("\(rawValue).mp4")
            let encoder = ["-c:v", "libx264"] + (self == .tagged ? tags : [])
            try Oracle.run(["-f", "lavfi", "-i", picture] + encoder + [path])
            return AVURLAsset(url: URL(filePath: path))
        }
    }

    /// How bright the darkest pixels are beside the edges of all pictures of a file, and the shape of its pixels.
    private func look(at url: URL) async throws -> (darkest: Int, across: Int, along: Int) {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let shape = try #require(track.akDetails.video)
        let reader = try AVAssetReader(asset: asset)
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey: format]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var darkest = Int.max
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(sample.imageBuffer)
            let (right, middle) = (picture.width(ofPlane: 0) - 2, shape.height / 2)
            for (x, y) in [(1, middle), (right, middle), (right / 2, 1), (right / 2, shape.height - 2)] {
                darkest = min(darkest, picture.luma(x, y))
            }
        }
        if let error = reader.error { throw error }
        return (darkest, shape.horizontalSpacing, shape.verticalSpacing)
    }

    @Test(
        "pictures of one shape have no bars, whatever their pixels are like, and whether they are copied or encoded",
        arguments: [[Film.square, .wide], [.wide, .square], [.wide, .tagged], [.tagged, .wide]]
    )
    func shapes(_ films: [Film]) async throws {
        let folder = TemporaryFolder()
        let edit = AVMutableComposition()
        for film in films {
            let asset = try film.make(in: folder)
            let whole = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
            try await edit.insertTimeRange(whole, of: asset, at: edit.duration)
        }
        var (factor, codec) = (AKExportOptions(), AKExportOptions())
        factor.constantRateFactor = 12
        codec.video = .encoded(.hevc)
        for (number, options) in [AKExportOptions(), factor, codec].enumerated() {
            let name = AVAssetExportPresetHighestQuality
            let session = try #require(AVAssetExportSession(asset: edit, presetName: name))
            session.akOptions = options
            let url = URL(filePath: folder.path("\(number).mp4"))
            try await session.export(to: url, as: .mp4)
            let (darkest, across, along) = try await look(at: url)
            #expect(darkest > 200, "\(films), \(number)")
            #expect(across * 3 == along * (films[0] == .square ? 3 : 4), "\(films), \(number): \(across):\(along)")
        }
    }
}
