// Internet radio.

extension AVMetadataKey {
    /// What the station is playing.
    public static let icyMetadataKeyStreamTitle = Self(rawValue: "StreamTitle")
    /// An address that belongs to what the station is playing.
    public static let icyMetadataKeyStreamURL = Self(rawValue: "StreamUrl")
}
