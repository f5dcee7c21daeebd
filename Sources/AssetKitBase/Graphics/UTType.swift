/// The type of a file's contents, by its identifier.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
    /// The reverse-domain name, such as `public.mpeg-4`.
    public let identifier: String

    /// Makes the type of an identifier that is declared below; nil for another one.
    public init?(_ identifier: String) {
        guard Self.extensions[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    private init(known identifier: String) {
        self.identifier = identifier
    }

    /// Finds the type of a file name's ending, in any case and without the dot.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let wanted = filenameExtension.lowercased()
        let names = Self.extensions.filter { $0.value.contains(wanted) }.keys.sorted()
        guard let found = names.map(UTType.init(known:)).first(where: { $0.conforms(to: supertype) }) else {
            return nil
        }
        self = found
    }

    /// The usual ending of a file name, without the dot.
    public var preferredFilenameExtension: String? { Self.extensions[identifier]?.first }

    /// Finds the type of a MIME type, in any case.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        let wanted = mimeType.lowercased()
        let names = Self.mimeTypes.filter { $0.value.contains(wanted) }.keys.sorted()
        guard let found = names.map(UTType.init(known:)).first(where: { $0.conforms(to: supertype) }) else {
            return nil
        }
        self = found
    }

    /// The usual MIME type; nil for what is more general than that.
    public var preferredMIMEType: String? { Self.mimeTypes[identifier]?.first }

    /// Whether everything of this type is of the other type too.
    public func conforms(to type: UTType) -> Bool {
        if self == type { return true }
        return (Self.parents[identifier] ?? []).contains { UTType(known: $0).conforms(to: type) }
    }

    public var description: String { identifier }
}

extension UTType {
    /// Any bytes.
    public static let data = UTType(known: "public.data")
    /// A still picture.
    public static let image = UTType(known: "public.image")
    /// Sound, pictures, or both, along time.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Pictures along time, perhaps with sound.
    public static let movie = UTType(known: "public.movie")
    /// Pictures along time without sound.
    public static let video = UTType(known: "public.video")
    /// Sound.
    public static let audio = UTType(known: "public.audio")
    /// A QuickTime movie.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// An MPEG-4 movie.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// An MPEG-4 movie as shops sell it.
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// MPEG-4 sound.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// MP3 sound.
    public static let mp3 = UTType(known: "public.mp3")
    /// Wave sound.
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// AIFF sound.
    public static let aiff = UTType(known: "public.aiff-audio")
    /// A JPEG picture.
    public static let jpeg = UTType(known: "public.jpeg")
    /// A PNG picture.
    public static let png = UTType(known: "public.png")
    /// A WebP picture.
    public static let webP = UTType(known: "org.webmproject.webp")
    /// A HEIC picture.
    public static let heic = UTType(known: "public.heic")
    /// A TIFF picture.
    public static let tiff = UTType(known: "public.tiff")
    /// A GIF picture.
    public static let gif = UTType(known: "com.compuserve.gif")
    /// A Windows bitmap.
    public static let bmp = UTType(known: "com.microsoft.bmp")
    /// A Windows icon.
    public static let ico = UTType(known: "com.microsoft.ico")
    /// A document in Adobe's Portable Document Format.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// An MPEG transport stream.
    public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
    /// An AVI movie.
    public static let avi = UTType(known: "public.avi")

