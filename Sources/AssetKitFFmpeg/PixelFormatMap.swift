package import AssetKitBase
internal import AssetKitMedia
package import CFFmpeg
internal import CMTimeLib

/// Media's pixel formats and FFmpeg's, in one table for both directions.
package enum PixelFormatMap {
    private struct Row {
        let type: OSType
        let format: AVPixelFormat
        /// Whether the type says that values use the full or the video range; nil where it says neither.
        var isFullRange: Bool?
    }

    // The same bytes in memory, both ways. The first row of a type or format is the one that counts.
    private static let rows: [Row] = [
        Row(type: kCVPixelFormatType_32BGRA, format: AV_PIX_FMT_BGRA),
        Row(type: kCVPixelFormatType_32ARGB, format: AV_PIX_FMT_ARGB),
        Row(type: kCVPixelFormatType_32ABGR, format: AV_PIX_FMT_ABGR),
        Row(type: kCVPixelFormatType_32RGBA, format: AV_PIX_FMT_RGBA),
        Row(type: kCVPixelFormatType_24RGB, format: AV_PIX_FMT_RGB24),
        Row(type: kCVPixelFormatType_24BGR, format: AV_PIX_FMT_BGR24),
        Row(type: kCVPixelFormatType_16LE555, format: AV_PIX_FMT_RGB555LE),
        Row(type: kCVPixelFormatType_16BE555, format: AV_PIX_FMT_RGB555BE),
        Row(type: kCVPixelFormatType_16LE565, format: AV_PIX_FMT_RGB565LE),
        Row(type: kCVPixelFormatType_16BE565, format: AV_PIX_FMT_RGB565BE),
        Row(type: kCVPixelFormatType_48RGB, format: AV_PIX_FMT_RGB48BE),
        Row(type: kCVPixelFormatType_64RGBALE, format: AV_PIX_FMT_RGBA64LE),
        Row(type: kCVPixelFormatType_OneComponent8, format: AV_PIX_FMT_GRAY8),
        Row(type: kCVPixelFormatType_OneComponent16, format: AV_PIX_FMT_GRAY16LE),
        Row(type: kCVPixelFormatType_16Gray, format: AV_PIX_FMT_GRAY16BE),
        Row(type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, format: AV_PIX_FMT_NV12, isFullRange: false),
        Row(type: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, format: AV_PIX_FMT_NV12, isFullRange: true),
        Row(type: kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, format: AV_PIX_FMT_NV16, isFullRange: false),
        Row(type: kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, format: AV_PIX_FMT_NV16, isFullRange: true),
        Row(type: kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, format: AV_PIX_FMT_NV24, isFullRange: false),
        Row(type: kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, format: AV_PIX_FMT_NV24, isFullRange: true),
        Row(type: kCVPixelFormatType_420YpCbCr8Planar, format: AV_PIX_FMT_YUV420P, isFullRange: false),
        Row(type: kCVPixelFormatType_420YpCbCr8PlanarFullRange, format: AV_PIX_FMT_YUV420P, isFullRange: true),
        Row(type: kCVPixelFormatType_422YpCbCr8, format: AV_PIX_FMT_UYVY422, isFullRange: false),
        Row(type: kCVPixelFormatType_422YpCbCr8_yuvs, format: AV_PIX_FMT_YUYV422, isFullRange: false),
        Row(type: kCVPixelFormatType_422YpCbCr8FullRange, format: AV_PIX_FMT_YUYV422, isFullRange: true),
        Row(type: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, format: AV_PIX_FMT_P010LE, isFullRange: false),
        Row(type: kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, format: AV_PIX_FMT_P010LE, isFullRange: true),
        Row(type: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, format: AV_PIX_FMT_P210LE, isFullRange: false),
        Row(type: kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, format: AV_PIX_FMT_P210LE, isFullRange: true),
        Row(type: kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, format: AV_PIX_FMT_P410LE, isFullRange: false),
        Row(type: kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, format: AV_PIX_FMT_P410LE, isFullRange: true),
        Row(type: kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, format: AV_PIX_FMT_P216LE, isFullRange: false),
        Row(type: kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange, format: AV_PIX_FMT_P416LE, isFullRange: false),
    ]

    // FFmpeg's older formats that have their range in their name.
    private static let fullRangeFormats: [AVPixelFormat: AVPixelFormat] = [
        AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P,
        AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P,
        AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P,
    ]

    /// FFmpeg's format with the same bytes in memory; nil where FFmpeg has none.
    package static func format(of type: OSType) -> AVPixelFormat? { rows.first { $0.type == type }?.format }

    /// Whether a type says that its values use the full range; nil for red, green and blue, which always do.
    package static func isFullRange(_ type: OSType) -> Bool? { rows.first { $0.type == type }?.isFullRange }

    /// The type with the same bytes in memory; nil where there is none.
    package static func type(of format: AVPixelFormat, isFullRange: Bool?) -> OSType? {
        let plain = plainFormat(format)
        let range = plain == format ? isFullRange ?? false : true
        return rows.first { $0.format == plain && ($0.isFullRange ?? range) == range }?.type
    }

    /// The type that keeps most of what a format holds: its components, its depth and its chroma subsampling.
    static func nearestType(to format: AVPixelFormat, isFullRange: Bool?) -> OSType {
        if let exact = type(of: format, isFullRange: isFullRange) { return exact }
        guard let description = av_pix_fmt_desc_get(format) else { return kCVPixelFormatType_32BGRA }
        let isDeep = description.pointee.comp.0.depth > 8
        let isRGB = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        let isPalette = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
        if isRGB || isPalette || hasAlpha(format) {
            return isDeep ? kCVPixelFormatType_64RGBALE : kCVPixelFormatType_32BGRA
        }
        if description.pointee.nb_components < 3 {
            return isDeep ? kCVPixelFormatType_OneComponent16 : kCVPixelFormatType_OneComponent8
        }
        let wide: AVPixelFormat, narrow: AVPixelFormat
        switch (description.pointee.log2_chroma_w, description.pointee.log2_chroma_h) {
        case (0, _): (wide, narrow) = (AV_PIX_FMT_P410LE, AV_PIX_FMT_NV24)
        case (1, 0): (wide, narrow) = (AV_PIX_FMT_P210LE, AV_PIX_FMT_NV16)
        default: (wide, narrow) = (AV_PIX_FMT_P010LE, AV_PIX_FMT_NV12)
        }
        let range = plainFormat(format) == format ? isFullRange : true
        return type(of: isDeep ? wide : narrow, isFullRange: range) ?? kCVPixelFormatType_32BGRA
    }

    /// The format without a range in its name.
    static func plainFormat(_ format: AVPixelFormat) -> AVPixelFormat { fullRangeFormats[format] ?? format }

    /// Whether values use the full range, from the format's name or from what the stream says.
    package static func isFullRange(_ format: AVPixelFormat, _ range: AVColorRange) -> Bool? {
        if fullRangeFormats[format] != nil { return true }
        switch range {
        case AVCOL_RANGE_JPEG: return true
        case AVCOL_RANGE_MPEG: return false
        default: return nil
        }
    }

    package static func isRGB(_ format: AVPixelFormat) -> Bool {
        guard let description = av_pix_fmt_desc_get(format) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    }

    package static func hasAlpha(_ format: AVPixelFormat) -> Bool {
        guard let description = av_pix_fmt_desc_get(format) else { return false }
        // A palette may hold transparent entries.
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
    }
}
