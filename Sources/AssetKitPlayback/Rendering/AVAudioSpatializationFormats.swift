/// Formats of sound that may be made spatial.
public struct AVAudioSpatializationFormats: OptionSet, Sendable {
    public let rawValue: UInt

    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// One channel, or two.
    public static let monoAndStereo = AVAudioSpatializationFormats(rawValue: 3)
    /// More channels than two.
    public static let multichannel = AVAudioSpatializationFormats(rawValue: 4)
    /// All of them.
    public static let monoStereoAndMultichannel = AVAudioSpatializationFormats(rawValue: 7)
}