    /// Endings of file names, the usual one first.
    private static let extensions: [String: [String]] = [
        "public.data": [], "public.image": [], "public.audiovisual-content": [], "public.movie": [],
        "public.video": [], "public.audio": [],
        "com.apple.quicktime-movie": ["mov", "qt"], "public.mpeg-4": ["mp4", "mpg4"],
        "com.apple.protected-mpeg-4-video": ["m4v"], "com.apple.m4v-video": ["m4v"],
        "public.mpeg-4-audio": ["mp4"], "com.apple.m4a-audio": ["m4a"], "public.mp3": ["mp3"],
        "com.microsoft.waveform-audio": ["wav", "wave"], "public.aiff-audio": ["aiff", "aif"],
        "public.jpeg": ["jpeg", "jpg", "jpe"], "public.png": ["png"], "org.webmproject.webp": ["webp"],
        "public.heic": ["heic"], "public.tiff": ["tiff", "tif"], "com.compuserve.gif": ["gif"],
        "com.microsoft.bmp": ["bmp", "dib"], "com.microsoft.ico": ["ico"], "com.adobe.pdf": ["pdf"],
        "public.mpeg-2-transport-stream": ["ts"], "public.avi": ["avi"],
        "org.matroska.mkv": ["mkv"], "org.webmproject.webm": ["webm"], "org.xiph.flac": ["flac"],
        "org.xiph.ogg": ["ogg", "oga", "opus"],
    ]

    /// MIME types, the usual one first.
    private static let mimeTypes: [String: [String]] = [
        "com.apple.quicktime-movie": ["video/quicktime"], "public.mpeg-4": ["video/mp4"],
        "com.apple.m4v-video": ["video/x-m4v"], "public.mpeg-4-audio": ["audio/mp4"],
        "com.apple.m4a-audio": ["audio/x-m4a", "audio/m4a"], "public.mp3": ["audio/mpeg", "audio/mp3"],
        "com.microsoft.waveform-audio": ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"],
        "public.aiff-audio": ["audio/aiff", "audio/x-aiff"],
        "public.jpeg": ["image/jpeg", "image/jpg"], "public.png": ["image/png"], "org.webmproject.webp": ["image/webp"],
        "public.heic": ["image/heic"], "public.tiff": ["image/tiff"], "com.compuserve.gif": ["image/gif"],
        "com.microsoft.bmp": ["image/bmp", "image/x-ms-bmp"],
        "com.microsoft.ico": ["image/vnd.microsoft.icon", "image/x-icon"], "com.adobe.pdf": ["application/pdf"],
        "public.mpeg-2-transport-stream": ["video/mp2t"], "public.avi": ["video/avi", "video/x-msvideo"],
        "org.matroska.mkv": ["video/x-matroska", "video/matroska"], "org.webmproject.webm": ["video/webm"],
        "org.xiph.flac": ["audio/flac", "audio/x-flac"], "org.xiph.ogg": ["audio/ogg", "application/ogg"],
    ]

    private static let parents: [String: [String]] = [
        "public.image": ["public.data"], "public.audiovisual-content": ["public.data"],
        "public.movie": ["public.audiovisual-content"], "public.video": ["public.movie"],
        "public.audio": ["public.audiovisual-content"],
        "com.apple.quicktime-movie": ["public.movie"], "public.mpeg-4": ["public.movie"],
        "com.apple.protected-mpeg-4-video": ["public.movie"], "com.apple.m4v-video": ["public.movie"],
        "public.mpeg-4-audio": ["public.audio"], "com.apple.m4a-audio": ["public.audio"],
        "public.mp3": ["public.audio"],
        "com.microsoft.waveform-audio": ["public.audio"], "public.aiff-audio": ["public.audio"],
        "public.jpeg": ["public.image"], "public.png": ["public.image"], "org.webmproject.webp": ["public.image"],
        "public.heic": ["public.image"], "public.tiff": ["public.image"], "com.compuserve.gif": ["public.image"],
        "com.microsoft.bmp": ["public.image"], "com.microsoft.ico": ["public.image"], "com.adobe.pdf": ["public.data"],
        "public.mpeg-2-transport-stream": ["public.movie"], "public.avi": ["public.movie"],
        "org.matroska.mkv": ["public.movie"], "org.webmproject.webm": ["public.movie"],
        "org.xiph.flac": ["public.audio"], "org.xiph.ogg": ["public.audio"],
    ]
}
