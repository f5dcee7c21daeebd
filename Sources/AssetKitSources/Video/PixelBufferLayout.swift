internal import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

/// How a picture fills a pixel buffer.
struct PixelBufferLayout: Sendable, Hashable {
    /// The buffer's size.
    var width: Int
    var height: Int
    /// The part of the buffer that the picture fills; the rest is black.
    var inner: PixelRect
    /// Which part of the picture is used, the size it gets and how it is turned.
    var picture: PictureLayout

    init(_ request: PixelBufferRequest, _ picture: PictureLayout) {
        // In pixels of the buffer's shape.
        let natural = CGSize(
            width: Double(picture.turnedWidth) / request.pixelAspect,
            height: Double(picture.turnedHeight)
        )
        let wish = (
            width: max(request.place?.width ?? request.width ?? Int(natural.width.rounded()), 1),
            height: max(request.place?.height ?? request.height ?? picture.turnedHeight, 1)
        )
        let across = Double(wish.width) / natural.width
        let along = Double(wish.height) / natural.height
        (width, height) = wish
        var result = picture
        var place = PixelRect(x: 0, y: 0, width: wish.width, height: wish.height)
        switch request.scaling {
        case .resize: break
        case .fit:
            let scale = min(across, along, 1)
            width = max(Int((natural.width * scale).rounded()), 1)
            height = max(Int((natural.height * scale).rounded()), 1)
            (place.width, place.height) = (width, height)
        case .resizeAspect:
            let scale = min(across, along)
            place = Self.centered(natural.width * scale, natural.height * scale, in: wish)
        case .resizeAspectFill:
            let scale = max(across, along)
            result.narrow(
                Double(wish.width) / scale / natural.width,
                Double(wish.height) / scale / natural.height
            )
        }
        if let whole = request.place {
            (width, height) = (request.width ?? whole.x + whole.width, request.height ?? whole.y + whole.height)
            (place.x, place.y) = (place.x + whole.x, place.y + whole.y)
        }
        inner = place
        let isTurned = picture.turn.swapsSides
        (result.width, result.height) = isTurned ? (place.height, place.width) : (place.width, place.height)
        self.picture = result
    }

    var fillsBuffer: Bool { inner.width == width && inner.height == height }

    /// A part in the middle, at whole blocks of two by two pixels where there is room.
    private static func centered(
        _ width: Double,
        _ height: Double,
        in whole: (width: Int, height: Int)
    ) -> PixelRect {
        func side(_ wish: Double, _ limit: Int) -> (start: Int, length: Int) {
            let length = min(max(Int((wish / 2).rounded()) * 2, 2), limit)
            guard length + 2 <= limit else { return (0, limit) }
            return ((limit - length) / 4 * 2, length)
        }
        let (across, along) = (side(width, whole.width), side(height, whole.height))
        return PixelRect(x: across.start, y: along.start, width: across.length, height: along.length)
    }
}

extension PictureLayout {
    /// Keeps only shares of the turned picture's sides, around its middle.
    fileprivate mutating func narrow(_ across: Double, _ along: Double) {
        let (horizontal, vertical) = turn.swapsSides ? (along, across) : (across, along)
        func kept(_ length: Int, _ share: Double) -> Int {
            min(max(Int((Double(length) * share).rounded()), 1), length)
        }
        let (width, height) = (kept(crop.width, horizontal), kept(crop.height, vertical))
        crop.x += (crop.width - width) / 2
        crop.y += (crop.height - height) / 2
        (crop.width, crop.height) = (width, height)
    }
}
