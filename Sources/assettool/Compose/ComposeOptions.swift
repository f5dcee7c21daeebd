import AssetKit

/// What a command line of `assettool compose` asks for.
struct ComposeOptions: Sendable {
    static let verb = "compose"
    /// What it has of the options of `export`, by their names, besides those that have their own words here.
    static let ofExport = [
        "bitrate", "quality", "crf", "encoder-preset", "size", "video-codec", "audio-codec", "audio-bitrate",
        "sample-rate", "channels", "fps", "limit-size",
    ]
    /// What acts on parts of files alone.
    static let ofParts = [
        "volume", "music", "music-volume", "dissolve", "fade-in", "fade-out", "background", "overlay", "file-timecode",
    ]
    /// What of it is of pictures and of sound.
    static let fades = ["dissolve", "fade-in", "fade-out"]
    /// What of it sets how loud sound is.
    static let volumes = ["volume", "music-volume"]
    /// What no other document is written with.
    private static let ofPictures = ["background", "overlay"]
    /// What says how a film is made.
    private static let ofRendering = ofExport + ["preset", "format", "fast-start", "threads", "dry-run"]

    /// What is put together.
    enum Edit: Sendable {
        case parts([ComposePart])
        /// The name of an edit document.
        case document(String)
    }

    /// What becomes of it.
    enum Action: Sendable {
        case describe
        /// The name of another document.
        case convert(String)
        case render(ComposeRendering)
    }

    let edit: Edit
    let action: Action
    let music: ComposePart?
    /// Of the sound of the parts; nil for as it is.
    let volume: Float?
    let musicVolume: Float?
    /// How long each part and the next show together.
    let dissolve: TimeArgument?
    let fadeIn: TimeArgument?
    let fadeOut: TimeArgument?
    /// Beside pictures of another shape, and in fades; nil for black.
    let background: CGColor?
    /// The lowest first.
    let overlays: [OverlayArgument]
    let overwrites: Bool
    let allowsReferences: Bool
    /// Timecodes of parts are those of their files.
    let usesFileTimecode: Bool
    let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        edit = try Self.edit(arguments)
        action = try Self.action(arguments)
        usesFileTimecode = arguments.has("file-timecode")
        var music: ComposePart?
        if let text = arguments.value(of: "music") {
            music = try ComposePart(text, Self.verb, isOfFile: usesFileTimecode)
        }
        self.music = music
        if usesFileTimecode, case .parts(let parts) = edit, !Self.all(parts, music).contains(where: \.hasTimecode) {
            let example = "such as @01:00:00:00..01:00:10:00"
            throw UsageError("--file-timecode acts on timecodes of parts, \(example), and there are none", Self.verb)
        }
        volume = try VolumeArgument.read("volume", arguments, Self.verb)
        musicVolume = try VolumeArgument.read("music-volume", arguments, Self.verb)
        guard musicVolume == nil || music != nil else {
            throw UsageError("--music-volume says how loud music is; give some with --music FILE", Self.verb)
        }
        dissolve = try Self.length("dissolve", arguments)
        if dissolve != nil, case .parts(let parts) = edit, parts.count == 1 {
            let others = "give another one, or --fade-in and --fade-out"
            throw UsageError("--dissolve has each part turn into the next, and there is one part; \(others)", Self.verb)
        }
        fadeIn = try Self.length("fade-in", arguments)
        fadeOut = try Self.length("fade-out", arguments)
        background = try arguments.background(Self.verb)
        var overlays: [OverlayArgument] = []
        for text in arguments.values(of: "overlay") { overlays.append(try OverlayArgument(text, Self.verb)) }
        self.overlays = overlays
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        printsJSON = arguments.has("json")
    }

    /// More than cuts.
    var hasLayers: Bool {
        dissolve != nil || fadeIn != nil || fadeOut != nil || background != nil || !overlays.isEmpty
    }

    /// The names of what would mix sound, or have it fade, although it is copied. `hasSound`: the parts have some.
    func uselessForSound(_ hasSound: Bool) -> [String] {
        guard case .render(let rendering) = action, rendering.copiesSound else { return [] }
        let fades = hasSound || music != nil
        let wishes: [(name: String, isUseless: Bool)] = [
            ("music", hasSound && music != nil), ("dissolve", hasSound && dissolve != nil),
            ("fade-in", fades && fadeIn != nil), ("fade-out", fades && fadeOut != nil),
        ]
        return wishes.filter(\.isUseless).map(\.name)
    }

    /// The names of all files that are read: none of them is written over.
    var inputs: [String] {
        switch edit {
        case .parts(let parts): Self.all(parts, music).map(\.file) + overlays.map(\.file)
        // Where it is a folder, the document in it too.
        case .document(let name): [name, "\(name)/Info.fcpxml"]
        }
    }

    private static func all(_ parts: [ComposePart], _ music: ComposePart?) -> [ComposePart] {
        parts + [music].compactMap { $0 }
    }

    // MARK: Reading

    private static func edit(_ arguments: ParsedArguments) throws(UsageError) -> Edit {
        guard let first = arguments.positionals.first else {
            let examples = "an edit such as film.otio, or parts such as a.mp4@0:10..0:20"
            throw UsageError("there is nothing to compose; give \(examples)", verb)
        }
        if let refusal = arguments.positionals.lazy.compactMap(EditName.refusal).first {
            throw UsageError(refusal, verb)
        }
        guard let document = arguments.positionals.first(where: EditName.isReadable) else {
            var parts: [ComposePart] = []
            let isOfFile = arguments.has("file-timecode")
            for text in arguments.positionals { parts.append(try ComposePart(text, verb, isOfFile: isOfFile)) }
            return .parts(parts)
        }
        guard arguments.positionals.count == 1 else {
            throw UsageError("\(quoted(document)) is an edit by itself; give nothing beside it", verb)
        }
        if let name = ofParts.first(where: arguments.has) {
            throw UsageError("--\(name) acts on parts of files, and \(quoted(first)) is an edit of its own", verb)
        }
        return .document(first)
    }

    private static func action(_ arguments: ParsedArguments) throws(UsageError) -> Action {
        guard let output = arguments.output else {
            if let name = (ofRendering + ["overwrite"]).first(where: arguments.has) {
                throw UsageError("--\(name) says how OUT is made, and there is none: -o OUT", verb)
            }
            return .describe
        }
        guard let ending = PathText.ending(output), AKEditDocument.writableExtensions.contains(ending) else {
            return .render(try ComposeRendering(arguments))
        }
        if let name = ofRendering.first(where: arguments.has) {
            throw UsageError("--\(name) cannot act on an .\(ending), which has neither pictures nor sound in it", verb)
        }
        if let name = ofPictures.first(where: arguments.has) {
            throw UsageError("--\(name) is rendered, and cannot be written into an .\(ending)", verb)
        }
        return .convert(output)
    }

    /// A time that is a length.
    private static func length(_ name: String, _ arguments: ParsedArguments) throws(UsageError) -> TimeArgument? {
        guard let text = arguments.value(of: name) else { return nil }
        let time = try TimeArgument(text, of: name, verb)
        guard !time.isFromEnd else {
            throw UsageError("\(quoted(text)) counts from the end; --\(name) is a length", verb)
        }
        return time
    }
}
