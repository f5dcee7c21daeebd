internal import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

/// How a picture fills a pixel buffer, or an image.
struct PixelBufferLayout: Sendable, Hashable {
    /// The buffer's size.
    var width: Int
    var height: Int
    /// The part of the buffer that the picture fills; the rest is black.
    var inner: PixelRect
    /// Which part of the picture is used, the size it gets and how it is turned.
    var picture: PictureLayout

    /// `canvas`: what the picture is fitted into, and the buffer shows; nil where that is the picture itself.
    init(_ request: PixelBufferRequest, _ picture: PictureLayout, in canvas: PictureCanvas? = nil) {
        // In the buffer's pixels, which need not be square.
        let natural =
            canvas?.size
            ?? CGSize(width: Double(picture.turnedWidth) / request.pixelAspect, height: Double(picture.turnedHeight))
        let wish = (
            width: max(request.place?.width ?? request.width ?? Int(natural.width.rounded()), 1),
            height: max(request.place?.height ?? request.height ?? Int(natural.height.rounded()), 1)
        )
        let across = Double(wish.width) / natural.width
        let along = Double(wish.height) / natural.height
        (width, height) = wish
        var place = PixelRect(x: 0, y: 0, width: wish.width, height: wish.height)
        // How much of what the buffer shows is not cut off.
        var visible = (across: 1.0, along: 1.0)
        switch request.scaling {
        case .resize: break
        case .fit:
            let scale = min(across, along, 1)
            width = max(Int((natural.width * scale).rounded()), 1)
            height = max(Int((natural.height * scale).rounded()), 1)
            (place.width, place.height) = (width, height)
        case .resizeAspect:
            let scale = min(across, along)
            place = place.centered(natural.width * scale, natural.height * scale)
        case .resizeAspectFill:
            let scale = max(across, along)
            visible = (Double(wish.width) / scale / natural.width, Double(wish.height) / scale / natural.height)
        }
        let shares = canvas?.shares(of: picture) ?? (across: 1, along: 1)
        place = place.centered(
            Double(place.width) * min(shares.across / visible.across, 1),
            Double(place.height) * min(shares.along / visible.along, 1),
            picture.turn
        )
        var result = picture
        result.narrow(min(visible.across / shares.across, 1), min(visible.along / shares.along, 1))
        if let whole = request.place {
            (width, height) = (request.width ?? whole.x + whole.width, request.height ?? whole.y + whole.height)
            (place.x, place.y) = (place.x + whole.x, place.y + whole.y)
        }
        inner = place
        let isTurned = picture.turn.swapsSides
        (result.width, result.height) = isTurned ? (place.height, place.width) : (place.width, place.height)
        self.picture = result
    }

    /// How a picture fills an image, which is as large as itself, or as the canvas that it is fitted into.
    init(_ request: PictureRequest, _ picture: PictureLayout) {
        var image = PixelBufferRequest()
        if let canvas = request.canvas {
            let isTurned = picture.turn.swapsSides
            let upright = isTurned ? CGSize(width: canvas.size.height, height: canvas.size.width) : canvas.size
            let (width, height) = PictureLayout.limited(upright, request, swapsSides: isTurned)
            (image.width, image.height) = isTurned ? (height, width) : (width, height)
        }
        self.init(image, picture, in: request.canvas)
    }

    var fillsBuffer: Bool { inner.width == width && inner.height == height }
}

extension PixelRect {
    /// A part in the middle, at whole blocks of two by two pixels where there is room. What is not exactly in the middle is
    /// where turning the whole later would bring it.
    fileprivate func centered(_ width: Double, _ height: Double, _ turn: PictureTurn = .none) -> PixelRect {
        func side(_ wish: Double, _ limit: Int, fromEnd: Bool) -> (start: Int, length: Int) {
            let length = min(max(Int((wish / 2).rounded()) * 2, 2), limit)
            guard length + 2 <= limit else { return (0, limit) }
            let start = (limit - length) / 4 * 2
            return (fromEnd ? (limit - length - start) / 2 * 2 : start, length)
        }
        let across = side(width, self.width, fromEnd: turn.startsAtRight)
        let along = side(height, self.height, fromEnd: turn.startsAtBottom)
        return PixelRect(x: x + across.start, y: y + along.start, width: across.length, height: along.length)
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
