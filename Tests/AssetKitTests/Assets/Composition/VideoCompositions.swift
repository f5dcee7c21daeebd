import AssetKitAssets
import AssetKitMedia
import CMTimeLib
import Foundation

/// Compositions for tests.
enum VideoCompositions {
    static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    static func layer(_ trackID: CMPersistentTrackID) -> AVMutableVideoCompositionLayerInstruction {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = trackID
        return layer
    }

    static func instruction(
        _ start: Int64,
        _ end: Int64,
        _ layers: [AVVideoCompositionLayerInstruction]
    ) -> AVMutableVideoCompositionInstruction {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = range(start, end)
        instruction.layerInstructions = layers
        return instruction
    }

    static func instruction(_ start: Int64, _ end: Int64, _ tracks: [CMPersistentTrackID])
        -> AVMutableVideoCompositionInstruction
    {
        instruction(start, end, tracks.map(layer))
    }

    static func composition(
        _ instructions: [any AVVideoCompositionInstructionProtocol]
    ) -> AVMutableVideoComposition {
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 64, height: 48)
        composition.frameDuration = CMTime(value: 1, timescale: 25)
        composition.instructions = instructions
        return composition
    }
}
