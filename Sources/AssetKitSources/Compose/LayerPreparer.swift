internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitPixels
internal import Foundation

/// Brings the pictures of one track into the planes, the colours and, where that is better, the size of the output. It keeps
/// what it needs for that, and the last result. Not Sendable.
final class LayerPreparer {
    private let output: PictureCompositor.Output
    /// For other sizes alone, which keep their codes.
    private let scaler = Scaler(.fast)
    /// For other formats and colours, where quick steps are two codes off.
    private let exactScaler = Scaler(.exact)
    private lazy var alphaLayer = AlphaLayer()
    private var converter: PictureConverter?
    private var last: (picture: LayerPicture, size: ScaledSize, isWhole: Bool, result: PreparedLayer)?
    /// How many pictures had to be worked out.
    private(set) var conversionCount = 0

    init(_ output: PictureCompositor.Output) { self.output = output }

    /// The output's format without alpha.
    private var opaque: PlaneFormat? { output.format.opaque }

    func prepare(_ picture: LayerPicture, for layer: ResolvedLayer) throws -> PreparedLayer {
        let size = ScaledSize(picture.layout, layer.map, output)
        if let last, last.picture === picture, last.size == size, last.isWhole == size.isWhole { return last.result }
        let result = try make(picture, size)
        last = (picture, size, size.isWhole, result)
        return result
    }

    private func make(_ picture: LayerPicture, _ size: ScaledSize) throws -> PreparedLayer {
        let color = picture.description.color(of: picture.frame)
        let crop = picture.layout.crop
        let isLight = ColorRendering.differs(color, from: output.color)
        let isSameColor = color.matrix == output.color.matrix && color.isFullRange == output.color.isFullRange
        let format = PlaneFormat(of: picture.frame, isFullRange: color.isFullRange ?? false)
        let hasPlanes = opaque.flatMap { format?.opaque?.hasSamePlanes(as: $0) } ?? false
        if let format, hasPlanes, isSameColor, !isLight, size.width == crop.width, size.height == crop.height {
            return try share(picture, format, color, size)
        }
        conversionCount += 1
        let scaler = hasPlanes && isSameColor ? self.scaler : exactScaler
        let planes = try isLight ? rendered(picture, color, size) : scaled(picture, color, size, by: scaler)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let made = PlaneFormat(of: planes, isFullRange: output.color.isFullRange ?? false) ?? opaque ?? output.format
        return try PreparedLayer(
            planes,
            made,
            picture.hasAlpha ? .premultiplied : .opaque,
            crop: whole,
            scale: picture.displayMap(ofWidth: size.width, height: size.height),
            output: output
        )
    }

    /// The picture as it is. Straight alpha stays so only where no sample is made of several: else the colours of what does
    /// not show would come out at its edges.
    private func share(
        _ picture: LayerPicture,
        _ format: PlaneFormat,
        _ color: PictureColor,
        _ size: ScaledSize
    ) throws -> PreparedLayer {
        let view = try picture.frame.view()
        var alpha = PreparedLayer.Alpha.opaque
        if picture.hasAlpha {
            alpha = picture.description.isPremultiplied ? .premultiplied : .straight
            if picture.description.isOverWhite { try alphaLayer.straighten(view, color, over: .white) }
            if alpha == .straight, !size.isWhole {
                try alphaLayer.multiply(view, color)
                alpha = .premultiplied
            }
        }
        let (width, height) = (picture.layout.crop.width, picture.layout.crop.height)
        return try PreparedLayer(
            view,
            format,
            alpha,
            crop: picture.layout.crop,
            scale: picture.displayMap(ofWidth: width, height: height),
            output: output
        )
    }

    private func emptyPlanes(_ size: ScaledSize, hasAlpha: Bool) throws -> Frame {
        guard let format = hasAlpha ? output.format.withAlpha : opaque else {
            throw AVError(.operationNotSupportedForAsset, "pictures with alpha cannot be shown in this pixel format")
        }
        let planes = try format.makeFrame(width: size.width, height: size.height)
        planes.setColor(output.color)
        return planes
    }

