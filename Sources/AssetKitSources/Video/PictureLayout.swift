internal import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

/// Which part of a picture is used, how large it becomes, and how it is rotated.
struct PictureLayout: Sendable, Hashable {
    /// The crop, in pixels of the decoded picture.
    var crop: PixelRect
    /// The size that the crop is scaled to, before it is turned.
    var width: Int
    var height: Int
    var turn: PictureTurn

    // A picture may become no larger than decoders may make one.
    private static let maximumPixels = Double(1 << 27)

    init(
        _ request: PictureRequest,
        _ description: PictureDescription,
        width: Int,
        height: Int,
        pixelAspect: (horizontal: Int, vertical: Int)?
    ) {
        crop = Self.crop(request, description, width: width, height: height)
        turn = request.appliesTransform ? PictureTurn(description.transform) : .none
        let stated = description.pixelAspect.map { ($0.horizontal, $0.vertical) } ?? pixelAspect ?? (1, 1)
        // In a canvas, pictures have the shape that they have on a screen.
        let ratio = request.aperture == .encoded && request.canvas == nil ? 1 : Self.sensibleRatio(stated)
        let size = CGSize(width: max((Double(crop.width) * ratio).rounded(), 1), height: Double(crop.height))
        // The limits of a request with a canvas are the canvas's, which the picture is fitted into afterwards.
        let limits = request.canvas == nil ? request : PictureRequest()
        (self.width, self.height) = Self.limited(size, limits, swapsSides: turn.swapsSides)
    }

    /// How large a picture of a size becomes, before it is turned.
    static func limited(_ size: CGSize, _ request: PictureRequest, swapsSides: Bool) -> (width: Int, height: Int) {
        var limit = request.maximumSize
        if swapsSides { (limit.width, limit.height) = (limit.height, limit.width) }
        let scale = min(Self.scale(of: size, within: limit), request.scale?.factor(for: size) ?? 1)
        if let limits = request.scale?.limits(of: size), scale < 1 {
            return (
                AKPictureScale.even(size.width * scale, within: limits.width),
                AKPictureScale.even(size.height * scale, within: limits.height)
            )
        }
        return (max(Int((size.width * scale).rounded()), 1), max(Int((size.height * scale).rounded()), 1))
    }

    /// The size after turning.
    var turnedWidth: Int { turn.swapsSides ? height : width }
    var turnedHeight: Int { turn.swapsSides ? width : height }

    private static func crop(
        _ request: PictureRequest,
        _ description: PictureDescription,
        width: Int,
        height: Int
    ) -> PixelRect {
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        // A clean aperture is a statement about pictures of the coded size; for others it says nothing.
        guard request.aperture == .clean, let clean = description.cleanAperture, description.codedWidth == width,
            description.codedHeight == height
        else { return whole }
        func edge(_ value: CGFloat, _ limit: Int) -> Int {
            value.isFinite ? Int(min(max(value.rounded(), 0), CGFloat(limit))) : 0
        }
        let (left, right) = (edge(clean.minX, width), edge(clean.minX + clean.width, width))
        let (top, bottom) = (edge(clean.minY, height), edge(clean.minY + clean.height, height))
        guard left < right, top < bottom else { return whole }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Pixels a hundred times as wide as high are a mistake or an attack, and count as square.
    static func sensibleRatio(_ aspect: (horizontal: Int, vertical: Int)) -> Double {
        guard aspect.horizontal > 0, aspect.vertical > 0 else { return 1 }
        let ratio = Double(aspect.horizontal) / Double(aspect.vertical)
        return (0.01...100).contains(ratio) ? ratio : 1
    }

    private static func scale(of size: CGSize, within limit: CGSize) -> Double {
        var scale = min(1, (maximumPixels / (size.width * size.height)).squareRoot())
        if limit.width.isFinite, limit.width > 0 { scale = min(scale, limit.width / size.width) }
        if limit.height.isFinite, limit.height > 0 { scale = min(scale, limit.height / size.height) }
        return scale
    }
}
