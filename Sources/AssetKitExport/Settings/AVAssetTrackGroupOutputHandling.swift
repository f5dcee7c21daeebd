/// What becomes of tracks that are alternatives to each other.
public struct AVAssetTrackGroupOutputHandling: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// They stay alternatives.
    public static let preserveAlternateTracks = AVAssetTrackGroupOutputHandling(rawValue: 1)
}
