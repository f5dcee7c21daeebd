public import AssetKitBase
internal import CFFmpeg
public import Foundation

extension CGImage {
    /// Reads a picture file: PNG, JPEG or WebP, found by its content. Nil for anything else, for one that is broken, and
    /// for more than 134 million pixels.
    ///
    /// The result has 8 bits for each component: red, green, blue and, where the file has transparency, alpha that is not
    /// multiplied in; files of grey alone give grey. Of a moving picture it is the first one.
    public convenience init?(akData data: Data) {
        self.init(data, StillFormat(data), shouldInterpolate: true, intent: .defaultIntent)
    }

    /// Reads a PNG file. `decode` must be nil: component values are taken as they are.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard decode == nil, let data = source.data, StillFormat(data) == .png else { return nil }
        self.init(data, .png, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// Reads a JPEG file. `decode` must be nil: component values are taken as they are.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard decode == nil, let data = source.data, StillFormat(data) == .jpeg else { return nil }
        self.init(data, .jpeg, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    private convenience init?(
        _ data: Data,
        _ format: StillFormat?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard let format, let frame = try? format.decode(data) else { return nil }
        do {
            try self.init(rendering: frame, shouldInterpolate: shouldInterpolate, intent: intent)
        } catch {
            return nil
        }
    }

    /// Makes an image of a decoded picture: 8 bits for each component, of the size wished for, colours as `space` says.
    ///
    /// Red, green, blue and alpha that is not multiplied in; grey where `keepsGray` says so and the picture has only
    /// that. Values are converted by the picture's matrix and range; primaries and transfer function stay.
    package convenience init?(
        rendering frame: borrowing Frame,
        width: Int? = nil,
        height: Int? = nil,
        space: CGColorSpace? = nil,
        scaler: Scaler = Scaler(.exact),
        shouldInterpolate: Bool = true,
        intent: CGColorRenderingIntent = .defaultIntent
    ) throws {
        let isGray = frame.pixelFormat == AV_PIX_FMT_GRAY8 || frame.pixelFormat == AV_PIX_FMT_GRAY16BE
        let hasAlpha = PixelFormatMap.hasAlpha(frame.pixelFormat)
        let target = try Frame(
            width: width ?? frame.width,
            height: height ?? frame.height,
            format: isGray ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGBA
        )
        if isGray { target.setColor(PictureColor(isFullRange: true)) }
        try scaler.scale(frame, into: target)
        let (width, height) = (target.width, target.height)
        let storage = try FramePixelStorage(takingFrom: target)
        let memory = storage.memory(ofPlane: 0)
        let bytesPerRow = storage.bytesPerRow(ofPlane: 0)
        // The closure keeps the storage as long as the image needs its memory.
        guard let base = memory.baseAddress,
            let provider = CGDataProvider(
                dataInfo: nil,
                data: base,
                size: memory.count,
                releaseData: { _, _, _ in withExtendedLifetime(storage) {} }
            ), let gray = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2),
            let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        let alpha: CGImageAlphaInfo = isGray ? .none : hasAlpha ? .last : .noneSkipLast
        self.init(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: isGray ? 8 : 32,
            bytesPerRow: bytesPerRow,
            space: space ?? (isGray ? gray : sRGB),
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: shouldInterpolate,
            intent: intent
        )
    }
}

/// The kinds of picture files that are read.
private enum StillFormat {
    case png, jpeg, webP

    /// Finds the kind by the first bytes.
    init?(_ data: Data) {
        if data.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if data.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if data.starts(with: Data("RIFF".utf8)), data.dropFirst(8).starts(with: Data("WEBP".utf8)) {
            self = .webP
        } else {
            return nil
        }
    }

    private var codec: AVCodecID {
        switch self {
        case .png: AV_CODEC_ID_PNG
        case .jpeg: AV_CODEC_ID_MJPEG
        case .webP: AV_CODEC_ID_WEBP
        }
    }

    /// Decodes the first picture of a file.
    func decode(_ data: Data) throws -> Frame {
        let decoder = try SampleDecoder(codec, options: .init(threadCount: 1))
        let packet = try Packet(copying: data)
        _ = try decoder.send(packet)
        try decoder.sendEnd()
        let frame = Frame()
        guard try decoder.receive(into: frame) == .done else {
            throw FFmpegError(code: ak_ERROR_INVALID_DATA, function: "avcodec_receive_frame")
        }
        var color = frame.color
        switch self {
        // JFIF and WebP have one matrix and one range, whatever a decoder says.
        case .jpeg: (color.matrix, color.isFullRange) = (PictureColor.jpeg.matrix, true)
        case .webP: (color.matrix, color.isFullRange) = (6, color.isFullRange ?? false)
        case .png: color.isFullRange = true
        }
        frame.setColor(color)
        return frame
    }
}

extension Packet {
    /// Makes a packet of a copy of bytes.
    package init(copying bytes: Data) throws {
        self.init()
        try withRaw { raw throws(FFmpegError) in
            try check(av_new_packet(raw, CInt(clamping: bytes.count)), "av_new_packet")
            let target = UnsafeMutableRawBufferPointer(start: raw.pointee.data, count: Int(raw.pointee.size))
            bytes.copyBytes(to: target, count: target.count)
        }
    }
}
