import AssetKit

/// What a command line of `assettool compose` asks for.
struct ComposeOptions: Sendable {
    static let verb = "compose"
    /// What it has of the options of `export`, by their names, besides those that have their own words here.
    static let ofExport = [
        "bitrate", "quality", "crf", "encoder-preset", "size", "video-codec", "audio-codec", "audio-bitrate",
        "sample-rate", "channels", "fps", "limit-size",
    ]

    let parts: [ComposePart]
    let music: ComposePart?
    /// Of the sound of the parts; nil for as it is.
    let volume: Float?
    let musicVolume: Float?
    let rendering: ComposeRendering
    let allowsReferences: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard !arguments.positionals.isEmpty else {
            throw UsageError("there is nothing to compose; give files, or parts such as a.mp4@0:10..0:20", Self.verb)
        }
        var parts: [ComposePart] = []
        for text in arguments.positionals { parts.append(try ComposePart(text, Self.verb)) }
        self.parts = parts
        var music: ComposePart?
        if let text = arguments.value(of: "music") { music = try ComposePart(text, Self.verb) }
        self.music = music
        volume = try VolumeArgument.read("volume", arguments, Self.verb)
        musicVolume = try VolumeArgument.read("music-volume", arguments, Self.verb)
        guard musicVolume == nil || music != nil else {
            throw UsageError("--music-volume says how loud music is; give some with --music FILE", Self.verb)
        }
        rendering = try ComposeRendering(arguments)
        allowsReferences = arguments.has("allow-references")
    }

    /// The names of all files that are read: none of them is written over.
    var inputs: [String] { (parts + [music].compactMap { $0 }).map(\.file) }
}
