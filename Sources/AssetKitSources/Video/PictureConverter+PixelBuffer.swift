internal import AssetKitBase
internal import AssetKitCore
package import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

extension PictureConverter {
    /// A pixel buffer of a picture. Where the picture is already as asked for, its memory is handed over; else a buffer
    /// of `pool` is filled, or of a pool of the converter's own where the given one makes others.
    package func pixelBuffer(_ frame: borrowing Frame, pool: CVPixelBufferPool? = nil) throws -> CVPixelBuffer {
        try pixelBuffer(frame, between: Frame(), and: Frame(), pool: pool)
    }

    /// A pixel buffer of a picture whose neighbours, where they are at hand, help if it is interlaced. An empty frame
    /// stands for one that is not.
    package func pixelBuffer(
        _ frame: borrowing Frame,
        between previous: borrowing Frame,
        and next: borrowing Frame,
        pool: CVPixelBufferPool? = nil
    ) throws -> CVPixelBuffer {
        guard needsDeinterlacing(frame) else { return try progressivePixelBuffer(frame, pool) }
        return try progressivePixelBuffer(deinterlacer.deinterlace(frame, previous: previous, next: next), pool)
    }

    private func progressivePixelBuffer(_ frame: borrowing Frame, _ pool: CVPixelBufferPool?) throws -> CVPixelBuffer {
        guard description.isOverWhite, frame.hasAlpha else { return try readyPixelBuffer(frame, pool) }
        return try readyPixelBuffer(straightened(frame), pool)
    }

    private func readyPixelBuffer(_ frame: borrowing Frame, _ pool: CVPixelBufferPool?) throws -> CVPixelBuffer {
        guard case .pixelBuffer(let wish) = request.output else { preconditionFailure("images were asked for") }
        let source = description.color(of: frame)
        let layout = PixelBufferLayout(wish, layout(of: frame), in: request.canvas)
        let own = frame.pixelType(isFullRange: source.isFullRange)
        let type = format(among: wish.formats, own, frame.nearestPixelType(isFullRange: source.isFullRange))
        if frame.hasAlpha, PixelFormat(type)?.traits.contains(.alpha) == false {
            // A buffer without alpha: the picture is laid over the background first.
            let opaque = try frame.view()
            let isPremultiplied = description.isPremultiplied
            try alphaLayer.compose(opaque, over: request.background, source, isPremultiplied: isPremultiplied)
            if !opaque.hasAlpha { return try readyPixelBuffer(opaque, pool) }
        }
        let target = target(wish.color, source, type, isRGB: frame.isRGB)
        let changesLight =
            request.followsLight
            ? ColorRendering.differs(source, from: target) : ColorRendering.changesLight(from: source, to: target)
        let isWhole = layout.picture.isWhole(width: frame.width, height: frame.height) && layout.fillsBuffer
        if isWhole, own == type, !changesLight, source.matrix == target.matrix || frame.isRGB {
            let view = try frame.view()
            view.setColor(target)
            let stands = view.standsOnItsHead
            let hasAlpha = view.hasAlpha
            if let buffer = try view.takePixelBuffer() {
                if hasAlpha { buffer.attach(isPremultiplied: description.isPremultiplied) }
                if stands { counts.copied += 1 } else { counts.handedOver += 1 }
                return buffer
            }
        }
        let buffer = try makeBuffer(pool, type, layout)
        buffer.attach(target)
        if frame.hasAlpha { buffer.attach(isPremultiplied: description.isPremultiplied) }
        if changesLight || layout.picture.turn != .none || request.isExact {
            try renderPixels(of: frame, layout, source, target, changesLight, into: buffer)
        } else {
            try scalePixels(of: frame, layout, source, into: buffer)
        }
        if request.aperture == .encoded, wish.width == nil, wish.height == nil {
            let stated = (request.canvas?.pixelAspect ?? description.pixelAspect).map { ($0.horizontal, $0.vertical) }
            buffer.attach(pixelAspect: stated ?? frame.pixelAspect)
        }
        counts.converted += 1
        return buffer
    }

    private func format(among wishes: [OSType], _ own: OSType?, _ nearest: OSType) -> OSType {
        if let own, wishes.contains(own) { return own }
        if wishes.contains(nearest) { return nearest }
        return wishes.first ?? nearest
    }

