package import AssetKitBase
package import Foundation

/// How the picture of a track shows at one moment.
package struct ResolvedLayer: Sendable, Hashable {
    package var trackID: Int32
    /// From 0, which does not show, to 1.
    package var opacity: Double
    /// From the picture at its display size to the output, both with their origin at the top left.
    package var transform: CGAffineTransform
    /// What of the picture shows, at its display size; nil for all of it.
    package var crop: CGRect?

    package init(
        trackID: Int32,
        opacity: Double = 1,
        transform: CGAffineTransform = .identity,
        crop: CGRect? = nil
    ) {
        (self.trackID, self.opacity, self.transform, self.crop) = (trackID, opacity, transform, crop)
    }

    /// The same on an output that is so much larger or smaller.
    func scaled(by scale: Double) -> ResolvedLayer {
        guard scale != 1 else { return self }
        var layer = self
        layer.transform = transform.concatenating(CGAffineTransform(scaleX: scale, y: scale))
        return layer
    }

    /// The picture shows as it is.
    package var isUntouched: Bool { opacity == 1 && transform.isIdentity && crop == nil }

    /// Something of it shows, as far as that is known without the picture.
    package var shows: Bool {
        guard opacity > 0, transform.a * transform.d != transform.b * transform.c else { return false }
        return crop.map { $0.size.width > 0 && $0.size.height > 0 } ?? true
    }
}
