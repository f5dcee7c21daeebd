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

/// How metadata is stored.
public struct AVMetadataFormat: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMetadataFormat {
    /// HTTP live streams.
    public static let hlsMetadata = Self(rawValue: "com.apple.hls")
    /// ID3 tags.
    public static let id3Metadata = Self(rawValue: "org.id3")
    /// User data of MPEG-4 files.
    public static let isoUserData = Self(rawValue: "org.mp4ra")
    /// iTunes tags.
    public static let iTunesMetadata = Self(rawValue: "com.apple.itunes")
    /// Metadata of QuickTime files.
    public static let quickTimeMetadata = Self(rawValue: "com.apple.quicktime.mdta")
    /// User data of QuickTime files.
    public static let quickTimeUserData = Self(rawValue: "com.apple.quicktime.udta")
    /// Not known.
    public static let unknown = Self(rawValue: "unknown")
}

/// What else may be said about a metadata item.
public struct AVMetadataExtraAttributeKey: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMetadataExtraAttributeKey {
    /// What relative addresses relate to.
    public static let baseURI = Self(rawValue: "baseURI")
    /// A remark.
    public static let info = Self(rawValue: "info")
    /// Where the value is.
    public static let valueURI = Self(rawValue: "valueURI")
}
