/// A sequence header of MPEG-1 or MPEG-2 video with its extensions (ISO/IEC 13818-2, 6.2.2).
package struct MPEG2SequenceHeader: Hashable, Sendable {
    /// The sequence extension, which makes it MPEG-2.
    package struct Extension: Hashable, Sendable {
        /// profile_and_level_indication.
        package var profileAndLevel: Int
        /// All pictures are progressive frames.
        package var isProgressive: Bool
        package var chromaFormat: ChromaFormat
        /// The upper bits of width and height.
        var sizeHighBits: PictureSize
        var bitRateHighBits: Int
        /// There are no B pictures.
        package var isLowDelay: Bool
        var rateNumerator: Int
        var rateDenominator: Int
    }

    /// The display extension: what the colours mean, and the size that is meant to be seen.
    package struct Display: Hashable, Sendable {
        /// 0 component, 1 PAL, 2 NTSC, 3 SECAM, 4 MAC, 5 unspecified.
        package var videoFormat: Int
        package var color: ColorDescription
        package var size: PictureSize
    }

    private var base: Base
    /// `nil` in MPEG-1.
    package var mpeg2: Extension?
    package var display: Display?

    /// Finds the header and its extensions in a stream, or in the bytes a container keeps for the decoder.
    package init(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        var segments = StartCodeSegments(stream)
        var segment = segments.next()
        while let skipped = segment, skipped.code != Code.sequence { segment = segments.next() }
        guard let header = segment else { throw .endOfData }
        base = try Base(payload: header.payload)
        // Extensions and user data follow at once, before the first group or picture.
        while let next = segments.next(), next.code == Code.extension || next.code == Code.userData {
            guard next.code == Code.extension else { continue }
            try readExtension(next.payload)
        }
        guard codedSize.width > 0, codedSize.height > 0 else { throw .invalid("horizontal_size_value") }
    }

    private mutating func readExtension(_ payload: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(payload)
        switch try reader.unsigned(4) {
        case 1: mpeg2 = try Extension(from: &reader)
        case 2: display = try Display(from: &reader)
        default: break
        }
    }

    private enum Code {
        static let userData: UInt8 = 0xB2
        static let sequence: UInt8 = 0xB3
        static let `extension`: UInt8 = 0xB5
    }
}

extension MPEG2SequenceHeader {
    package var codedSize: PictureSize {
        let high = mpeg2?.sizeHighBits ?? PictureSize(width: 0, height: 0)
        return PictureSize(width: high.width << 12 | base.size.width, height: high.height << 12 | base.size.height)
    }

    package var chromaFormat: ChromaFormat { mpeg2?.chromaFormat ?? .yuv420 }
    package var color: ColorDescription { display?.color ?? .unspecified }

    /// `nil` for a reserved code, of which some encoders of MPEG-1 made their own use.
    package var frameRate: PositiveRatio? {
        guard Self.rates.indices.contains(base.rateCode) else { return nil }
        let (numerator, denominator) = Self.rates[base.rateCode]
        guard let mpeg2 else { return PositiveRatio(numerator, denominator) }
        return PositiveRatio(numerator * mpeg2.rateNumerator, denominator * mpeg2.rateDenominator)
    }

    /// In bits per second; `nil` where MPEG-1 says that it varies.
    package var bitRate: Int? {
        let units = (mpeg2?.bitRateHighBits ?? 0) << 18 | base.bitRate
        return mpeg2 == nil && units == 0x3FFFF ? nil : units * 400
    }

    /// MPEG-2 codes the shape of the picture, MPEG-1 that of the pixel, as height over width.
    package var pixelAspectRatio: PositiveRatio? {
        guard mpeg2 != nil else {
            guard Self.pixelHeights.indices.contains(base.aspectCode) else { return nil }
            return PositiveRatio(10_000, Self.pixelHeights[base.aspectCode])
        }
        let shown = display?.size ?? codedSize
        return switch base.aspectCode {
        case 1: PositiveRatio(1, 1)
        case 2: PositiveRatio(4 * shown.height, 3 * shown.width)
        case 3: PositiveRatio(16 * shown.height, 9 * shown.width)
        case 4: PositiveRatio(221 * shown.height, 100 * shown.width)
        default: nil
        }
    }

    /// Table 8-2; `nil` in MPEG-1 and for the profiles that escape the table.
    package var profileName: String? {
        guard let mpeg2 else { return nil }
        guard mpeg2.profileAndLevel & 0x80 == 0 else {
            return [0x82, 0x85].contains(mpeg2.profileAndLevel) ? "4:2:2" : nil
        }
        return [nil, "High", "Spatially Scalable", "SNR Scalable", "Main", "Simple", nil, nil][
            mpeg2.profileAndLevel >> 4 & 7
        ]
    }

    /// Table 8-3.
    package var levelName: String? {
        guard let mpeg2 else { return nil }
        return switch mpeg2.profileAndLevel {
        case 0x82: "High"
        case 0x85: "Main"
        case 0x80...: nil
        default: [4: "High", 6: "High 1440", 8: "Main", 10: "Low"][mpeg2.profileAndLevel & 15]
        }
    }

    /// Table 6-4: frame_rate_code.
    private static let rates = [
        (0, 0), (24_000, 1_001), (24, 1), (25, 1), (30_000, 1_001), (30, 1), (50, 1), (60_000, 1_001), (60, 1),
    ]

    /// pel_aspect_ratio of ISO/IEC 11172-2, 2.4.3.2, in 1/10000.
    private static let pixelHeights = [
        0, 10_000, 6_735, 7_031, 7_615, 8_055, 8_437, 8_935, 9_157, 9_815, 10_255, 10_695, 10_950, 11_575, 12_015,
    ]
}

/// What stands in the sequence header itself.
private struct Base: Hashable, Sendable {
    var size: PictureSize
    var aspectCode: Int
    var rateCode: Int
    /// In units of 400 bits per second.
    var bitRate: Int

    init(payload: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(payload)
        size = PictureSize(width: try reader.unsigned(12), height: try reader.unsigned(12))
        aspectCode = try reader.unsigned(4)
        rateCode = try reader.unsigned(4)
        bitRate = try reader.unsigned(18)
        try reader.marker("marker_bit")
    }
}

extension MPEG2SequenceHeader.Extension {
    fileprivate init(from reader: inout BitReader) throws(BitstreamError) {
        profileAndLevel = try reader.unsigned(8)
        isProgressive = try reader.flag()
        guard let format = ChromaFormat(rawValue: try reader.unsigned(2)), format != .monochrome else {
            throw .invalid("chroma_format")
        }
        chromaFormat = format
        sizeHighBits = PictureSize(width: try reader.unsigned(2), height: try reader.unsigned(2))
        bitRateHighBits = try reader.unsigned(12)
        try reader.marker("marker_bit")
        try reader.skip(8)  // size of the buffer
        isLowDelay = try reader.flag()
        rateNumerator = try reader.unsigned(2) + 1
        rateDenominator = try reader.unsigned(5) + 1
    }
}

extension MPEG2SequenceHeader.Display {
    fileprivate init(from reader: inout BitReader) throws(BitstreamError) {
        videoFormat = try reader.unsigned(3)
        color = .unspecified
        if try reader.flag() {
            color.primaries = try reader.byte()
            color.transfer = try reader.byte()
            color.matrix = try reader.byte()
        }
        let width = try reader.unsigned(14)
        try reader.marker("marker_bit")
        size = PictureSize(width: width, height: try reader.unsigned(14))
    }
}
