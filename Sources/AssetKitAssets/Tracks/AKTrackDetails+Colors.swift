extension AKTrackDetails {
    /// Which red, green and blue colours are mixed of. The raw value is FFmpeg's name.
    public enum ColorPrimaries: String, Sendable, Hashable, CaseIterable {
        /// High-definition television (ITU-R BT.709), and sRGB.
        case bt709
        /// The first American colour television (ITU-R BT.470 M).
        case bt470M = "bt470m"
        /// European television (ITU-R BT.470 B and G, EBU 3213).
        case bt470BG = "bt470bg"
        /// American and Japanese television (SMPTE 170M).
        case smpte170M = "smpte170m"
        /// The first high-definition television (SMPTE 240M).
        case smpte240M = "smpte240m"
        /// Film under illuminant C.
        case film
        /// Ultra-high-definition television (ITU-R BT.2020).
        case bt2020
        /// CIE 1931 XYZ (SMPTE ST 428).
        case smpte428
        /// Cinema (SMPTE RP 431, DCI P3).
        case dciP3 = "smpte431"
        /// Displays with the colours of cinema (SMPTE EG 432, P3 D65).
        case displayP3 = "smpte432"
        /// EBU 3213, also called JEDEC P22.
        case ebu3213
    }

    /// By which curve light becomes numbers. The raw value is FFmpeg's name.
    public enum ColorTransfer: String, Sendable, Hashable, CaseIterable {
        /// High-definition television (ITU-R BT.709).
        case bt709
        /// A power of 2.2 (ITU-R BT.470 M).
        case gamma22 = "bt470m"
        /// A power of 2.8 (ITU-R BT.470 B and G).
        case gamma28 = "bt470bg"
        /// American and Japanese television (SMPTE 170M).
        case smpte170M = "smpte170m"
        /// The first high-definition television (SMPTE 240M).
        case smpte240M = "smpte240m"
        /// As light is.
        case linear
        /// A logarithm over a range of 100 to 1.
        case log100
        /// A logarithm over a range of 316 to 1.
        case log316
        /// Beyond the gamut of television (IEC 61966-2-4, xvYCC).
        case xvYCC = "iec61966-2-4"
        /// The extended gamut of ITU-R BT.1361.
        case bt1361 = "bt1361e"
        /// sRGB (IEC 61966-2-1).
        case sRGB = "iec61966-2-1"
        /// Ultra-high-definition television with 10 bits (ITU-R BT.2020).
        case bt2020TenBit = "bt2020-10"
        /// Ultra-high-definition television with 12 bits (ITU-R BT.2020).
        case bt2020TwelveBit = "bt2020-12"
        /// The perceptual quantizer of HDR10 and Dolby Vision (SMPTE ST 2084).
        case pq = "smpte2084"
        /// Cinema (SMPTE ST 428).
        case smpte428
        /// Hybrid log-gamma (ARIB STD-B67).
        case hlg = "arib-std-b67"
    }

    /// How red, green and blue become brightness and differences of colour. The raw value is FFmpeg's name.
    public enum ColorMatrix: String, Sendable, Hashable, CaseIterable {
        /// They do not: green, blue and red are stored.
        case rgb = "gbr"
        /// High-definition television (ITU-R BT.709).
        case bt709
        /// The American FCC's of 1953.
        case fcc
        /// European television (ITU-R BT.470 B and G, BT.601).
        case bt470BG = "bt470bg"
        /// American and Japanese television (SMPTE 170M, BT.601).
        case smpte170M = "smpte170m"
        /// The first high-definition television (SMPTE 240M).
        case smpte240M = "smpte240m"
        /// YCgCo, which loses nothing.
        case ycgco
        /// Ultra-high-definition television (ITU-R BT.2020).
        case bt2020 = "bt2020nc"
        /// The same with constant luminance.
        case bt2020ConstantLuminance = "bt2020c"
        /// Y'D'zD'x (SMPTE ST 2085).
        case smpte2085
        /// What follows from the primaries.
        case derived = "chroma-derived-nc"
        /// The same with constant luminance.
        case derivedConstantLuminance = "chroma-derived-c"
        /// ICtCp (ITU-R BT.2100).
        case ictcp
    }

    /// Which numbers stand for black and white. The raw value is FFmpeg's name.
    public enum ColorRange: String, Sendable, Hashable, CaseIterable {
        /// As in television: some room is left below black and above white.
        case limited = "tv"
        /// All numbers.
        case full = "pc"
    }
}

extension AKTrackDetails.Video {
    /// Which red, green and blue the colours are mixed of; nil where the file does not say, or says what has no case.
    public var primaries: AKTrackDetails.ColorPrimaries? { primariesName.flatMap { .init(rawValue: $0) } }

    /// By which curve light became numbers; nil where the file does not say, or says what has no case.
    public var transfer: AKTrackDetails.ColorTransfer? { transferName.flatMap { .init(rawValue: $0) } }

    /// How red, green and blue became what is stored; nil where the file does not say, or says what has no case.
    public var matrix: AKTrackDetails.ColorMatrix? { matrixName.flatMap { .init(rawValue: $0) } }

    /// Which numbers stand for black and white; nil where the file does not say.
    public var range: AKTrackDetails.ColorRange? { rangeName.flatMap { .init(rawValue: $0) } }
}
