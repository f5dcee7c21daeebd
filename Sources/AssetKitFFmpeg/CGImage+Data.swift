public import AssetKitBase
package import AssetKitMedia
internal import CFFmpeg
internal import CMTimeLib
public import Foundation

extension CGImage {
    /// The picture as a PNG file, without loss, transparency included.
    ///
    /// sRGB is written as such, other spaces by their primaries and transfer function where PNG has words for them. Nil
    /// for a pixel layout that ``CGContext`` does not draw either: components of 8 bits, red, green, blue and perhaps
    /// alpha in any order, or grey.
    public func akPNGData() -> Data? {
        stillPicture(allowsGray: true)?.encoded { picture in
            var settings = picture.settings
            settings.color = StillPicture.color(of: colorSpace)
            // Each row by the prediction that suits it: files are a seventh to a third smaller than with none.
            var options = SampleEncoder.Options(threadCount: 1)
            options.specific = [("pred", "mixed")]
            return try StillPicture.encode(picture.frame, .png, settings, options)
        }
    }

    /// The picture as a JPEG file, of a quality from 0 (smallest) to 1 (best).
    ///
    /// Brightness and colour are those of JFIF: ITU-R BT.601 over the full range. Colour is kept for every pixel in
    /// small pictures (up to 512 x 512 pixels) and from quality 0.9 on, else for blocks of 2 x 2 pixels. JPEG knows no
    /// transparency: the picture is shown on `background`, whatever that colour's own alpha is. Below a quality of 0.25 files get no smaller. Nil for a pixel layout that ``CGContext`` does not draw either, and
    /// for sides of more than 65,535 pixels.
    public func akJPEGData(quality: Double = 0.8, background: CGColor = .white) -> Data? {
        guard max(width, height) <= 65535 else { return nil }
        let quality = StillPicture.sensible(quality)
        let isFine = quality >= 0.9 || (width <= 512 && height <= 512)
        return stillPicture(allowsGray: false, background: background)?.encoded { picture in
            let format = isFine ? AV_PIX_FMT_YUVJ444P : AV_PIX_FMT_YUVJ420P
            let target = try Frame(width: width, height: height, format: format)
            target.setColor(.jpeg)
            try Scaler(.exact).scale(picture.frame, into: target)
            var settings = picture.settings
            settings.format = format
            settings.color = .jpeg
            var options = SampleEncoder.Options(threadCount: 1)
            options.quantiser = StillPicture.quantiser(of: quality)
            return try StillPicture.encode(target, .jpeg, settings, options)
        }
    }

    /// The picture as a WebP file, of a quality from 0 (smallest) to 1 (best), transparency included.
    ///
    /// With loss also at quality 1; ``akPNGData()`` is without. Nil for a pixel layout that ``CGContext`` does not draw
    /// either, and for sides of more than 16,383 pixels, which WebP cannot hold.
    public func akWebPData(quality: Double = 0.8) -> Data? {
        guard max(width, height) <= 16383 else { return nil }
        let quality = StillPicture.sensible(quality)
        return stillPicture(allowsGray: false, isBlueFirst: true)?.encoded { picture in
            var options = SampleEncoder.Options(threadCount: 1)
            options.specific = [("quality", String(quality * 100)), ("lossless", "0")]
            return try StillPicture.encode(picture.frame, .webP, picture.settings, options)
        }
    }

    /// The picture as a pixel buffer: blue, green, red and alpha that is not multiplied in. Nil for a pixel layout that
    /// ``CGContext`` does not draw either.
    package func pixelBuffer() throws -> CVPixelBuffer? {
        guard let picture = stillPicture(allowsGray: false, isBlueFirst: true) else { return nil }
        picture.frame.setColor(StillPicture.color(of: colorSpace))
        let buffer = try picture.frame.takePixelBuffer()
        buffer?.attach(isPremultiplied: false)
        return buffer
    }

    /// The pixels in a frame; nil for a layout that nobody can read.
    private func stillPicture(
        allowsGray: Bool,
        background: CGColor? = nil,
        isBlueFirst: Bool = false
    ) -> StillPicture? {
        guard let layout else { return nil }
        return try? StillPicture(
            self,
            layout,
            keepsGray: allowsGray && layout.isGray,
            background: background,
            isBlueFirst: isBlueFirst
        )
    }
}

/// The pixels of an image on their way into a file.
struct StillPicture: ~Copyable {
    let frame: Frame

    /// Copies the pixels, with colours no longer multiplied with alpha, or laid over another one.
    init(_ image: CGImage, _ layout: BitmapLayout, keepsGray: Bool, background: CGColor?, isBlueFirst: Bool) throws {
        let hasAlpha = layout.alpha != nil && background == nil
        let format =
            if keepsGray { AV_PIX_FMT_GRAY8 } else if isBlueFirst { AV_PIX_FMT_BGRA } else if hasAlpha {
                AV_PIX_FMT_RGBA
            } else { AV_PIX_FMT_RGB24 }
        let frame = try Frame(width: image.width, height: image.height, format: format)
        let writer = StraightPixels(layout, format, background: background)
        image.withPixels { span in
            span.withUnsafeBytes { pixels in
                for row in 0..<image.height {
                    let from = UnsafeRawBufferPointer(rebasing: pixels[(row * image.bytesPerRow)...])
                    frame.withRow(row, ofPlane: 0) { writer.copy(from, to: $0, count: image.width) }
                }
            }
        }
        frame.setColor(.sRGB)
        self.frame = frame
    }

