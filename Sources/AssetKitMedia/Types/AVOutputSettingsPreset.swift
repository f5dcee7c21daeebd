/// Settings by name, for the output settings assistant.
public struct AVOutputSettingsPreset: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVOutputSettingsPreset {
    /// HEVC within 1920 × 1080.
    public static let hevc1920x1080 = Self(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
    /// HEVC within 1920 × 1080 with transparency.
    public static let hevc1920x1080WithAlpha = Self(rawValue: "AVOutputSettingsPresetHEVC1920x1080WithAlpha")
    /// HEVC within 3840 × 2160.
    public static let hevc3840x2160 = Self(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
    /// HEVC within 3840 × 2160 with transparency.
    public static let hevc3840x2160WithAlpha = Self(rawValue: "AVOutputSettingsPresetHEVC3840x2160WithAlpha")
    /// HEVC within 7680 × 4320.
    public static let hevc7680x4320 = Self(rawValue: "AVOutputSettingsPresetHEVC7680x4320")
    /// HEVC with two views within 1440 × 1440.
    public static let mvhevc1440x1440 = Self(rawValue: "AVOutputSettingsPresetMVHEVC1440x1440")
    /// HEVC with two views within 960 × 960.
    public static let mvhevc960x960 = Self(rawValue: "AVOutputSettingsPresetMVHEVC960x960")
    /// H.264 within 1280 × 720.
    public static let preset1280x720 = Self(rawValue: "AVOutputSettingsPreset1280x720")
    /// H.264 within 1920 × 1080.
    public static let preset1920x1080 = Self(rawValue: "AVOutputSettingsPreset1920x1080")
    /// H.264 within 3840 × 2160.
    public static let preset3840x2160 = Self(rawValue: "AVOutputSettingsPreset3840x2160")
    /// H.264 within 640 × 480.
    public static let preset640x480 = Self(rawValue: "AVOutputSettingsPreset640x480")
    /// H.264 within 960 × 540.
    public static let preset960x540 = Self(rawValue: "AVOutputSettingsPreset960x540")
}
