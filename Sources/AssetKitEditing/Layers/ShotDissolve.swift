internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib
internal import Foundation

/// A shot that turns into the next in the time in which both show: a moment shows the one with the weight of what is left of
/// that time, and the other with the weight of what is over of it.
struct ShotDissolve {
    let outgoing: Shot
    let incoming: Shot
    /// How long a picture shows.
    let step: CMTime

    /// Its layers in a range, the one on top first.
    ///
    /// The first shot lies on top and lets more and more of the second one through. Where the second one covers what the first
    /// leaves free, it has to appear there by itself, so it lies below once more, as opaque as its own weight is.
    func layers(in range: CMTimeRange) -> [AVVideoCompositionLayerInstruction] {
        let top = outgoing.layer(ramps(in: range, isEven: { $0[0].isFlat }, { Self.weights($0).outgoing }))
        guard let common = commonBox else {
            return [top, incoming.layer(ramps(in: range, isEven: Self.areOpaque, Self.below))]
        }
        let all = incoming.layer(ramps(in: range, isEven: { $0[1].isFlat }, { Self.weights($0).incoming }))
        guard !common.isEmpty else { return [top, all] }
        return [top, incoming.layer(ramps(in: range, isEven: Self.areOpaque, Self.between), only: common), all]
    }

    /// What both cover, if the second one covers something else too; nil where the first one covers all of it.
    private var commonBox: CGRect? {
        guard let first = outgoing.box, let second = incoming.box, !first.insetBy(dx: -0.01, dy: -0.01).contains(second)
        else { return nil }
        let common = first.intersection(second)
        return common.isNull ? .zero : common
    }

    // MARK: Opacities

    /// Of the opacities of the shots themselves, and of what is over of the dissolve.
    private func ramps(
        in range: CMTimeRange,
        isEven: ([CurveMix.Stroke]) -> Bool,
        _ combine: ([Double]) -> Double
    ) -> [Ramp<Double>] {
        var progress = RampList<Double>()
        progress.set(from: 0, to: 1, in: outgoing.range.intersection(incoming.range))
        let mix = CurveMix(curves: [outgoing.opacity, incoming.opacity, progress], step: step)
        return mix.ramps(in: range, isEven: isEven, combine)
    }

    private static func areOpaque(_ strokes: [CurveMix.Stroke]) -> Bool {
        strokes[..<2].allSatisfy { $0.isFlat && $0.start == 1 }
    }

    /// How much each of the shots is to show.
    private static func weights(_ numbers: [Double]) -> (outgoing: Double, incoming: Double) {
        (numbers[0] * (1 - numbers[2]), numbers[1] * numbers[2])
    }

    /// How opaque the second shot is below the first, so that as much of it comes through as is to show.
    private static func below(_ numbers: [Double]) -> Double {
        let weights = weights(numbers)
        return weights.outgoing < 1 ? min(weights.incoming / (1 - weights.outgoing), 1) : numbers[1]
    }

    /// The same where it lies below once more, and shows there already.
    private static func between(_ numbers: [Double]) -> Double {
        let weights = weights(numbers)
        let open = (1 - weights.outgoing) * (1 - weights.incoming)
        return open > 0 ? min(weights.incoming * weights.outgoing / open, 1) : 1
    }
}
