import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Compositions with a transparent background")
struct TransparentCompositionTests {
    private let folder = TemporaryFolder()
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0)

    /// A picture of 320 by 180 whose left half shows at some opacity, over a colour.
    private func edit(opacity: Float = 1, over color: CGColor) async throws -> (
        AVMutableComposition, AVVideoComposition
    ) {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, 5))
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        layer.setCropRectangle(CGRect(x: 0, y: 0, width: 160, height: 180), at: .zero)
        layer.setOpacity(opacity, at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [layer]
        instruction.backgroundColor = color
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        return (edit, composition)
    }

    private func pictures(
        _ asset: AVAsset,
        _ composition: AVVideoComposition?,
        _ format: OSType = kCVPixelFormatType_32BGRA
    ) async throws -> [CVPixelBuffer] {
        let reader = try AVAssetReader(asset: asset)
        let tracks = try await asset.loadTracks(withMediaType: .video)
        let settings = [kCVPixelBufferPixelFormatTypeKey: format]
        if let composition {
            let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: settings)
            output.videoComposition = composition
            reader.add(output)
        } else {
            reader.add(AVAssetReaderTrackOutput(track: tracks[0], outputSettings: settings))
        }
        try reader.start()
        var pictures: [CVPixelBuffer] = []
        while let sample = reader.outputs[0].copyNextSampleBuffer() {
            pictures.append(try #require(sample.imageBuffer))
        }
        if let error = reader.error { throw error }
        return pictures
    }

    private func isPremultiplied(_ buffer: CVPixelBuffer) -> Bool {
        let mode = CVBufferCopyAttachment(buffer, kCVImageBufferAlphaChannelModeKey, nil) as? String
        return mode == kCVImageBufferAlphaChannelMode_PremultipliedAlpha
    }

    @Test("a reader's pictures show through where nothing covers the background", arguments: [1, 0.5])
    func reads(opacity: Float) async throws {
        let (asset, composition) = try await edit(opacity: opacity, over: .init(red: 0, green: 0, blue: 0, alpha: 0))
        let opaque = try await pictures(asset, try await edit(over: .init(red: 0, green: 0, blue: 0, alpha: 1)).1)
        let found = try await pictures(asset, composition)
        #expect(found.count == 5)
        for (picture, whole) in zip(found, opaque) {
            #expect(isPremultiplied(picture))
            #expect(picture.bgra(240, 90) == [0, 0, 0, 0])
            for (x, y) in [(8, 8), (80, 90), (150, 170)] {
                let (own, wanted) = (picture.bgra(x, y), whole.bgra(x, y))
                #expect(abs(own[3] - Int((255 * opacity).rounded())) <= 1)
                for place in 0..<3 {
                    #expect(abs(Float(own[place]) - Float(wanted[place]) * opacity) <= 3, "\(x),\(y)")
                }
            }
        }
    }

    @Test("where no alpha is asked for, the background is opaque")
    func readsOpaque() async throws {
        let (asset, composition) = try await edit(over: red)
        let found = try await pictures(asset, composition, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        // Red, by BT.601.
        #expect(found.allSatisfy { abs($0.luma(240, 90) - 82) <= 1 || abs($0.luma(240, 90) - 63) <= 1 })
    }

    @Test("half of a background's alpha is that of the picture, below layers as well")
    func halfBackground() async throws {
        let half = CGColor(red: 1, green: 1, blue: 1, alpha: 0.5)
        let (asset, composition) = try await edit(opacity: 0.5, over: half)
        let found = try #require(try await pictures(asset, composition).first)
        #expect(found.bgra(240, 90).allSatisfy { abs($0 - 128) <= 1 })
        #expect(abs(found.bgra(80, 90)[3] - 191) <= 1)
    }

    @Test("images have alpha")
    func images() async throws {
        let (asset, composition) = try await edit(over: red)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.videoComposition = composition
        let image = try await generator.image(at: .zero).image
        #expect(image.alphaInfo == .premultipliedLast)
        let bytes = try #require(image.dataProvider?.data)
        let place = 90 * image.bytesPerRow + 240 * 4
        #expect(bytes[place..<place + 4].allSatisfy { $0 == 0 })
        #expect(bytes[90 * image.bytesPerRow + 80 * 4 + 3] == 255)
    }

    @Test("files of codecs with alpha keep it, others show the opaque background")
    func exports() async throws {
        let (asset, composition) = try await edit(opacity: 0.5, over: red)
        let presets: [(String, AVFileType, String)] = [
            (AVAssetExportPresetAppleProRes4444LPCM, .mov, "a.mov"), (AKExportPresetWebMVP9, .akWebM, "b.webm"),
            (AVAssetExportPresetHighestQuality, .mp4, "c.mp4"),
        ]
        for (preset, type, name) in presets {
            let url = URL(filePath: folder.path(name))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
            session.videoComposition = composition
            try await session.export(to: url, as: type)
            let made = AVURLAsset(url: url)
            let track = try #require(try await made.loadTracks(withMediaType: .video).first)
            let found = try await pictures(made, nil)
            #expect(found.count == 5)
            guard type != .mp4 else {
                #expect(!track.hasMediaCharacteristic(.containsAlphaChannel))
                #expect(found.allSatisfy { $0.bgra(240, 90)[2] > 240 })
                #expect(session.akResult?.warnings.contains { $0.contains("its alpha is not kept") } == true)
                continue
            }
            #expect(track.hasMediaCharacteristic(.containsAlphaChannel))
            for picture in found {
                #expect(picture.bgra(240, 90)[3] <= 1, "\(name)")
                #expect(abs(picture.bgra(80, 90)[3] - 128) <= 3, "\(name)")
            }
        }
    }
}

extension CVPixelBuffer {
    /// Blue, green, red and alpha of a pixel.
    fileprivate func bgra(_ x: Int, _ y: Int) -> [Int] {
        let stride = storage.bytesPerRow(ofPlane: 0)
        return akWithPlane(0) { span in
            span.withUnsafeBytes { bytes in (0..<4).map { Int(bytes[y * stride + x * 4 + $0]) } }
        } ?? []
    }
}
