import AssetKit

/// Reads the options of `assettool record` one by one.
struct RecordOptionReader {
    let arguments: ParsedArguments

    private var common: ExportOptionReader { ExportOptionReader(arguments: arguments, verb: RecordOptions.verb) }

    private func usage(_ problem: String) -> UsageError { UsageError(problem, RecordOptions.verb) }

    // MARK: The file

    func output() throws(UsageError) -> String {
        if let word = arguments.positionals.first {
            throw usage("record takes options alone, but \(quoted(word)) follows; the file is -o OUT")
        }
        guard let output = arguments.output, !output.isEmpty else { throw usage("the output is missing: -o OUT") }
        guard output != StandardOutput.name else {
            throw usage("a recording grows in a file, which standard output is not: -o OUT")
        }
        return output
    }

    func fileType(_ output: String) throws(UsageError) -> AVFileType {
        let known = RecordOptions.movieTypes + RecordOptions.soundTypes
        let type = PathText.ending(output).flatMap(ExportNames.fileType)
        guard let type, known.contains(type) else {
            let (movies, sounds) = (list(RecordOptions.movieTypes), list(RecordOptions.soundTypes))
            throw usage(
                "\(quoted(output)) ends in nothing that can be recorded; there are \(movies), and of sound alone \(sounds)"
            )
        }
        return type
    }

    private func list(_ types: [AVFileType]) -> String { types.map(ExportNames.ending).joined(separator: ", ") }

    // MARK: Where it comes from

    func sources(
        _ fileType: AVFileType
    ) throws(UsageError) -> (RecordOptions.Pictures, RecordOptions.Sound) {
        let isSoundFile = !RecordOptions.movieTypes.contains(fileType)
        if arguments.has("camera"), arguments.has("screen") {
            throw usage("--camera and --screen contradict each other: a recording has pictures of one of them")
        }
        if isSoundFile, let option = ["camera", "screen"].first(where: arguments.has) {
            let ending = ExportNames.ending(fileType)
            throw usage("--\(option) has pictures, and a .\(ending) has none; \(list(RecordOptions.movieTypes)) have")
        }
        let isUsual = !["camera", "screen", "microphone"].contains(where: arguments.has)
        return (try pictures(isUsual && !isSoundFile), try sound(isUsual))
    }

    private func pictures(_ isUsual: Bool) throws(UsageError) -> RecordOptions.Pictures {
        if let text = arguments.value(of: "screen") { return .screen(ScreenArgument(text)) }
        if let text = arguments.value(of: "camera") { return .camera(try name(text, "camera")) }
        return isUsual ? .camera(nil) : .none
    }

    private func sound(_ isUsual: Bool) throws(UsageError) -> RecordOptions.Sound {
        guard let text = arguments.value(of: "microphone") else { return isUsual ? .microphone(nil) : .none }
        return text.lowercased() == "system" ? .system : .microphone(try name(text, "microphone"))
    }

    /// nil for the usual one.
    private func name(_ text: String, _ option: String) throws(UsageError) -> String? {
        guard !text.isEmpty else { throw usage("--\(option) takes an identity of 'assettool devices', or default") }
        return text.lowercased() == "default" ? nil : text
    }

    // MARK: What it is like

    static let presets: [(name: String, preset: AVCaptureSession.Preset)] = [
        ("high", .high), ("medium", .medium), ("low", .low), ("352x288", .cif352x288), ("320x240", .qvga320x240),
        ("640x480", .vga640x480), ("960x540", .qHD960x540), ("1280x720", .hd1280x720), ("1920x1080", .hd1920x1080),
        ("3840x2160", .hd4K3840x2160), ("iFrame960x540", .iFrame960x540), ("iFrame1280x720", .iFrame1280x720),
    ]

    private static let otherPresetNames = [
        "480p": "640x480", "540p": "960x540", "720p": "1280x720", "1080p": "1920x1080", "2160p": "3840x2160",
        "4k": "3840x2160", "vga": "640x480", "qvga": "320x240", "cif": "352x288",
    ]

    func preset() throws(UsageError) -> AVCaptureSession.Preset? {
        guard let text = arguments.value(of: "preset") else { return nil }
        let plain = text.lowercased().filter { $0 != "-" && $0 != "_" }
        let wanted = Self.otherPresetNames[plain] ?? plain
        if let found = Self.presets.first(where: { $0.name.lowercased() == wanted }) { return found.preset }
        let known = Self.presets.map(\.name).joined(separator: ", ")
        throw usage("there is no preset \(quoted(text)); --preset knows \(known)")
    }

    /// The size that a preset names; nil for one that is as large as it comes.
    static func size(of preset: AVCaptureSession.Preset) -> PictureSize? {
        presets.first { $0.preset == preset }.flatMap { PictureSize($0.name.replacing("iFrame", with: "")) }
    }

    func size() throws(UsageError) -> PictureSize? { try common.size() }

    func frameDuration() throws(UsageError) -> CMTime? { try common.frameDuration() }

    func videoCodec(_ fileType: AVFileType) throws(UsageError) -> AVVideoCodecType? {
        // In a file of sound the option is refused as a whole.
        guard let text = arguments.value(of: "video-codec"), RecordOptions.movieTypes.contains(fileType) else {
            return nil
        }
        let known = Self.videoCodecs(in: fileType)
        let name = CodecNames.usual(text)
        if let found = known.first(where: { CodecNames.usual($0.name) == name }) { return found.type }
        let isCodec = ExportNames.videoCodecs.contains { CodecNames.usual($0.name) == name }
        let names = known.map(\.name).joined(separator: ", ")
        guard isCodec else {
            throw usage("there is no codec \(quoted(text)); --video-codec knows \(names)")
        }
        throw usage("a .\(ExportNames.ending(fileType)) is not recorded in \(quoted(text)), only in \(names)")
    }

