/// Where a metadata key comes from.
public struct AVMetadataKeySpace: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMetadataKeySpace {
    /// Sound files.
    public static let audioFile = Self(rawValue: "caaf")
    /// What all formats share.
    public static let common = Self(rawValue: "comn")
    /// Date ranges of HTTP live streams.
    public static let hlsDateRange = Self(rawValue: "lsdr")
    /// Internet radio.
    public static let icy = Self(rawValue: "icy")
    /// ID3 tags.
    public static let id3 = Self(rawValue: "org.id3")
    /// User data of MPEG-4 files.
    public static let isoUserData = Self(rawValue: "uiso")
    /// iTunes tags.
    public static let iTunes = Self(rawValue: "itsk")
    /// Metadata of QuickTime files.
    public static let quickTimeMetadata = Self(rawValue: "mdta")
    /// User data of QuickTime files.
    public static let quickTimeUserData = Self(rawValue: "udta")
}
