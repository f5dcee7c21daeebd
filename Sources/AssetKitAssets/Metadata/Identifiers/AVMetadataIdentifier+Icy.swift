// Internet radio.

extension AVMetadataIdentifier {
    /// What the station is playing.
    public static let icyMetadataStreamTitle = Self(rawValue: "icy/StreamTitle")
    /// An address that belongs to what the station is playing.
    public static let icyMetadataStreamURL = Self(rawValue: "icy/StreamUrl")
}
