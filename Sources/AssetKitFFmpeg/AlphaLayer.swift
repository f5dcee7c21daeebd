internal import AssetKitBase
internal import CFFmpeg

/// Takes alpha out of pictures: lays them over a colour, or undoes that colours are multiplied with it. Not Sendable: one
/// stage owns it.
///
/// It works in the components that pictures have; packed pictures become planes of red, green and blue.
package final class AlphaLayer {
    /// What is behind the pictures: red, green and blue of their own light, from 0 to 1.
    package struct Background: Codable, Hashable, Sendable {
        package var red = 0.0
        package var green = 0.0
        package var blue = 0.0

        package init(red: Double = 0.0, green: Double = 0.0, blue: Double = 0.0) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        package static let black = Background()
        package static let white = Background(red: 1, green: 1, blue: 1)
    }

    private let scaler = Scaler(.exact)

    package init() {}

    /// Makes the picture one without alpha, laid over a colour. One that is opaque everywhere stays as it is.
    ///
    /// `color`: what the components mean, without gaps. `isPremultiplied`: alpha is premultiplied.
    package func compose(
        _ frame: borrowing Frame,
        over background: Background,
        _ color: PictureColor,
        isPremultiplied: Bool
    )
        throws
    {
        guard frame.hasAlpha, !frame.isOpaque else { return }
        try planes(of: frame, color) { planar, shape, color in
            let codes = background.codes(color, depth: shape.depth)
            let zeros = Background.black.codes(color, depth: shape.depth)
            try planar.eachPlane(shape) { plane, number in
                plane(zeros[number]).layOver(codes[number], isPremultiplied: isPremultiplied)
            }
            try planar.dropAlpha(shape)
        }
    }

    /// Multiplies the colours with alpha.
    package func multiply(_ frame: borrowing Frame, _ color: PictureColor) throws {
        guard frame.hasAlpha, !frame.isOpaque else { return }
        try planes(of: frame, color) { planar, shape, color in
            let zeros = Background.black.codes(color, depth: shape.depth)
            try planar.eachPlane(shape) { plane, number in
                plane(zeros[number]).layOver(zeros[number], isPremultiplied: false)
            }
        }
    }

    /// Puts the components into planes of their own, where scaling keeps alpha as it is.
    package func separate(_ frame: borrowing Frame, _ color: PictureColor) throws {
        guard frame.hasAlpha, AlphaShape(frame.pixelFormat) == nil else { return }
        try planes(of: frame, color) { _, _, _ in }
    }

    /// Divides the colours by alpha that they are multiplied with. `matte`: what they were laid over for that.
    package func straighten(_ frame: borrowing Frame, _ color: PictureColor, over matte: Background = .black) throws {
        guard frame.hasAlpha, !frame.isOpaque else { return }
        try planes(of: frame, color) { planar, shape, color in
            let zeros = matte.codes(color, depth: shape.depth)
            try planar.eachPlane(shape) { plane, number in
                plane(zeros[number]).divide(within: color.codes(ofPlane: number, depth: shape.depth))
            }
        }
    }

    /// Lends the picture in planes that may be written to, and puts it in the place of the frame's.
    private func planes(
        of frame: borrowing Frame,
        _ color: PictureColor,
        _ body: (borrowing Frame, AlphaShape, PictureColor) throws -> Void
    ) throws {
        let isPlanar = AlphaShape(frame.pixelFormat) != nil
        let depth = frame.bitDepth
        let format = isPlanar ? frame.pixelFormat : depth > 8 ? AV_PIX_FMT_GBRAP16LE : AV_PIX_FMT_GBRAP
        guard let shape = AlphaShape(format) else { return }
        let work = try Frame(width: frame.width, height: frame.height, format: format)
        let means = isPlanar || frame.isRGB ? color : PictureColor.sRGB
        if isPlanar {
            try work.withRaw { to throws(FFmpegError) in
                try frame.withRaw { from throws(FFmpegError) in _ = try check(av_frame_copy(to, from), "av_frame_copy")
                }
            }
        } else if let mover = ComponentMover(from: frame.pixelFormat, to: format, movesRGB: true) {
            // libswscale makes 129 of an alpha of 128 on the way out of packed pixels.
            try mover.move(frame, into: work)
        } else {
            work.setColor(means)
            try scaler.scale(frame, into: work)
        }
        try body(work, shape, means)
        try work.withRaw { to throws(FFmpegError) in
            try frame.withRaw { from throws(FFmpegError) in
                _ = try check(av_frame_copy_props(to, from), "av_frame_copy_props")
            }
        }
        if !isPlanar { work.setColor(means) }
        frame.take(from: work)
    }
}

/// A format that has a plane for each component, alpha among them, in whole bytes.
struct AlphaShape {
    let depth: Int
    let isRGB: Bool
    let columnShift: Int
    let rowShift: Int
    /// The same without alpha.
    let opaque: AVPixelFormat

