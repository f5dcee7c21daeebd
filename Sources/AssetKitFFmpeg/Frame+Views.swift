package import AssetKitBase
internal import CFFmpeg
internal import CMTimeLib

extension Frame {
    /// Another frame of the same memory: the whole picture, or a part of it. Subsampled chroma begins with the sample
    /// that the part's first pixel shares; `chromaShift(of:)` says how far off that is.
    package func view(of part: PixelRect? = nil) throws -> Frame {
        let part = part ?? PixelRect(x: 0, y: 0, width: width, height: height)
        precondition(
            part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 && part.x <= width - part.width
                && part.y <= height - part.height,
            "no such part of a picture"
        )
        let view = Frame()
        try view.withRaw { shared throws(FFmpegError) in
            try withRaw { raw throws(FFmpegError) in _ = try check(av_frame_ref(shared, raw), "av_frame_ref") }
            shared.pointee.crop_left = part.x
            shared.pointee.crop_top = part.y
            shared.pointee.crop_right = width - part.width - part.x
            shared.pointee.crop_bottom = height - part.height - part.y
            let exact = CInt(AV_FRAME_CROP_UNALIGNED)
            try check(av_frame_apply_cropping(shared, exact), "av_frame_apply_cropping")
        }
        return view
    }

    /// How far, in pixels, the chroma of a part begins before the part itself.
    package func chromaShift(of part: PixelRect) -> Scaler.ChromaShift {
        guard let description = av_pix_fmt_desc_get(pixelFormat) else { return .init() }
        return Scaler.ChromaShift(
            horizontal: part.x % (1 << Int(description.pointee.log2_chroma_w)),
            vertical: part.y % (1 << Int(description.pointee.log2_chroma_h))
        )
    }

    /// The most bits that a component of a pixel has.
    package var bitDepth: Int {
        guard let description = av_pix_fmt_desc_get(pixelFormat) else { return 8 }
        return max(Int(description.pointee.comp.0.depth), 1)
    }

    /// Whether pixels are red, green and blue.
    package var isRGB: Bool { PixelFormatMap.isRGB(pixelFormat) }
    /// Grey with alpha of 16 bits, which libswscale takes to be of full range whatever it is told.
    package var isDeepGreyWithAlpha: Bool { pixelFormat == AV_PIX_FMT_YA16BE || pixelFormat == AV_PIX_FMT_YA16LE }
    package var hasAlpha: Bool { PixelFormatMap.hasAlpha(pixelFormat) }
    /// Whether the format's name says that all codes are in use, whatever the stream says.
    package var isFullRangeByFormat: Bool { PixelFormatMap.plainFormat(pixelFormat) != pixelFormat }

    /// Takes the range out of the format's name: what the colour says counts from now on.
    package func dropRangeOfFormat() {
        let plain = PixelFormatMap.plainFormat(pixelFormat)
        withRaw { $0.pointee.format = plain.rawValue }
    }

    /// The pixel buffer type with the same bytes in memory; nil where there is none.
    package func pixelType(isFullRange: Bool?) -> OSType? {
        PixelFormatMap.type(of: pixelFormat, isFullRange: isFullRange)
    }
    /// The pixel buffer type that keeps most of the picture.
    package func nearestPixelType(isFullRange: Bool?) -> OSType {
        PixelFormatMap.nearestType(to: pixelFormat, isFullRange: isFullRange)
    }

    /// Says where subsampled chroma lies, if the stream did not: JPEG's place for the full range, else MPEG's.
    package func settleChromaLocation(isFullRange: Bool) {
        withRaw { raw in
            guard raw.pointee.chroma_location == AVCHROMA_LOC_UNSPECIFIED else { return }
            raw.pointee.chroma_location = isFullRange ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
        }
    }

    /// Makes a picture whose three components, and alpha where asked for, have a plane each and 16 bits of room for a
    /// value: 10 bits of them, or all 16, are in use.
    package init(planesOfWidth width: Int, height: Int, isDeep: Bool, isRGB: Bool, hasAlpha: Bool) throws {
        let components = "\(isRGB ? "gbr" : "yuv")\(hasAlpha ? "a" : "")\(isRGB ? "" : "444")"
        try self.init(width: width, height: height, formatNamed: "\(components)p\(isDeep ? 16 : 10)le")
    }

    /// Makes a picture of a pixel format by FFmpeg's name.
    package init(width: Int, height: Int, formatNamed name: String) throws {
        try self.init(width: width, height: height, format: av_get_pix_fmt(name))
    }

    /// Makes a picture of red, green, blue and alpha in this order, 8 or 16 bits each.
    package init(pixelsOfWidth width: Int, height: Int, isDeep: Bool) throws {
        try self.init(width: width, height: height, format: isDeep ? AV_PIX_FMT_RGBA64LE : AV_PIX_FMT_RGBA)
    }

    /// Lends a plane from its first row to its last, padding included. The picture must not stand on its head.
    package func withPlane<R>(_ plane: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        let shapes = planeShapes
        precondition(shapes.indices.contains(plane) && lineSize(ofPlane: plane) >= 0, "no plane \(plane)")
        let count = lineSize(ofPlane: plane) * shapes[plane].rowCount
        return try withRaw { raw in
            try body(UnsafeMutableRawBufferPointer(start: raw.pointee.extended_data[plane], count: count))
        }
    }
}
