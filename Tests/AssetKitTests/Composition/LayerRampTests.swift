import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitMedia

/// What ramps of transforms and of crops make of a white mark over black, measured in the pictures that come out.
@Suite("Ramps of layers")
struct LayerRampTests {
    private let count: Int64 = 20
    private let mark = try? CGImage.filled(width: 32, height: 32, [255, 255, 255, 255])

    private func read(_ body: (AVMutableVideoCompositionLayerInstruction) -> Void) async throws -> RenderedPictures {
        let edit = AVMutableComposition()
        try await edit.track(.video).append("h264-bframes.mp4", frameRange(0, count))
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 7
        body(layer)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = frameRange(0, count)
        instruction.layerInstructions = [layer]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        composition.akOverlays = [7: try AKOverlay(image: try #require(mark))]
        return try await RenderedPictures(edit, composition)
    }

    /// Where the light of a picture has its middle, and how many whole pixels it fills.
    private func measure(_ picture: CVPixelBuffer) -> (x: Double, y: Double, area: Double) {
        var (sum, across, along) = (0.0, 0.0, 0.0)
        for y in 0..<180 {
            for x in 0..<320 {
                let light = Double(picture.luma(x, y) - 16) / 219
                sum += light
                across += light * (Double(x) + 0.5)
                along += light * (Double(y) + 0.5)
            }
        }
        return (across / sum, along / sum, sum)
    }

    @Test("the middle of a mark is where the transform of the picture's own time puts it, to a tenth of a pixel")
    func transforms() async throws {
        let start = CGAffineTransform(translationX: 20, y: 100)
        let end = CGAffineTransform(a: 1.5, b: 0.25, c: -0.25, d: 1.5, tx: 230.5, ty: 20.25)
        let made = try await read {
            $0.setTransform(start, at: .zero)
            $0.setTransformRamp(fromStart: start, toEnd: end, timeRange: frameRange(2, 18))
        }
        #expect(made.pictures.count == Int(count))
        for (number, picture) in made.pictures.enumerated() {
            let share = min(max(Double(number - 2) / 16, 0), 1)
            func mean(_ key: KeyPath<CGAffineTransform, CGFloat>) -> Double {
                Double(start[keyPath: key]) * (1 - share) + Double(end[keyPath: key]) * share
            }
            let x = 16 * mean(\.a) + 16 * mean(\.c) + mean(\.tx)
            let y = 16 * mean(\.b) + 16 * mean(\.d) + mean(\.ty)
            let area = 1024 * (mean(\.a) * mean(\.d) - mean(\.b) * mean(\.c))
            let found = measure(picture)
            #expect(abs(found.x - x) < 0.1 && abs(found.y - y) < 0.1, "picture \(number): \(found), not \(x), \(y)")
            #expect(abs(found.area - area) < 0.02 * area, "picture \(number)")
        }
    }

    @Test("the edges of a crop move evenly, to a tenth of a pixel")
    func crops() async throws {
        let (start, end) = (CGRect(x: 0, y: 0, width: 32, height: 32), CGRect(x: 9, y: 3, width: 11, height: 29))
        let made = try await read {
            $0.setTransform(CGAffineTransform(translationX: 100, y: 60), at: .zero)
            $0.setCropRectangleRamp(
                fromStartCropRectangle: start,
                toEndCropRectangle: end,
                timeRange: frameRange(2, 18)
            )
        }
        for (number, picture) in made.pictures.enumerated() {
            let share = min(max(Double(number - 2) / 16, 0), 1)
            // How much of the middle row and of the middle column is light, before the middle and behind it.
            func light(_ places: Range<Int>, _ code: (Int) -> Int) -> Double {
                places.reduce(0) { $0 + Double(code($1) - 16) / 219 }
            }
            let left = 115 - light(90..<115) { picture.luma($0, 80) }
            let right = 115 + light(115..<140) { picture.luma($0, 80) }
            let top = 80 - light(50..<80) { picture.luma(112, $0) }
            let bottom = 80 + light(80..<100) { picture.luma(112, $0) }
            let wanted = [100 + 9 * share, 132 - 12 * share, 60 + 3 * share, 92.0]
            for (found, wanted) in zip([left, right, top, bottom], wanted) {
                #expect(abs(found - wanted) < 0.1, "picture \(number): \(found), not \(wanted)")
            }
        }
    }

    @Test("29.97 and 59.94 pictures a second lie in one timeline, each picture for its own time")
    func broadcastRates() async throws {
        let edit = AVMutableComposition()
        let step = CMTime(value: 1001, timescale: 60000)
        for name in ["ntsc-29.97.mp4", "ntsc-59.94.mp4"] {
            let range = CMTimeRange(start: .zero, duration: CMTime(value: 40 * 1001, timescale: 60000))
            try await edit.track(.video).append(name, range)
        }
        let upper = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])
        upper.setTransform(CGAffineTransform(translationX: 0, y: 90), at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [upper, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = step
        composition.instructions = [instruction]
        let made = try await RenderedPictures(edit, composition)
        #expect(made.times == (0..<40).map { CMTime(value: 1001 * $0, timescale: 60000) })
        for (number, picture) in made.pictures.enumerated() {
            #expect(PictureBarcode.index(of: picture) == number / 2)
            let bits = (0..<16).map { picture.luma(8 + 16 * $0, 90 + 8) > 126 }
            #expect(bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) } == number)
        }
    }
}
