import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// The value types that later systems of Apple's make compositions with.
@Suite("Configurations of video compositions")
struct VideoCompositionConfigurationTests {
    private let range = frameRange(10, 20)

    private func layer() -> AVVideoCompositionLayerInstruction.Configuration {
        var layer = AVVideoCompositionLayerInstruction.Configuration(trackID: 3)
        layer.setOpacity(0.25, at: .zero)
        layer.addOpacityRamp(.init(timeRange: range, start: 0.25, end: 0.75))
        layer.setTransform(CGAffineTransform(translationX: 4, y: 5), at: .zero)
        layer.addTransformRamp(.init(timeRange: range, start: .identity, end: CGAffineTransform(scaleX: 2, y: 3)))
        layer.setCropRectangle(CGRect(x: 1, y: 2, width: 30, height: 40), at: .zero)
        layer.addCropRectangleRamp(
            .init(
                timeRange: range,
                start: CGRect(x: 0, y: 0, width: 8, height: 8),
                end: CGRect(x: 4, y: 4, width: 4, height: 4)
            )
        )
        return layer
    }

    @Test("a layer made of one is that which the same calls make, and tells its ramps")
    func layers() throws {
        let mutable = AVMutableVideoCompositionLayerInstruction()
        mutable.trackID = 3
        mutable.setOpacity(0.25, at: .zero)
        mutable.setOpacityRamp(fromStartOpacity: 0.25, toEndOpacity: 0.75, timeRange: range)
        mutable.setTransform(CGAffineTransform(translationX: 4, y: 5), at: .zero)
        mutable.setTransformRamp(fromStart: .identity, toEnd: CGAffineTransform(scaleX: 2, y: 3), timeRange: range)
        mutable.setCropRectangle(CGRect(x: 1, y: 2, width: 30, height: 40), at: .zero)
        mutable.setCropRectangleRamp(
            fromStartCropRectangle: CGRect(x: 0, y: 0, width: 8, height: 8),
            toEndCropRectangle: CGRect(x: 4, y: 4, width: 4, height: 4),
            timeRange: range
        )
        let made = layer()
        #expect(AVVideoCompositionLayerInstruction(configuration: made).program == mutable.program)
        #expect(made.opacityRamp(at: frames(12)) == .init(timeRange: range, start: 0.25, end: 0.75))
        #expect(made.transformRamp(at: frames(12))?.end == CGAffineTransform(scaleX: 2, y: 3))
        #expect(made.cropRectangleRamp(at: frames(12))?.timeRange == range)
        #expect(made.opacityRamp(at: .zero)?.end == 0.25)
        #expect(AVVideoCompositionLayerInstruction.Configuration().opacityRamp(at: .zero) == nil)
        // What a mutable copy is set to later does not change what it was made of.
        let instruction = AVVideoCompositionLayerInstruction(configuration: made)
        let copy = try #require(instruction.mutableCopy() as? AVMutableVideoCompositionLayerInstruction)
        copy.setOpacity(1, at: .zero)
        #expect(instruction.program == mutable.program)
    }

    @Test("an instruction and a composition have what their configurations say, and what is changed later stays out")
    func compositions() throws {
        let mutable = AVMutableVideoCompositionLayerInstruction()
        mutable.trackID = 3
        let instruction = AVVideoCompositionInstruction(
            configuration: .init(
                backgroundColor: .black,
                enablePostProcessing: false,
                layerInstructions: [mutable],
                requiredSourceSampleDataTrackIDs: [9],
                timeRange: range
            )
        )
        mutable.trackID = 4
        #expect(instruction.layerInstructions.map(\.trackID) == [3])
        #expect(instruction.timeRange == range)
        #expect(instruction.backgroundColor == .black)
        #expect(!instruction.enablePostProcessing)
        #expect(instruction.requiredSourceSampleDataTrackIDs == [9])
        #expect(AVVideoCompositionInstruction.Configuration().timeRange == .zero)
        let composition = AVVideoComposition(
            configuration: .init(
                colorPrimaries: AVVideoColorPrimaries_ITU_R_709_2,
                colorTransferFunction: AVVideoTransferFunction_ITU_R_709_2,
                colorYCbCrMatrix: AVVideoYCbCrMatrix_ITU_R_709_2,
                frameDuration: frames(1),
                instructions: [instruction],
                renderScale: 2,
                renderSize: CGSize(width: 320, height: 180),
                sourceTrackIDForFrameTiming: 3
            )
        )
        #expect(composition.colorPrimaries == AVVideoColorPrimaries_ITU_R_709_2)
        #expect(composition.colorTransferFunction == AVVideoTransferFunction_ITU_R_709_2)
        #expect(composition.colorYCbCrMatrix == AVVideoYCbCrMatrix_ITU_R_709_2)
        #expect(composition.frameDuration == frames(1))
        #expect(composition.renderScale == 2)
        #expect(composition.renderSize == CGSize(width: 320, height: 180))
        #expect(composition.sourceTrackIDForFrameTiming == 3)
        #expect(composition.instructions.count == 1)
        #expect(composition.customVideoCompositorClass == nil)
        // A composition that can be changed is made of one too.
        #expect(AVMutableVideoComposition(configuration: .init(renderScale: 3)).renderScale == 3)
    }

    @Test("that of an asset makes the pictures that the composition of its properties makes")
    func ofAssets() async throws {
        let film = AVURLAsset(url: SampleMedia.url("rotated-90.mp4"))
        let prototype = AVMutableVideoCompositionInstruction()
        prototype.enablePostProcessing = false
        let configuration = try await AVVideoComposition.Configuration(for: film, prototypeInstruction: prototype)
        let made = AVVideoComposition(configuration: configuration)
        let known = try await AVVideoComposition.videoComposition(withPropertiesOf: film)
        #expect(made.renderSize == known.renderSize)
        #expect(made.frameDuration == known.frameDuration)
        #expect(made.sourceTrackIDForFrameTiming == known.sourceTrackIDForFrameTiming)
        #expect(made.instructions.first?.enablePostProcessing == false)
        let (one, other) = (try await RenderedPictures(film, made), try await RenderedPictures(film, known))
        #expect(one.times == other.times)
        #expect(one.luma(20, 30) == other.luma(20, 30))
        let missing = AVURLAsset(url: URL(filePath: "/nowhere/at/all.mp4"))
        await #expect(throws: (any Error).self) { try await AVVideoComposition.Configuration(for: missing) }
    }
}
