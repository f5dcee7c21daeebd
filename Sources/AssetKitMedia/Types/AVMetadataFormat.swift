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
