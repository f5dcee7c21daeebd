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

/// A flavour of a file type.
public struct AVFileTypeProfile: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVFileTypeProfile {
    /// MPEG-4 segments for HTTP live streaming.
    public static let mpeg4AppleHLS = Self(rawValue: "MPEG4AppleHLS")
    /// MPEG-4 segments after CMAF.
    public static let mpeg4CMAFCompliant = Self(rawValue: "MPEG4CMAFCompliant")
}

/// Which part of the stored pixels is a picture.
public struct AVVideoApertureMode: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVVideoApertureMode {
    /// The clean part, in its true shape.
    public static let cleanAperture = Self(rawValue: "CleanAperture")
    /// All pixels as they are.
    public static let encodedPixels = Self(rawValue: "EncodedPixels")
    /// All pixels, in their true shape.
    public static let productionAperture = Self(rawValue: "ProductionAperture")
}
