/// How pictures are compressed, by the four characters of the format.
public struct AVVideoCodecType: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVVideoCodecType {
    /// H.264.
    public static let h264 = Self(rawValue: "avc1")
    /// HEVC.
    public static let hevc = Self(rawValue: "hvc1")
    /// HEVC with transparency.
    public static let hevcWithAlpha = Self(rawValue: "muxa")
    /// JPEG pictures.
    public static let jpeg = Self(rawValue: "jpeg")
    /// JPEG XL pictures.
    public static let JPEGXL = Self(rawValue: "jxlc")
    /// ProRes 422.
    public static let proRes422 = Self(rawValue: "apcn")
    /// ProRes 422 HQ.
    public static let proRes422HQ = Self(rawValue: "apch")
    /// ProRes 422 LT.
    public static let proRes422LT = Self(rawValue: "apcs")
    /// ProRes 422 Proxy.
    public static let proRes422Proxy = Self(rawValue: "apco")
    /// ProRes 4444.
    public static let proRes4444 = Self(rawValue: "ap4h")
    /// ProRes 4444 XQ.
    public static let appleProRes4444XQ = Self(rawValue: "ap4x")

    // What Apple's systems do not encode.

    /// AV1.
    public static let akAV1 = Self(rawValue: "av01")
    /// VP9.
    public static let akVP9 = Self(rawValue: "vp09")
    /// VP8.
    public static let akVP8 = Self(rawValue: "vp08")
    /// PNG pictures: photos alone.
    public static let akPNG = Self(rawValue: "png ")
    /// MPEG-4 part 2.
    public static let akMPEG4 = Self(rawValue: "mp4v")
}