    /// nil for formats of another kind.
    init?(_ format: AVPixelFormat) {
        guard let raw = av_pix_fmt_desc_get(format)?.pointee, let name = raw.name.map({ String(cString: $0) }) else {
            return nil
        }
        let wanted = UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PLANAR)
        let strange = UInt64(AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_HWACCEL)
        guard raw.flags & wanted == wanted, raw.flags & strange == 0, raw.nb_components == 4,
            name.hasPrefix("yuva") || name.hasPrefix("gbrap")
        else { return nil }
        let plain = name.hasPrefix("yuva") ? "yuv" + name.dropFirst(4) : "gbr" + name.dropFirst(4)
        opaque = av_get_pix_fmt(plain)
        guard opaque != AV_PIX_FMT_NONE else { return nil }
        depth = Int(raw.comp.0.depth)
        isRGB = raw.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        (columnShift, rowShift) = (Int(raw.log2_chroma_w), Int(raw.log2_chroma_h))
    }
}

extension Frame {
    /// The format has alpha, and every pixel is opaque all the same.
    package var isOpaque: Bool {
        withRaw { raw in
            guard let description = av_pix_fmt_desc_get(AVPixelFormat(raw.pointee.format))?.pointee else {
                return false
            }
            let size = (width: Int(raw.pointee.width), height: Int(raw.pointee.height))
            if description.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 {
                // 256 colours of four bytes each, in the order of the machine: alpha is the last one.
                guard let palette = raw.pointee.data.1 else { return false }
                return AlphaPlane.isFull(palette + 3, stride: 0, step: 4, size: (256, 1), depth: 8)
            }
            let alpha = description.nb_components == 2 ? description.comp.1 : description.comp.3
            let bytes = alpha.depth > 8 ? 2 : 1
            guard description.flags & UInt64(AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_FLOAT) == 0, alpha.depth <= 16,
                alpha.shift == 0, let base = raw.pointee.extended_data[Int(alpha.plane)]
            else { return false }
            return AlphaPlane.isFull(
                base + Int(alpha.offset),
                stride: lineSize(ofPlane: Int(alpha.plane)),
                step: Int(alpha.step) / bytes,
                size: size,
                depth: Int(alpha.depth)
            )
        }
    }

    /// Lends the three planes of colour one after the other, each as a function of the code that stands for nothing.
    fileprivate func eachPlane(
        _ shape: AlphaShape,
        _ body: ((_ zero: Int) -> AlphaPlane, _ number: Int) throws -> Void
    ) throws {
        let alphaStride = lineSize(ofPlane: 3)
        let alphaSize = (width: width, height: height)
        for number in 0..<3 {
            let isShared = number > 0 && !shape.isRGB
            let shift = isShared ? (columns: shape.columnShift, rows: shape.rowShift) : (columns: 0, rows: 0)
            let size = (width: -(-width >> shift.columns), height: -(-height >> shift.rows))
            let stride = lineSize(ofPlane: number)
            try withRaw { raw in
                guard let samples = raw.pointee.extended_data[number], let alpha = raw.pointee.extended_data[3] else {
                    return
                }
                let plane = { (zero: Int) in
                    AlphaPlane(
                        depth: shape.depth,
                        size: size,
                        samples: (UnsafeMutableRawPointer(samples), stride),
                        alpha: (UnsafeRawPointer(alpha), alphaStride),
                        alphaSize: alphaSize,
                        shift: shift,
                        zero: zero
                    )
                }
                try body(plane, number)
            }
        }
    }

    /// Becomes a picture without alpha, of the same planes of colour.
    fileprivate func dropAlpha(_ shape: AlphaShape) throws {
        withRaw { raw in
            raw.pointee.format = shape.opaque.rawValue
            // The planes may share one piece of memory, which then stays.
            raw.pointee.data.3 = nil
            raw.pointee.linesize.3 = 0
            av_buffer_unref(&raw.pointee.buf.3)
        }
    }
}

extension AlphaLayer.Background {
    /// The codes of the colour's components in the order of planes.
    package func codes(_ color: PictureColor, depth: Int) -> [Int] {
        let (full, eighth) = (Double((1 << depth) - 1), Double(1 << (depth - 8)))
        func code(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), full)) }
        guard color.matrix != 0 else { return [green, blue, red].map { code($0 * full) } }
        let weights = color.lumaWeights
        let luma = weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue
        let differences = [
            (blue - luma) / (2 * (1 - weights.blue)), (red - luma) / (2 * (1 - weights.red)),
        ]
        let isFull = color.isFullRange ?? false
        let first = isFull ? luma * full : (16 + 219 * luma) * eighth
        return [code(first)] + differences.map { code(128 * eighth + $0 * (isFull ? full : 224 * eighth)) }
    }
}

extension PictureColor {
    /// What red and blue add to luma. ITU-T H.273, table 4.
    package var lumaWeights: (red: Double, blue: Double) {
        switch matrix {
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 7: (0.212, 0.087)
        case 9, 10: (0.2627, 0.0593)
        default: (0.299, 0.114)
        }
    }

    /// The codes that a plane's samples may have.
    fileprivate func codes(ofPlane plane: Int, depth: Int) -> ClosedRange<Int> {
        guard matrix != 0, isFullRange != true else { return 0...((1 << depth) - 1) }
        let eighth = 1 << (depth - 8)
        return 16 * eighth...(plane == 0 ? 235 : 240) * eighth
    }
}
