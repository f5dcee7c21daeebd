import AssetKitAssets
import AssetKitCore
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitBase

@Suite("Layer instructions")
struct LayerInstructionTests {
    private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

    private func opacity(
        _ layer: AVVideoCompositionLayerInstruction,
        _ seconds: Int64
    ) -> (start: Float, end: Float, range: CMTimeRange)? {
        var result: (start: Float, end: Float, range: CMTimeRange) = (-1, -1, .invalid)
        let isFound = layer.getOpacityRamp(
            for: time(seconds),
            startOpacity: &result.start,
            endOpacity: &result.end,
            timeRange: &result.range
        )
        return isFound ? result : nil
    }

    @Test("ramps are found by the times in them, then the next one, and none behind the last")
    func ramps() throws {
        let layer = AVMutableVideoCompositionLayerInstruction()
        #expect(opacity(layer, 0) == nil)
        layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.25, timeRange: range(2, 4))
        let first = try #require(opacity(layer, 0))
        #expect(first.start == 1 && first.end == 0.25 && first.range == range(2, 4))
        #expect(opacity(layer, 4) == nil)
        layer.setOpacity(0.5, at: time(6))
        let point = try #require(opacity(layer, 4))
        #expect(point.start == 0.5 && point.end == 0.5 && point.range.start == time(6))
        #expect(layer.getOpacityRamp(for: time(9), startOpacity: nil, endOpacity: nil, timeRange: nil))
    }

    @Test("transforms and crops come back as they were set")
    func others() {
        let layer = AVMutableVideoCompositionLayerInstruction()
        let transforms = (CGAffineTransform(scaleX: 2, y: 3), CGAffineTransform(translationX: 4, y: 5))
        let crops = (CGRect(x: 1, y: 2, width: 3, height: 4), CGRect(x: 0, y: 0, width: 0, height: 0))
        layer.setTransformRamp(fromStart: transforms.0, toEnd: transforms.1, timeRange: range(0, 2))
        layer.setCropRectangleRamp(
            fromStartCropRectangle: crops.0,
            toEndCropRectangle: crops.1,
            timeRange: range(0, 2)
        )
        var (start, end, found) = (CGAffineTransform.identity, CGAffineTransform.identity, CMTimeRange.invalid)
        #expect(layer.getTransformRamp(for: time(1), start: &start, end: &end, timeRange: &found))
        #expect(start == transforms.0 && end == transforms.1 && found == range(0, 2))
        var (first, last) = (CGRect.zero, CGRect.zero)
        #expect(
            layer.getCropRectangleRamp(
                for: time(1),
                startCropRectangle: &first,
                endCropRectangle: &last,
                timeRange: &found
            )
        )
        #expect(first == crops.0 && last == crops.1)
        layer.setTransform(.identity, at: time(1))
        #expect(layer.getTransformRamp(for: time(1), start: &start, end: nil, timeRange: nil) && start == .identity)
        layer.setCropRectangle(crops.0, at: time(5))
        #expect(layer.program.resolved(at: time(7)).crop == crops.0)
    }

    @Test("a copy stays as it is, and a mutable copy is another one")
    func copies() throws {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = 3
        let copy = try #require(layer.copy() as? AVVideoCompositionLayerInstruction)
        let other = try #require(copy.mutableCopy() as? AVMutableVideoCompositionLayerInstruction)
        layer.trackID = 4
        other.trackID = 5
        #expect(copy.trackID == 3 && layer.trackID == 4)
        #expect(!(copy is AVMutableVideoCompositionLayerInstruction) && copy.copy() as? NSObject === copy)
    }

    @Test("times that are not numeric stop the program")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            AVMutableVideoCompositionLayerInstruction().setOpacity(1, at: .invalid)
        }
        await #expect(processExitsWith: .failure) {
            AVMutableVideoCompositionLayerInstruction().setOpacity(.nan, at: .zero)
        }
        await #expect(processExitsWith: .failure) {
            let endless = CMTimeRange(start: .zero, end: .positiveInfinity)
            AVMutableVideoCompositionLayerInstruction()
                .setTransformRamp(fromStart: .identity, toEnd: .identity, timeRange: endless)
        }
    }
}
