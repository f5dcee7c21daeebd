import AssetKit
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("The scale of a video composition")
struct RenderScaleTests {
    private struct Picture: Equatable {
        let size: CGSize
        let hash: UInt64
    }

    /// The pictures that a composition shows, its size, and the size that the item says.
    private func shown(_ composition: AVVideoComposition) -> (pictures: [Picture], size: CGSize) {
        let item = AVPlayerItem(url: Samples.url("h264-bframes.mp4"))
        item.videoComposition = composition
        let stage = Stage([item], hasSound: false)
        stage.player.play()
        stage.run(0.5)
        let pictures = stage.screen.presented.map {
            Picture(size: CGSize(width: $0.width, height: $0.height), hash: $0.hash)
        }
        return (pictures, item.presentationSize)
    }

    private func composition(size: CGSize, _ transform: CGAffineTransform) -> AVMutableVideoComposition {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 1
        layer.setTransform(transform, at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))
        instruction.layerInstructions = [layer]
        let composition = AVMutableVideoComposition()
        (composition.renderSize, composition.instructions) = (size, [instruction])
        composition.frameDuration = CMTime(value: 1, timescale: 25)
        return composition
    }

    @Test("a player makes pictures so much larger or smaller, with their layers", arguments: [0.5, 2] as [Float])
    func scale(scale: Float) {
        let factor = CGFloat(scale)
        let move = CGAffineTransform(translationX: 32, y: 16)
        let scaled = composition(size: CGSize(width: 320, height: 240), move)
        scaled.renderScale = scale
        let other = composition(
            size: CGSize(width: 320 * factor, height: 240 * factor),
            move.concatenating(CGAffineTransform(scaleX: factor, y: factor))
        )
        let (own, reference) = (shown(scaled), shown(other))
        #expect(own.size == CGSize(width: 320 * factor, height: 240 * factor))
        #expect(own.size == reference.size)
        #expect(own.pictures == reference.pictures && own.pictures.count > 10)
        #expect(own.pictures.first?.hash != shown(composition(size: own.size, move)).pictures.first?.hash)
    }
}
