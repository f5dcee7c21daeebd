internal import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
internal import AssetKitPixels

/// Lays the pictures of several tracks over each other: one picture of the output at a time. Not Sendable: one worker owns
/// it.
///
/// Pictures are laid in the output's own planes and numbers: a weighted sum of Y'CbCr is that of red, green and blue. What is
/// of another format, size or colour is converted first. A single picture that stays as it is, is handed on without a copy.
/// In an output with alpha colours are multiplied with it.
package final class PictureCompositor {
    /// What the pictures that come out are like. Their pixels are square.
    package struct Output: Sendable, Hashable {
        package var width: Int
        package var height: Int
        package var format: PlaneFormat
        /// Every field of it is set.
        package var color: PictureColor

        package init(width: Int, height: Int, format: PlaneFormat, color: PictureColor) {
            (self.width, self.height, self.format, self.color) = (width, height, format, color)
        }

        /// As near to a picture as can be, in a size. What `color` leaves open is the picture's own.
        package init(
            like frame: borrowing Frame,
            _ description: PictureDescription,
            width: Int,
            height: Int,
            color: PictureColor = PictureColor()
        ) {
            let own = description.color(of: frame)
            let isFullRange = frame.isRGB ? false : own.isFullRange ?? false
            var result = color
            if result.primaries == PictureColor.unknown { result.primaries = own.primaries }
            if result.transfer == PictureColor.unknown { result.transfer = own.transfer }
            if result.matrix == PictureColor.unknown { result.matrix = own.matrix }
            result.isFullRange = color.isFullRange ?? isFullRange
            self.init(
                width: width,
                height: height,
                format: PlaneFormat(nearestTo: frame, isFullRange: isFullRange),
                color: result.resolved(width: width, height: height, isRGB: false)
            )
        }
    }

    /// What has been done so far.
    package struct Counts: Sendable, Hashable {
        /// Pictures that were handed on as they were.
        package var handedOn = 0
        /// Pictures that were laid together.
        package var composed = 0
        /// Pictures of layers that were brought into another size, format or colour.
        package var converted = 0
    }

    package let output: Output
    package private(set) var counts = Counts()
    private var preparers: [Int32: LayerPreparer] = [:]
    /// The background of the last picture.
    private var filled: (background: LayerProgram.Color, codes: [Int])?

    package init(_ output: Output) { self.output = output }

    /// A picture of the output.
    ///
    /// - Parameters:
    ///   - layers: What shows, the lowest first, as `LayerProgram.layers(at:)` tells it.
    ///   - pictures: The picture of each track at the time; a track without one does not show.
    ///   - background: What is below all layers. Its alpha counts in an output with alpha only.
    /// - Returns: A picture of square pixels, with the output's size and tags, and without a time. Its memory may be that of a
    ///   layer's picture.
    /// - Throws: What FFmpeg says where a picture cannot be converted.
    package func compose(
        _ layers: [ResolvedLayer],
        of pictures: [Int32: LayerPicture],
        over background: LayerProgram.Color
    ) throws -> Frame {
        let shown = Self.visible(layers, sizes: pictures.mapValues(\.size), output)
        let tracks = Set(shown.map(\.trackID))
        preparers = preparers.filter { tracks.contains($0.key) }
        if shown.count == 1, let picture = pictures[shown[0].trackID], let whole = try untouched(picture, shown[0]) {
            counts.handedOn += 1
            return whole
        }
        let target = try output.format.makeFrame(width: output.width, height: output.height)
        target.setColor(output.color)
        if !hidesBackground(shown.first, pictures) { fill(target, background) }
        for layer in shown {
            guard let picture = pictures[layer.trackID] else { continue }
            try lay(picture, layer, over: target)
        }
        counts.composed += 1
        return target
    }

    /// The layers of which something shows: those that lie within the output and have no opaque one over them that fills it.
    /// Pictures of other tracks need not even be decoded. A track without a size does not show.
    package static func visible(
        _ layers: [ResolvedLayer],
        sizes: [Int32: LayerSize],
        _ output: Output
    ) -> [ResolvedLayer] {
        let (width, height) = (output.width, output.height)
        let reaching = layers.filter { layer in
            sizes[layer.trackID].map { layer.reaches(width: width, height: height, with: $0) } ?? false
        }
        let lowest = reaching.lastIndex { layer in
            sizes[layer.trackID].map { layer.hides(width: width, height: height, with: $0) } ?? false
        }
        return Array(reaching[(lowest ?? 0)...])
    }

    private func hidesBackground(_ lowest: ResolvedLayer?, _ pictures: [Int32: LayerPicture]) -> Bool {
        guard let lowest, let picture = pictures[lowest.trackID] else { return false }
        return lowest.hides(width: output.width, height: output.height, with: picture.size)
    }

    /// The picture itself, where it is what comes out already.
    private func untouched(_ picture: LayerPicture, _ layer: ResolvedLayer) throws -> Frame? {
        guard layer.hides(width: output.width, height: output.height, with: picture.size),
            layer.transform.isIdentity, picture.layout.isWhole(width: output.width, height: output.height),
            picture.frame.width == output.width, picture.frame.height == output.height
        else { return nil }
        let color = picture.description.color(of: picture.frame)
        guard color.matrix == output.color.matrix, color.isFullRange == output.color.isFullRange,
            !ColorRendering.differs(color, from: output.color),
            PlaneFormat(of: picture.frame, isFullRange: color.isFullRange ?? false) == output.format
        else { return nil }
        let view = try picture.frame.view()
        view.setColor(output.color)
        return view
    }

    private func fill(_ target: borrowing Frame, _ background: LayerProgram.Color) {
        let codes = codes(of: background)
        for (plane, code) in codes.enumerated() {
            target.withSamples(ofPlane: plane, depth: output.format.depth) { $0.fill(with: code) }
        }
    }

    /// What stands for a background in each plane.
    private func codes(of background: LayerProgram.Color) -> [Int] {
        if let filled, filled.background == background { return filled.codes }
        let depth = output.format.depth
        // A colour is one of a common screen.
        let numbers = ColorRendering.numbers(background.red, background.green, background.blue, in: output.color)
        let color = AlphaLayer.Background(red: numbers.x, green: numbers.y, blue: numbers.z)
        var codes = color.codes(output.color, depth: depth)
        if output.format.hasAlpha {
            let share = min(max(background.alpha, 0), 1)
            let zeros = AlphaLayer.Background.black.codes(output.color, depth: depth)
            codes = zip(codes, zeros).map { $1 + Int((Double($0 - $1) * share).rounded()) }
            codes.append(Int((Double((1 << depth) - 1) * share).rounded()))
        }
        filled = (background, codes)
        return codes
    }

    private func lay(_ picture: LayerPicture, _ layer: ResolvedLayer, over target: borrowing Frame) throws {
        let preparer = preparers[layer.trackID] ?? LayerPreparer(output)
        preparers[layer.trackID] = preparer
        let before = preparer.conversionCount
        let prepared = try preparer.prepare(picture, for: layer)
        counts.converted += preparer.conversionCount - before
        prepared.lay(layer, of: picture.size, over: target, output.format)
    }
}
