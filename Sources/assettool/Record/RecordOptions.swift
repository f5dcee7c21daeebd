import AssetKit

/// What a command line of `assettool record` asks for.
struct RecordOptions: Sendable {
    static let verb = "record"

    /// Where pictures come from.
    enum Pictures: Sendable, Equatable {
        /// A camera of a name; nil for the usual one.
        case camera(String?)
        case screen(ScreenArgument)
        case none
    }

    /// Where sound comes from.
    enum Sound: Sendable, Equatable {
        /// A microphone of a name; nil for the usual one.
        case microphone(String?)
        /// What the machine plays.
        case system
        case none
    }

    let output: String
    let fileType: AVFileType
    let pictures: Pictures
    let sound: Sound
    /// Nobody has said where sound comes from: without a microphone it is pictures alone.
    let canDoWithoutSound: Bool
    let preset: AVCaptureSession.Preset?
    let size: PictureSize?
    /// How long a picture lasts.
    let frameDuration: CMTime?
    let videoCodec: AVVideoCodecType?
    let audioFormat: AudioFormatID?
    let bitRate: Int?
    let encoderPreset: String?
    let duration: CMTime?
    let sizeLimit: Int64?
    let splitInterval: CMTime?
    let pausesByKey: Bool
    let fragmentInterval: CMTime?
    let showsPreview: Bool
    let synthetic: String?
    let overwrites: Bool
    let isQuiet: Bool
    let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        try arguments.refuseSeveralValues(Self.verb)
        let reader = RecordOptionReader(arguments: arguments)
        output = try reader.output()
        fileType = try reader.fileType(output)
        (pictures, sound) = try reader.sources(fileType)
        canDoWithoutSound = !arguments.has("microphone") && pictures != .none
        preset = try reader.preset()
        size = try reader.size()
        frameDuration = try reader.frameDuration()
        videoCodec = try reader.videoCodec(fileType)
        audioFormat = try reader.audioFormat(fileType)
        bitRate = try reader.bitRate()
        encoderPreset = try reader.encoderPreset()
        duration = try reader.length("duration")
        sizeLimit = try reader.sizeLimit()
        splitInterval = try reader.interval("split-every")
        pausesByKey = arguments.has("pause-key")
        fragmentInterval = try reader.interval("fragment-interval")
        showsPreview = arguments.has("preview")
        synthetic = arguments.value(of: "synthetic")
        overwrites = arguments.has("overwrite")
        isQuiet = arguments.has("quiet")
        printsJSON = arguments.has("json")
        try reader.refuseUseless(self)
    }

    /// The file is one of sound alone.
    var isSoundFile: Bool { !Self.movieTypes.contains(fileType) }

    static let movieTypes: [AVFileType] = [.mov, .mp4, .m4v]
    static let soundTypes: [AVFileType] = [.m4a, .wav, .caf, .aiff]
}
