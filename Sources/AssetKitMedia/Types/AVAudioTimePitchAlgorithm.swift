/// How sound is played faster or slower.
public struct AVAudioTimePitchAlgorithm: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVAudioTimePitchAlgorithm {
    /// Cheap, at the same pitch.
    public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
    /// Best for music, at the same pitch.
    public static let spectral = Self(rawValue: "Spectral")
    /// As ``spectral`` with a longer look at the sound: hits come nearer to their time, chords are less steady, and it takes
    /// three times as long. Up to a speed of 8, and beyond as ``spectral``.
    public static let akSpectralLongWindow = Self(rawValue: "AKSpectralLongWindow")
    /// Best for speech, at the same pitch: hits come at their time to a millisecond, and it takes little work.
    public static let timeDomain = Self(rawValue: "TimeDomain")
    /// The pitch follows the speed.
    public static let varispeed = Self(rawValue: "Varispeed")
}
