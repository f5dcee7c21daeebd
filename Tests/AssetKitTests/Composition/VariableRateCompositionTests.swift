import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// A film whose pictures show for 40, 20, 60 and 80 ms in turn.
@Suite("Variable frame rates in compositions")
struct VariableRateCompositionTests {
    /// When the pictures begin, in 600ths of a second.
    private let starts = (0..<75 as Range<Int64>).map { $0 / 4 * 120 + [0, 24, 36, 72][Int($0 % 4)] }

    /// All of it, for as long as so many 25ths of a second.
    private func edit(lasting duration: Int64) async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("vfr.mp4", frameRange(0, 93))
        if duration != 93 { edit.scaleTimeRange(frameRange(0, 93), toDuration: frames(duration)) }
        #expect(edit.duration == frames(duration))
        return edit
    }

    @Test(
        "at an even rate each frame shows the last picture that has begun by its time, at any speed",
        arguments: [93, 186, 62] as [Int64]
    )
    func even(duration: Int64) async throws {
        let edit = try await edit(lasting: duration)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = frameRange(0, duration)
        instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        let made = try await RenderedPictures(edit, composition)
        #expect(made.times == (0..<duration).map { frames($0) })
        // The time in the film, without division.
        let wanted = (0..<duration).map { frame in
            starts.lastIndex { $0 * 25 * duration <= frame * 93 * 600 }
        }
        #expect(made.pictures.map { PictureBarcode.index(of: $0) } == wanted)
    }

    @Test("by themselves pictures begin at their own times, stretched", arguments: [186, 62] as [Int64])
    func own(duration: Int64) async throws {
        let read = try await ReadPictures(of: edit(lasting: duration)).pictures
        #expect(read.map(\.index) == Array(0..<75))
        #expect(read.map(\.time) == starts.map { CMTime(value: $0 * duration / 31, timescale: 1800) })
    }
}