    /// The codecs that an output of recordings has for a type of files.
    static func videoCodecs(in fileType: AVFileType) -> [(name: String, type: AVVideoCodecType)] {
        guard RecordOptions.movieTypes.contains(fileType) else { return [] }
        let output = AVCaptureMovieFileOutput()
        output.akFileType = fileType
        let available = output.availableVideoCodecTypes
        return ExportNames.videoCodecs.filter { available.contains($0.type) }
    }

    private static func audioCodecs(in fileType: AVFileType) -> [String] {
        switch fileType {
        case .mov, .caf: ["aac", "alac", "pcm"]
        case .wav, .aiff: ["pcm"]
        default: ["aac", "alac"]
        }
    }

    func audioFormat(_ fileType: AVFileType) throws(UsageError) -> AudioFormatID? {
        guard let text = arguments.value(of: "audio-codec") else { return nil }
        let known = Self.audioCodecs(in: fileType)
        let name = CodecNames.usual(text)
        let found = ExportNames.audioCodecs.first { known.contains($0.name) && CodecNames.usual($0.name) == name }
        if let found { return found.format }
        let ending = ExportNames.ending(fileType)
        throw usage("a .\(ending) is not recorded in \(quoted(text)), only in \(known.joined(separator: ", "))")
    }

    func bitRate() throws(UsageError) -> Int? { try common.bitRate("bitrate") }

    /// The presets of x264 and x265, which are called the same.
    private static let encoderPresets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    func encoderPreset() throws(UsageError) -> String? {
        guard let text = arguments.value(of: "encoder-preset") else { return nil }
        let name = text.lowercased()
        guard Self.encoderPresets.contains(name) else {
            let known = Self.encoderPresets.joined(separator: ", ")
            throw usage("there is no encoder preset \(quoted(text)); --encoder-preset knows \(known)")
        }
        return name
    }

    // MARK: How long it becomes

    func sizeLimit() throws(UsageError) -> Int64? { try common.byteCount("limit-size") }

    /// A time that a recording, which has no end yet, can have.
    func length(_ option: String) throws(UsageError) -> CMTime? {
        guard let text = arguments.value(of: option) else { return nil }
        let argument = try TimeArgument(text, of: option, RecordOptions.verb)
        let time: CMTime? =
            switch argument.amount {
            case .time(let time): argument.isFromEnd ? nil : time.time
            case .timecode(let timecode): ExactTime(timecode)?.time
            case .frames, .percent, .bareTimecode: nil
            }
        guard let time else {
            throw usage(
                "\(quoted(text)) is none for --\(option), since nobody knows yet where it ends; give 90, 1m30s or 0:01:30"
            )
        }
        guard CMTimeConvertScale(time, timescale: 1_000_000_000, method: .default).isNumeric else {
            throw usage("\(quoted(text)) is longer than any recording lasts; --\(option) takes 90, 1m30s or 0:01:30")
        }
        guard time > .zero else { throw usage("--\(option) takes a time above 0, not \(quoted(text))") }
        return time
    }

    /// A time of a tenth of a second at least: fragments and files are made to last on the disk, which takes its time, and a file of
    /// fewer than three pictures is as long as pictures come, and not as it should be.
    func interval(_ option: String) throws(UsageError) -> CMTime? {
        let interval = try length(option)
        guard let interval, interval < CMTime(value: 1, timescale: 10) else { return interval }
        throw usage("--\(option) takes 0.1 at least, not \(quoted(arguments.value(of: option) ?? ""))")
    }

    // MARK: What cannot act

    /// Refuses by its name what could do nothing.
    func refuseUseless(_ options: RecordOptions) throws(UsageError) {
        if options.pictures == .none,
            let option = ["preset", "size", "fps", "video-codec", "encoder-preset", "preview"].first(
                where: arguments.has
            )
        {
            throw usage("--\(option) is about pictures, and there are none; --camera or --screen has some")
        }
        if options.sound == .none, arguments.has("audio-codec") {
            throw usage("--audio-codec is about sound, and there is none; --microphone has some")
        }
        if arguments.has("preset"), arguments.has("size") {
            throw usage("--preset and --size contradict each other: both say how large pictures are")
        }
        if options.isSoundFile, arguments.has("fragment-interval") {
            throw usage("--fragment-interval is about movies, and a .\(ExportNames.ending(options.fileType)) is none")
        }
        if arguments.has("limit-size"), arguments.has("split-every") {
            throw usage(
                "--limit-size and --split-every contradict each other: one ends the recording, the other a file"
            )
        }
        let isRated = options.videoCodec.map { [.h264, .hevc].contains($0) } ?? true
        if !isRated, let option = ["bitrate", "encoder-preset"].first(where: arguments.has) {
            throw usage("--\(option) is for h264 and hevc; other codecs take as many bits as pictures need")
        }
        if options.pictures == .none, arguments.has("bitrate"), !options.isEncodedSound {
            throw usage("--bitrate is for sound in aac; other sound takes as many bits as it has")
        }
    }
}

extension RecordOptions {
    /// Sound becomes AAC, which has a bit rate.
    var isEncodedSound: Bool {
        if let audioFormat { return audioFormat == kAudioFormatMPEG4AAC }
        return ![.wav, .aiff, .caf].contains(fileType)
    }
}
