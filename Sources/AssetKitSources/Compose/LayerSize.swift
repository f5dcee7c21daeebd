internal import AssetKitBase
package import AssetKitCore
internal import AssetKitPixels
internal import Foundation

/// What has to be known of a picture to tell what it covers: its size on a screen, and whether one sees through it.
package struct LayerSize: Sendable, Hashable {
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool

    package init(width: Int, height: Int, hasAlpha: Bool = false) {
        (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
    }

    /// The size on a screen that a file states for its pictures.
    package init(_ facts: VideoFacts) {
        func side(_ length: CGFloat) -> Int { length.isFinite ? Int(min(max(length.rounded(), 0), 1e6)) : 0 }
        self.init(
            width: side(facts.naturalSize.width),
            height: side(facts.naturalSize.height),
            hasAlpha: facts.alpha != nil
        )
    }
}

extension ResolvedLayer {
    /// From the picture at its display size to the output.
    var map: PlaneMap {
        PlaneMap(
            a: Double(transform.a),
            b: Double(transform.b),
            c: Double(transform.c),
            d: Double(transform.d),
            tx: Double(transform.tx),
            ty: Double(transform.ty)
        )
    }

    /// What of a picture shows, in its display size; nil for nothing.
    func shownPart(of size: LayerSize) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
        let (width, height) = (Double(size.width), Double(size.height))
        guard let crop else { return (0...width, 0...height) }
        let (left, top) = (max(Double(crop.minX), 0), max(Double(crop.minY), 0))
        let (right, bottom) = (min(Double(crop.maxX), width), min(Double(crop.maxY), height))
        return left < right && top < bottom ? (left...right, top...bottom) : nil
    }

    /// Whether nothing below it shows in an output of a size.
    package func hides(width: Int, height: Int, with size: LayerSize) -> Bool {
        guard opacity == 1, !size.hasAlpha, let part = shownPart(of: size), map.inverse != nil else { return false }
        return PlaneQuad(map, x: part.x, y: part.y).covers(width: width, height: height)
    }

    /// Whether anything of it shows in an output of a size.
    func reaches(width: Int, height: Int, with size: LayerSize) -> Bool {
        guard opacity > 0, let part = shownPart(of: size), map.inverse != nil else { return false }
        let quad = PlaneQuad(map, x: part.x, y: part.y)
        return !quad.columns(of: width).isEmpty && !quad.rows(of: height).isEmpty
    }
}
