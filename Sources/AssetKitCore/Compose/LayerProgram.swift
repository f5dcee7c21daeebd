package import AssetKitBase
package import CMTimeLib
package import Foundation

/// What shows in a range of time: pictures of tracks in layers, over a colour. A plain value.
package struct LayerProgram: Sendable, Hashable {
    /// How the pictures of a track show.
    package struct Layer: Sendable, Hashable {
        package var trackID: Int32
        /// 1 before the first that is set.
        package var opacity = RampList<Double>()
        /// The identity before the first that is set.
        package var transform = RampList<CGAffineTransform>()
        /// All of the picture before the first that is set.
        package var crop = RampList<CGRect>()

        package init(trackID: Int32) { self.trackID = trackID }
    }

    /// A colour in the numbers of the pictures: red, green, blue and alpha from 0 to 1, not multiplied with alpha.
    package struct Color: Sendable, Hashable {
        package var red: Double
        package var green: Double
        package var blue: Double
        package var alpha: Double

        package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }

        package static let black = Color(red: 0, green: 0, blue: 0)
    }

    package var range: CMTimeRange
    package var background: Color
    /// The one on top comes first.
    package var layers: [Layer]
    /// How much larger or smaller all of it is made than the layers say.
    package var scale = 1.0

    package init(range: CMTimeRange, background: Color = .black, layers: [Layer] = []) {
        (self.range, self.background, self.layers) = (range, background, layers)
    }

    /// The tracks whose pictures it needs at some time, each once, in the order of the layers.
    package var trackIDs: [Int32] {
        var seen: Set<Int32> = []
        return layers.map(\.trackID).filter { seen.insert($0).inserted }
    }

    /// What shows at a time, the lowest layer first.
    package func layers(at time: CMTime) -> [ResolvedLayer] {
        layers.reversed().map { $0.resolved(at: time).scaled(by: scale) }.filter(\.shows)
    }

    /// Whether the same pictures give the same result at all times of a range, which has a length.
    package func isConstant(in range: CMTimeRange) -> Bool { layers.allSatisfy { $0.isConstant(in: range) } }

    /// Something changes within the range, besides the pictures.
    package var containsTweening: Bool { !isConstant(in: range) }

    /// The track whose pictures are the result, throughout: the one of a single layer that changes nothing.
    package var untouchedTrackID: Int32? {
        guard layers.count == 1, let only = layers.first, only.isConstant(in: range),
            scale == 1, only.resolved(at: range.start).isUntouched
        else { return nil }
        return only.trackID
    }

    /// The same laid out otherwise. `map`: from this output, as large as it comes out, to the other one.
    package func moved(by map: CGAffineTransform) -> LayerProgram {
        var program = self
        // Layers are laid first, and then made larger or smaller.
        var map = map
        (map.tx, map.ty) = (map.tx / scale, map.ty / scale)
        program.layers = layers.map { $0.moved(by: map, from: range.start) }
        return program
    }
}

extension LayerProgram.Layer {
    /// When it begins or ends to change.
    package var turningPoints: [CMTime] {
        opacity.turningPoints + transform.turningPoints + crop.turningPoints
    }

    /// The same on another output, from the start of its program on.
    fileprivate func moved(by map: CGAffineTransform, from start: CMTime) -> LayerProgram.Layer {
        var layer = self
        layer.transform = transform.mapped { $0.concatenating(map) }
        // It is the identity before the first that is set.
        if transform.value(at: start) == nil { layer.transform.set(map, at: start) }
        return layer
    }

    /// How it shows at a time.
    package func resolved(at time: CMTime) -> ResolvedLayer {
        ResolvedLayer(
            trackID: trackID,
            opacity: min(max(opacity.value(at: time) ?? 1, 0), 1),
            transform: transform.value(at: time) ?? .identity,
            crop: crop.value(at: time).flatMap { $0 == .infinite ? nil : $0 }
        )
    }

    /// Whether it shows the same way at all times of a range, which has a length.
    package func isConstant(in range: CMTimeRange) -> Bool {
        opacity.isConstant(in: range, before: 1) && transform.isConstant(in: range, before: .identity)
            && crop.isConstant(in: range, before: .infinite)
    }
}