    /// What the buffer's colours mean.
    private func target(_ wish: PictureColor, _ source: PictureColor, _ type: OSType, isRGB: Bool) -> PictureColor {
        var result = wish
        let isTooBright = request.dynamicRange == .forceStandard && source.isHighDynamicRange
        let becomesStandard = isTooBright || request.narrowsColors && !ColorRendering.isPlain(source)
        if becomesStandard, result.primaries == PictureColor.unknown { result.primaries = 1 }
        if becomesStandard, result.transfer == PictureColor.unknown { result.transfer = 1 }
        if becomesStandard, result.matrix == PictureColor.unknown { result.matrix = 1 }
        if result.primaries == PictureColor.unknown { result.primaries = source.primaries }
        if result.transfer == PictureColor.unknown { result.transfer = source.transfer }
        if result.matrix == PictureColor.unknown, !isRGB { result.matrix = source.matrix }
        // Tone mapping and gamut conversion go to standard dynamic range only; towards anything else light stays as it
        // is.
        if !ColorRendering.isPlain(result), !request.followsLight {
            (result.primaries, result.transfer) = (source.primaries, source.transfer)
        }
        let isTargetRGB = PixelFormat(type).map { !$0.traits.contains(.yCbCr) } ?? true
        result.isFullRange = PixelFormatMap.isFullRange(type)
        return isTargetRGB ? result.resolved(width: 0, height: 0, isRGB: true) : result
    }

    private func makeBuffer(
        _ pool: CVPixelBufferPool?,
        _ type: OSType,
        _ layout: PixelBufferLayout
    ) throws -> CVPixelBuffer {
        func fits(_ pool: CVPixelBufferPool) -> Bool {
            let kind = pool.attributes
            return kind.format == type && kind.width == layout.width && kind.height == layout.height
        }
        if let pool, fits(pool) { return try pool.makeBuffer().get() }
        if let own = self.pool, fits(own) { return try own.makeBuffer().get() }
        let kind: [AnyHashable: Any] = [
            kCVPixelBufferPixelFormatTypeKey: type, kCVPixelBufferWidthKey: layout.width,
            kCVPixelBufferHeightKey: layout.height,
        ]
        let fresh = CVPixelBufferPool(try PixelBufferPoolAttributes.read(pool: nil, pixelBuffer: kind).get())
        self.pool = fresh
        return try fresh.makeBuffer().get()
    }

    private func scalePixels(
        of frame: borrowing Frame,
        _ layout: PixelBufferLayout,
        _ source: PictureColor,
        into buffer: CVPixelBuffer
    ) throws {
        let view = try frame.view(of: layout.picture.crop)
        view.settleChromaLocation(isFullRange: source.isFullRange ?? false)
        view.setColor(source)
        let shift = frame.chromaShift(of: layout.picture.crop)
        if layout.fillsBuffer {
            try bufferScaler.scale(view, into: buffer, chromaShift: shift)
        } else {
            try bufferScaler.scale(view, into: buffer, part: layout.inner, chromaShift: shift)
        }
    }

    /// By way of red, green and blue: for tone mapping and gamut conversion, and for rotated pictures.
    private func renderPixels(
        of frame: borrowing Frame,
        _ layout: PixelBufferLayout,
        _ source: PictureColor,
        _ target: PictureColor,
        _ changesLight: Bool,
        into buffer: CVPixelBuffer
    ) throws {
        let isDeep = !changesLight && frame.bitDepth > 8
        let color = changesLight ? source : source.withLight(of: .sRGB)
        let light = changesLight && !ColorRendering.isPlain(target) ? target : nil
        let highest = target.matrix == 0 ? .max : ColorRendering.highestForPlanes
        let pixels = try render(frame, layout.picture, color, isDeep: isDeep, lightOf: light, highest: highest)
        pixels.setColor(PictureColor.sRGB.withLight(of: target))
        if layout.fillsBuffer {
            try bufferScaler.scale(pixels, into: buffer)
        } else {
            try bufferScaler.scale(pixels, into: buffer, part: layout.inner)
        }
    }
}

extension PictureLayout {
    /// Whether a picture of this size stays what it is.
    func isWhole(width: Int, height: Int) -> Bool {
        crop == PixelRect(x: 0, y: 0, width: width, height: height) && self.width == width && self.height == height
            && turn == .none
    }
}

extension PictureColor {
    /// The same matrix and range with the primaries and the transfer function of another one.
    func withLight(of other: PictureColor) -> PictureColor {
        var result = self
        (result.primaries, result.transfer) = (other.primaries, other.transfer)
        return result
    }
}
