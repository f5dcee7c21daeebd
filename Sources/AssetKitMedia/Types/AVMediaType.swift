/// What a track holds.
public struct AVMediaType: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMediaType {
    /// Sound.
    public static let audio = Self(rawValue: "soun")
    /// Pictures that go with others, such as alpha.
    public static let auxiliaryPicture = Self(rawValue: "auxv")
    /// Closed captions.
    public static let closedCaption = Self(rawValue: "clcp")
    /// Distances.
    public static let depthData = Self(rawValue: "dpth")
    /// Vibration.
    public static let haptic = Self(rawValue: "hapt")
    /// Timed metadata.
    public static let metadata = Self(rawValue: "meta")
    /// Things seen in pictures.
    public static let metadataObject = Self(rawValue: "mobj")
    /// Sound and pictures in one stream.
    public static let muxed = Self(rawValue: "muxx")
    /// Subtitles.
    public static let subtitle = Self(rawValue: "sbtl")
    /// Text.
    public static let text = Self(rawValue: "text")
    /// Time codes.
    public static let timecode = Self(rawValue: "tmcd")
    /// Pictures.
    public static let video = Self(rawValue: "vide")
}