    /// The picture with the output's matrix, range and planes, in a size.
    private func scaled(
        _ picture: LayerPicture,
        _ color: PictureColor,
        _ size: ScaledSize,
        by scaler: Scaler
    ) throws -> Frame {
        let crop = picture.layout.crop
        let view = try picture.frame.view(of: crop)
        let shift = picture.frame.chromaShift(of: crop)
        view.settleChromaLocation(isFullRange: color.isFullRange ?? false)
        view.setColor(color)
        if picture.hasAlpha {
            if picture.description.isOverWhite { try alphaLayer.straighten(view, color, over: .white) }
            if !picture.description.isPremultiplied { try alphaLayer.multiply(view, color) }
            try alphaLayer.separate(view, color)
        }
        let planes = try emptyPlanes(size, hasAlpha: picture.hasAlpha)
        try scaler.scale(view, into: planes, chromaShift: shift)
        return planes
    }

    /// By way of red, green and blue: tone mapping, other curves and other primaries. Colours that are multiplied with alpha
    /// are divided by it before.
    private func rendered(_ picture: LayerPicture, _ color: PictureColor, _ size: ScaledSize) throws -> Frame {
        if converter?.description != picture.description {
            converter = PictureConverter(PictureRequest(aperture: .clean), picture.description)
        }
        guard let converter else { preconditionFailure("a converter was just made") }
        var layout = picture.layout
        (layout.width, layout.height) = (size.width, size.height)
        let source = try picture.frame.view()
        if picture.hasAlpha, picture.description.isOverWhite {
            try alphaLayer.straighten(source, color, over: .white)
        } else if picture.hasAlpha, picture.description.isPremultiplied {
            try alphaLayer.straighten(source, color)
        }
        let target = ColorRendering.isPlain(output.color) ? nil : output.color
        let highest = ColorRendering.highestForPlanes
        let pixels = try converter.render(source, layout, color, isDeep: false, lightOf: target, highest: highest)
        if picture.hasAlpha { try alphaLayer.multiply(pixels, .sRGB) }
        let planes = try emptyPlanes(size, hasAlpha: picture.hasAlpha)
        try exactScaler.scale(pixels, into: planes)
        return planes
    }
}

/// The size that a picture is scaled to before it is laid over the output.
private struct ScaledSize: Hashable {
    let width: Int
    let height: Int
    /// Nothing but whole turns and shifts by whole pixels is left to do.
    let isWhole: Bool

    /// The size that the layer has in the output, where it lies there along the edges of pixels. Else the picture keeps its
    /// size, unless it becomes less than half as large: then samples between would be lost.
    init(_ layout: PictureLayout, _ map: PlaneMap, _ output: PictureCompositor.Output) {
        let across = (map.a * map.a + map.b * map.b).squareRoot() * Double(layout.width)
        let along = (map.c * map.c + map.d * map.d).squareRoot() * Double(layout.height)
        let isUpright = map.b == 0 && map.c == 0 || map.a == 0 && map.d == 0
        func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < 1e-7 }
        // A picture that is much larger than the output is not made as large for the little of it that shows.
        let isModest = across * along <= 4 * Double(output.width * output.height)
        if isUpright, isModest, across >= 0.5, along >= 0.5, [across, along, map.tx, map.ty].allSatisfy(isWhole) {
            (width, height, self.isWhole) = (Int(across.rounded()), Int(along.rounded()), true)
            return
        }
        func side(_ stored: Int, _ shown: Double) -> Int {
            shown * 2 < Double(stored) ? max(Int(shown.rounded(.up)), 1) : stored
        }
        width = side(layout.crop.width, across)
        height = side(layout.crop.height, along)
        self.isWhole = false
    }
}
