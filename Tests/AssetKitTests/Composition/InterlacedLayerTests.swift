import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Interlaced pictures in layers")
struct InterlacedLayerTests {
    private let folder = TemporaryFolder()
    private let film = AVURLAsset(url: SampleMedia.url("interlaced-tff.mp4"))

    private func composition() async throws -> AVMutableVideoComposition {
        try await AVMutableVideoComposition.videoComposition(withPropertiesOf: film)
    }

    /// The codes of brightness of all pixels of each picture.
    private func luma(_ asset: AVAsset, _ composition: AVVideoComposition?) async throws -> [[UInt8]] {
        let reader = try AVAssetReader(asset: asset)
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let settings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        let output: AVAssetReaderOutput
        if let composition {
            let own = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
            own.videoComposition = composition
            output = own
        } else {
            output = AVAssetReaderTrackOutput(track: try #require(tracks.first), outputSettings: settings)
        }
        reader.add(output)
        try reader.start()
        var pictures: [[UInt8]] = []
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(sample.imageBuffer)
            let stride = picture.storage.bytesPerRow(ofPlane: 0)
            let codes = picture.akWithPlane(0) { span in
                span.withUnsafeBytes { bytes in
                    (0..<picture.height).flatMap { row in bytes[row * stride..<row * stride + picture.width] }
                }
            }
            pictures.append(try #require(codes))
        }
        return pictures
    }

    private func export(_ name: String, _ composition: AVVideoComposition?) async throws -> AVURLAsset {
        let url = URL(filePath: folder.path(name))
        let session = try #require(AVAssetExportSession(asset: film, presetName: AVAssetExportPresetAppleProRes422LPCM))
        session.videoComposition = composition
        try await session.export(to: url, as: .mov)
        return AVURLAsset(url: url)
    }

    @Test("each shows without its fields, as an export without layers shows it")
    func agreesWithExports() async throws {
        let plain = try await luma(try await export("plain.mov", nil), nil)
        let layered = try await luma(try await export("layered.mov", composition()), nil)
        #expect(plain.count == 75)
        #expect(plain == layered)
        // Both fields in one picture are something else.
        let woven = try await luma(film, nil)
        let read = try await luma(film, composition())
        let differing = zip(woven[40], read[40]).count { abs(Int($0) - Int($1)) > 8 }
        #expect(differing > 500)
    }

    @Test("a part is that part of the whole, and a layer that is made smaller has no fields either")
    func readsParts() async throws {
        let video = try await composition()
        video.renderSize = CGSize(width: 160, height: 96)
        let known = try #require(video.instructions.first as? AVVideoCompositionInstruction)
        let instruction = try #require(known.mutableCopy() as? AVMutableVideoCompositionInstruction)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: try #require(film.tracks.first))
        layer.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
        instruction.layerInstructions = [layer]
        video.instructions = [instruction]
        let whole = try await RenderedPictures(film, video)
        let part = try await RenderedPictures(film, video, in: frameRange(30, 40))
        #expect(part.times == Array(whole.times[30..<40]))
        for (x, y) in [(10, 20), (80, 48), (81, 49), (100, 70), (150, 90)] {
            #expect(part.luma(x, y) == Array(whole.luma(x, y)[30..<40]))
        }
    }
}