    /// What an encoder is to expect of the frame as it is.
    var settings: SampleEncoder.PictureSettings {
        .init(width: frame.width, height: frame.height, format: frame.pixelFormat, color: .sRGB)
    }

    /// The result of an encoding that can fail for want of memory only.
    consuming func encoded(_ body: (borrowing StillPicture) throws -> Data) -> Data? { try? body(self) }

    static func encode(
        _ frame: borrowing Frame,
        _ encoder: EncoderName,
        _ settings: SampleEncoder.PictureSettings,
        _ options: SampleEncoder.Options = .init(threadCount: 1)
    ) throws -> Data {
        frame.setColor(settings.color)
        frame.setPresentationTicks(0)
        let encoder = try SampleEncoder(encoder, pictures: settings, options: options)
        _ = try encoder.send(frame)
        try encoder.sendEnd()
        let packet = Packet()
        guard try encoder.receive(into: packet) == .done else {
            throw FFmpegError(code: ak_ERROR_EOF, function: "avcodec_receive_packet")
        }
        return packet.withBytes { Data($0) }
    }

    static func sensible(_ quality: Double) -> Double { quality.isNaN ? 0.8 : min(max(quality, 0), 1) }

    /// FFmpeg's quantiser of a quality. Scale 1 is what JPEG calls 50 % of quality; FFmpeg's tables at 15 come closest to
    /// the standard's there.
    static func quantiser(of quality: Double) -> Int {
        let scale = quality < 0.5 ? 0.5 / max(quality, 0.01) : 2 - 2 * quality
        return min(max(Int((15 * scale).rounded()), 1), 31)
    }

    /// Numbers of H.273 for a colour space; sRGB's for one that says only "the device's".
    static func color(of space: CGColorSpace?) -> PictureColor {
        let codes: [CFString: (primaries: Int32, transfer: Int32)] = [
            CGColorSpace.linearSRGB: (1, 8), CGColorSpace.extendedLinearSRGB: (1, 8),
            CGColorSpace.displayP3: (12, 13), CGColorSpace.dcip3: (11, 17), CGColorSpace.itur_709: (1, 1),
            CGColorSpace.itur_2020: (9, 14), CGColorSpace.itur_2100_PQ: (9, 16), CGColorSpace.itur_2100_HLG: (9, 18),
            CGColorSpace.genericGrayGamma2_2: (1, 4), CGColorSpace.linearGray: (1, 8),
        ]
        guard let name = space?.name, let code = codes[name] else { return .sRGB }
        return PictureColor(primaries: code.primaries, transfer: code.transfer, matrix: 0, isFullRange: true)
    }
}

/// Rewrites rows of pixels: in the order of a file's format, colours not multiplied with alpha.
private struct StraightPixels {
    private let layout: BitmapLayout
    private let size: Int
    private let order: (red: Int, green: Int, blue: Int)
    private let alpha: Int?
    /// Red, green and blue of what is behind the picture, from 0 to 255; nil where alpha is kept.
    private let background: SIMD3<Int>?

    init(_ layout: BitmapLayout, _ format: AVPixelFormat, background: CGColor?) {
        self.layout = layout
        self.background = background.map { color in
            let values = color.rgba
            return SIMD3([values.x, values.y, values.z].map { Int(($0 * 255).rounded()) })
        }
        switch format {
        case AV_PIX_FMT_GRAY8: (size, order, alpha) = (1, (0, 0, 0), nil)
        case AV_PIX_FMT_RGB24: (size, order, alpha) = (3, (0, 1, 2), nil)
        case AV_PIX_FMT_BGRA: (size, order, alpha) = (4, (2, 1, 0), 3)
        default: (size, order, alpha) = (4, (0, 1, 2), 3)
        }
    }

    func copy(_ from: UnsafeRawBufferPointer, to: UnsafeMutableRawBufferPointer, count: Int) {
        for index in 0..<count {
            let (source, target) = (index * layout.bytesPerPixel, index * size)
            let opacity = layout.alpha.map { Int(from[source + $0]) } ?? 255
            to[target + order.red] = straight(from[source + layout.red], opacity, background?.x)
            to[target + order.green] = straight(from[source + layout.green], opacity, background?.y)
            to[target + order.blue] = straight(from[source + layout.blue], opacity, background?.z)
            if let alpha { to[target + alpha] = UInt8(opacity) }
        }
    }

    private func straight(_ stored: UInt8, _ opacity: Int, _ background: Int?) -> UInt8 {
        guard opacity < 255 else { return stored }
        let value = Int(stored)
        if let background {
            let own = layout.isPremultiplied ? value * 255 : value * opacity
            return UInt8(min((own + background * (255 - opacity) + 127) / 255, 255))
        }
        guard layout.isPremultiplied else { return stored }
        return opacity == 0 ? 0 : UInt8(min((value * 255 + opacity / 2) / opacity, 255))
    }
}
