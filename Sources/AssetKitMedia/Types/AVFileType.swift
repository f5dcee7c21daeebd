/// The format of a file, by its type identifier.
public struct AVFileType: _StringBackedConstant {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AVFileType {
    /// A QuickTime movie.
    public static let mov = Self(rawValue: "com.apple.quicktime-movie")
    /// An MPEG-4 movie.
    public static let mp4 = Self(rawValue: "public.mpeg-4")
    /// An MPEG-4 movie as Apple names it.
    public static let m4v = Self(rawValue: "com.apple.m4v-video")
    /// MPEG-4 sound.
    public static let m4a = Self(rawValue: "com.apple.m4a-audio")
    /// A 3GPP movie.
    public static let mobile3GPP = Self(rawValue: "public.3gpp")
    /// A 3GPP2 movie.
    public static let mobile3GPP2 = Self(rawValue: "public.3gpp2")
    /// A Core Audio file.
    public static let caf = Self(rawValue: "com.apple.coreaudio-format")
    /// A wave file.
    public static let wav = Self(rawValue: "com.microsoft.waveform-audio")
    /// An AIFF file.
    public static let aiff = Self(rawValue: "public.aiff-audio")
    /// An AIFF-C file.
    public static let aifc = Self(rawValue: "public.aifc-audio")
    /// An AMR file.
    public static let amr = Self(rawValue: "org.3gpp.adaptive-multi-rate-audio")
    /// An MP3 file.
    public static let mp3 = Self(rawValue: "public.mp3")
    /// A Sun sound file.
    public static let au = Self(rawValue: "public.au-audio")
    /// An AC-3 file.
    public static let ac3 = Self(rawValue: "public.ac3-audio")
    /// An enhanced AC-3 file.
    public static let eac3 = Self(rawValue: "public.enhanced-ac3-audio")
    /// A JPEG picture.
    public static let jpg = Self(rawValue: "public.jpeg")
    /// A raw picture.
    public static let dng = Self(rawValue: "com.adobe.raw-image")
    /// A HEIC picture.
    public static let heic = Self(rawValue: "public.heic")
    /// A picture coded with H.264.
    public static let avci = Self(rawValue: "public.avci")
    /// A HEIF picture.
    public static let heif = Self(rawValue: "public.heif")
    /// A TIFF picture.
    public static let tif = Self(rawValue: "public.tiff")
    /// Timed text.
    public static let appleiTT = Self(rawValue: "com.apple.itunes-timed-text")
    /// Closed captions.
    public static let SCC = Self(rawValue: "com.scenarist.closed-caption")
    /// Vibration patterns.
    public static let AHAP = Self(rawValue: "com.apple.haptics.ahap")

    // What Apple's systems do not know.

    /// A PNG picture.
    public static let akPNG = Self(rawValue: "public.png")
    /// A Matroska file.
    public static let akMatroska = Self(rawValue: "org.matroska.mkv")
    /// A WebM file.
    public static let akWebM = Self(rawValue: "org.webmproject.webm")
    /// Frames of AAC, each with a header (ADTS).
    public static let akAAC = Self(rawValue: "public.aac-audio")
    /// A FLAC file.
    public static let akFLAC = Self(rawValue: "org.xiph.flac")
    /// An Ogg file.
    public static let akOgg = Self(rawValue: "org.xiph.ogg")
    /// A file of subtitles as SubRip has them.
    public static let akSubRip = Self(rawValue: "org.subrip.srt")
    /// A file of subtitles for the web.
    public static let akWebVTT = Self(rawValue: "org.w3.webvtt")
    /// An MPEG transport stream.
    public static let akMPEGTransportStream = Self(rawValue: "public.mpeg-2-transport-stream")
}
