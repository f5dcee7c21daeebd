internal import CFFmpeg

/// What the components of a picture mean: numbers of ITU-T H.273, and the range of the values.
package struct PictureColor: Hashable, Sendable, Codable {
    /// The number of H.273 for "not known".
    package static let unknown: Int32 = 2

    package var primaries = Self.unknown
    package var transfer = Self.unknown
    package var matrix = Self.unknown
    /// Whether values use all codes of the range; nil when it is not known.
    package var isFullRange: Bool?

    package init(
        primaries: Int32 = Self.unknown,
        transfer: Int32 = Self.unknown,
        matrix: Int32 = Self.unknown,
        isFullRange: Bool? = nil
    ) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// sRGB in components of its own.
    package static let sRGB = PictureColor(primaries: 1, transfer: 13, matrix: 0, isFullRange: true)
    /// What JFIF says of every JPEG: ITU-R BT.601 with all codes in use.
    package static let jpeg = PictureColor(primaries: 1, transfer: 13, matrix: 5, isFullRange: true)

    /// The same with every gap closed that a conversion must close. As Apple's systems do, pictures up to standard
    /// definition count as BT.601, larger ones as BT.709; Y'CbCr uses the video range.
    package func resolved(width: Int, height: Int, isRGB: Bool) -> PictureColor {
        var result = self
        if isRGB {
            result.matrix = 0
            result.isFullRange = isFullRange ?? true
            return result
        }
        let isStandardDefinition = width <= 1024 && height <= 576
        // 0 is "identity", which only a picture of red, green and blue can have.
        if matrix == Self.unknown || matrix == 0 { result.matrix = isStandardDefinition ? 6 : 1 }
        result.isFullRange = isFullRange ?? false
        return result
    }
}

extension Frame {
    /// What the components mean, as far as the stream says.
    package var color: PictureColor {
        withRaw { raw in
            PictureColor(
                primaries: Int32(raw.pointee.color_primaries.rawValue),
                transfer: Int32(raw.pointee.color_trc.rawValue),
                matrix: Int32(raw.pointee.colorspace.rawValue),
                isFullRange: PixelFormatMap.isFullRange(AVPixelFormat(raw.pointee.format), raw.pointee.color_range)
            )
        }
    }

    /// Says what the components mean.
    package func setColor(_ color: PictureColor) {
        withRaw { raw in
            raw.pointee.color_primaries = AVColorPrimaries(UInt32(bitPattern: color.primaries))
            raw.pointee.color_trc = AVColorTransferCharacteristic(UInt32(bitPattern: color.transfer))
            raw.pointee.colorspace = AVColorSpace(UInt32(bitPattern: color.matrix))
            raw.pointee.color_range =
                color.isFullRange.map { $0 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG } ?? AVCOL_RANGE_UNSPECIFIED
        }
    }
}
