/// A property of a track or of an option to choose.
public struct AVMediaCharacteristic: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVMediaCharacteristic {
    /// It can be heard.
    public static let audible = Self(rawValue: "AVMediaCharacteristicAudible")
    /// It can be seen.
    public static let visual = Self(rawValue: "AVMediaCharacteristicVisual")
    /// It can be read.
    public static let legible = Self(rawValue: "AVMediaCharacteristicLegible")
    /// It is made of frames.
    public static let frameBased = Self(rawValue: "AVMediaCharacteristicFrameBased")
    /// It says how its two views belong together.
    public static let carriesVideoStereoMetadata = Self(rawValue: "com.apple.quicktime.video.carries-stereo-metadata")
    /// Its pictures have transparency.
    public static let containsAlphaChannel = Self(rawValue: "AVMediaCharacteristicContainsAlphaChannel")
    /// Its pictures have a high dynamic range.
    public static let containsHDRVideo = Self(rawValue: "AVMediaCharacteristicContainsHDRVideo")
    /// It holds only subtitles that are always shown.
    public static let containsOnlyForcedSubtitles = Self(rawValue: "public.subtitles.forced-only")
    /// It has a view for each eye.
    public static let containsStereoMultiviewVideo = Self(rawValue: "com.apple.quicktime.video.stereo-multiview")
    /// It describes music and sounds.
    public static let describesMusicAndSoundForAccessibility = Self(
        rawValue: "public.accessibility.describes-music-and-sound"
    )
    /// It describes what is seen.
    public static let describesVideoForAccessibility = Self(rawValue: "public.accessibility.describes-video")
    /// It is a dubbed translation.
    public static let dubbedTranslation = Self(rawValue: "public.translation.dubbed")
    /// It is easy to read.
    public static let easyToRead = Self(rawValue: "public.easy-to-read")
    /// Speech is easy to follow.
    public static let enhancesSpeechIntelligibility = Self(
        rawValue: "public.accessibility.enhances-speech-intelligibility"
    )
    /// It says how wide it looks.
    public static let indicatesHorizontalFieldOfView = Self(
        rawValue: "com.apple.quicktime.video.indicates-horizontal-field-of-view"
    )
    /// It is an addition.
    public static let isAuxiliaryContent = Self(rawValue: "public.auxiliary-content")
    /// It is the main content.
    public static let isMainProgramContent = Self(rawValue: "public.main-program-content")
    /// It is as the author made it.
    public static let isOriginalContent = Self(rawValue: "public.original-content")
    /// It is a translation.
    public static let languageTranslation = Self(rawValue: "public.translation")
    /// It vibrates little.
    public static let tactileMinimal = Self(rawValue: "public.haptics.minimal")
    /// It writes down what is said.
    public static let transcribesSpokenDialogForAccessibility = Self(
        rawValue: "public.accessibility.transcribes-spoken-dialog"
    )
    /// Its colours go beyond those of television.
    public static let usesWideGamutColorSpace = Self(rawValue: "AVMediaCharacteristicUsesWideGamutColorSpace")
    /// It is a translation spoken over the original.
    public static let voiceOverTranslation = Self(rawValue: "public.translation.voice-over")
}
