import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitMedia

/// A compositor that gives its source back, and notes what that is like.
class NotingCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
    private let notes = Protected<[String]>([])

    required override init() {}

    var events: [String] { notes.withLock { $0 } }

    let sourcePixelBufferAttributes: [String: any Sendable]? = [
        kCVPixelBufferPixelFormatTypeKey: [
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        ]
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    ]
    var supportsWideColorSourceFrames: Bool { false }
    var supportsHDRSourceFrames: Bool { false }
    var canConformColorOfSourceFrames: Bool { false }

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) { note("context") }

    func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {
        note("preroll \(renderHint.startCompositionTime.seconds) \(renderHint.endCompositionTime.seconds)")
    }

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
        guard let picture = request.sourceFrame(byTrackID: 1) else {
            return request.finish(with: CocoaError(.featureUnsupported))
        }
        note(picture.light)
        request.finish(withComposedVideoFrame: picture)
    }

    private func note(_ event: String) { notes.withLock { $0.append(event) } }
}

final class WideCompositor: NotingCompositor, @unchecked Sendable {
    override var supportsWideColorSourceFrames: Bool { true }
}

final class BrightCompositor: NotingCompositor, @unchecked Sendable {
    override var supportsHDRSourceFrames: Bool { true }
}

final class ConformingCompositor: NotingCompositor, @unchecked Sendable {
    override var supportsHDRSourceFrames: Bool { true }
    override var canConformColorOfSourceFrames: Bool { true }
}

@Suite("Compositors of clients, light and colours")
struct CompositorColorTests {
    private static let common = "ITU_R_709_2 ITU_R_709_2"
    private static let perceptual = "ITU_R_2020 SMPTE_ST_2084_PQ"

    private func composition(_ type: (any AVVideoCompositing.Type)?) -> AVMutableVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = frameRange(0, 3)
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 1
        instruction.layerInstructions = [layer]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        composition.customVideoCompositorClass = type
        return composition
    }

    private func makeBright(_ composition: AVMutableVideoComposition) {
        composition.colorPrimaries = AVVideoColorPrimaries_ITU_R_2020
        composition.colorTransferFunction = AVVideoTransferFunction_SMPTE_ST_2084_PQ
        composition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_2020
    }

    /// The pictures, and what the compositor has noted.
    private func read(
        _ name: String,
        _ composition: AVVideoComposition,
        frames count: Int64 = 3
    ) async throws -> (pictures: [CVPixelBuffer], events: [String]) {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = frameRange(0, count)
        let output = AVAssetReaderVideoCompositionOutput(
            videoTracks: try await asset.loadTracks(withMediaType: .video),
            videoSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
        )
        output.videoComposition = composition
        reader.add(output)
        try reader.start()
        var pictures: [CVPixelBuffer] = []
        while let sample = output.copyNextSampleBuffer() { pictures.append(try #require(sample.imageBuffer)) }
        if let error = reader.error { throw error }
        return (pictures, (output.customVideoCompositor as? NotingCompositor)?.events ?? [])
    }

    @Test("a high dynamic range comes to those who take it; others are given a common one, and make one")
    func highRange() async throws {
        let types: [(any AVVideoCompositing.Type, String)] = [
            (NotingCompositor.self, Self.common), (WideCompositor.self, Self.common),
            (BrightCompositor.self, Self.perceptual), (ConformingCompositor.self, Self.perceptual),
        ]
        for (type, wanted) in types {
            let (pictures, events) = try await read("hdr10.mp4", composition(type))
            #expect(Set(events.dropFirst(2)) == [wanted], "\(type)")
            #expect(Set(pictures.map(\.light)) == [wanted], "\(type)")
        }
    }

    @Test("a composition of a high dynamic range brings common sources into it, unless the compositor does that itself")
    func brightComposition() async throws {
        let types: [(any AVVideoCompositing.Type, String)] = [
            (BrightCompositor.self, Self.perceptual), (NotingCompositor.self, Self.common),
            (ConformingCompositor.self, Self.common),
        ]
        for (type, wanted) in types {
            let bright = composition(type)
            makeBright(bright)
            let (pictures, events) = try await read("color-bt709.mov", bright)
            #expect(Set(events.dropFirst(2)) == [wanted], "\(type)")
            // What comes out is the composition's, whatever the compositor was given.
            #expect(Set(pictures.map(\.light)) == [Self.perceptual], "\(type)")
        }
        // And looks the same, whoever converts it.
        var codes: [[Int]] = []
        for type in [nil, BrightCompositor.self, NotingCompositor.self] as [(any AVVideoCompositing.Type)?] {
            let bright = composition(type)
            makeBright(bright)
            let picture = try #require(try await read("color-bt709.mov", bright).pictures.first)
            // Not in black, where a rounded code of 8 bits is twenty of the perceptual quantiser.
            codes.append([(100, 90), (200, 40), (300, 170)].map { picture.deepLuma($0.0, $0.1) })
        }
        for others in codes.dropFirst() {
            #expect(zip(codes[0], others).allSatisfy { abs($0 - $1) <= 3 }, "\(codes)")
        }
        // No light of a common picture is brighter than its white, which is 58 % of the numbers.
        #expect(codes[0].allSatisfy { $0 <= 575 })
    }

    @Test("who renders many frames is told so once before, and who looks for one picture is not")
    func preroll() async throws {
        let (_, events) = try await read("h264-bframes.mp4", composition(NotingCompositor.self))
        #expect(
            events.prefix(3) == ["context", "preroll 0.0 0.12", Self.common]
                || events.prefix(2) == ["context", "preroll 0.0 0.12"]
        )
        #expect(events.filter { $0.hasPrefix("preroll") }.count == 1)
        let one = try await read("h264-bframes.mp4", composition(NotingCompositor.self), frames: 1)
        #expect(one.events.count { $0.hasPrefix("preroll") } == 0)
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: SampleMedia.url("h264-bframes.mp4")))
        generator.videoComposition = composition(NotingCompositor.self)
        _ = try await generator.image(at: .zero)
        let own = try #require(generator.customVideoCompositor as? NotingCompositor)
        #expect(own.events.first == "context" && own.events.count { $0.hasPrefix("preroll") } == 0)
    }

    @Test("a picture that is laid over a high dynamic range has the white of a common screen")
    func overlay() async throws {
        let composition = composition(nil)
        let white = AKOverlay(size: CGSize(width: 64, height: 64)) { _, picture in picture.fill(with: 255) }
        let instruction = try #require(composition.instructions[0] as? AVMutableVideoCompositionInstruction)
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 9
        instruction.layerInstructions.insert(layer, at: 0)
        composition.instructions = [instruction]
        composition.akOverlays = [9: white]
        let picture = try #require(try await read("hdr10.mp4", composition).pictures.first)
        #expect(picture.light == Self.perceptual)
        // 203 of 10,000 cd/m².
        #expect(abs(picture.deepLuma(30, 30) - 573) <= 1)
    }
}

extension CVPixelBuffer {
    /// The primaries and the curve that it names.
    fileprivate var light: String {
        let keys = [kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey]
        return keys.map { CVBufferCopyAttachment(self, $0, nil) as? String ?? "none" }.joined(separator: " ")
    }

    /// The code of brightness of a pixel, in 10 bits.
    fileprivate func deepLuma(_ x: Int, _ y: Int) -> Int {
        let stride = storage.bytesPerRow(ofPlane: 0)
        return akWithPlane(0) { span in
            span.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: y * stride + x * 2, as: UInt16.self) >> 6) }
        } ?? -1
    }
}
