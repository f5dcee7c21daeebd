internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// Where in a layer the points of a camera's picture show. A plain value.
///
/// Points of a camera count from 0 to 1 in the picture as the camera delivers it, from its upper left corner; points of a layer are
/// those of its bounds.
struct PreviewGeometry: Hashable, Sendable {
    /// The camera's picture; nil while nobody knows, and then it is taken for one that fits exactly.
    var picture: CGSize?
    var bounds: CGRect
    var gravity = AVLayerVideoGravity.resizeAspect
    var turn = CaptureTurn()

    /// Where the picture lies, of which a part may be beyond the bounds.
    var pictureRect: CGRect {
        guard let picture, picture.width > 0, picture.height > 0, gravity != .resize else { return bounds }
        let upright =
            turn.isSideways ? CGSize(width: picture.height, height: picture.width) : picture
        let scales = (bounds.width / upright.width, bounds.height / upright.height)
        let scale = gravity == .resizeAspectFill ? max(scales.0, scales.1) : min(scales.0, scales.1)
        let size = CGSize(width: upright.width * scale, height: upright.height * scale)
        return CGRect(
            x: bounds.minX + (bounds.width - size.width) / 2,
            y: bounds.minY + (bounds.height - size.height) / 2,
            width: size.width,
            height: size.height
        )
    }

    /// Where a point of the camera shows.
    func layerPoint(_ point: CGPoint) -> CGPoint {
        let rect = pictureRect
        let upright = point.applying(turn.transform(width: 1, height: 1))
        return CGPoint(x: rect.minX + upright.x * rect.width, y: rect.minY + upright.y * rect.height)
    }

    /// What the camera has where a point of the layer is; zero for a layer without an extent.
    func devicePoint(_ point: CGPoint) -> CGPoint {
        let rect = pictureRect
        guard rect.width > 0, rect.height > 0 else { return .zero }
        let upright = CGPoint(x: (point.x - rect.minX) / rect.width, y: (point.y - rect.minY) / rect.height)
        return upright.applying(turn.transform(width: 1, height: 1).inverted())
    }

    /// Where a part of the camera's picture shows.
    func layerRect(_ rect: CGRect) -> CGRect { Self.converted(rect, layerPoint) }

    /// Which part of the camera's picture is where a part of the layer is.
    func deviceRect(_ rect: CGRect) -> CGRect { Self.converted(rect, devicePoint) }

    /// What lies between two opposite corners, wherever these come to be.
    private static func converted(_ rect: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
        let first = convert(CGPoint(x: rect.minX, y: rect.minY))
        let second = convert(CGPoint(x: rect.maxX, y: rect.maxY))
        return CGRect(
            x: min(first.x, second.x),
            y: min(first.y, second.y),
            width: abs(second.x - first.x),
            height: abs(second.y - first.y)
        )
    }
}
