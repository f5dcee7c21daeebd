import AssetKit

/// What a command line of `assettool play` asks for.
struct PlayOptions: Sendable {
    static let verb = "play"

    /// Where sound goes.
    enum Sound: Sendable, Equatable {
        /// The sound server, or else a card.
        case automatic
        case pulse(String?)
        case alsa(String?)
        case file(String)
        case none

        var isFile: Bool {
            if case .file = self { true } else { false }
        }
    }

    /// Where pictures show.
    enum Pictures: Sendable, Equatable {
        /// A window where there is a display, or else the terminal.
        case automatic
        case window
        case terminal
        case files(String)
        case none
    }

    let files: [String]
    let rate: Float
    let pitch: AVAudioTimePitchAlgorithm
    let from: TimeArgument?
    let to: TimeArgument?
    let loops: Bool
    let sound: Sound
    let pictures: Pictures
    /// The identifiers that `assettool info` shows; nil for those that the file switches on.
    let trackIDs: Set<CMPersistentTrackID>?
    let volume: Float
    let geometry: AKWindowGeometry?
    let overwrites: Bool
    let allowsReferences: Bool
    let isQuiet: Bool
    let printsStatistics: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = PlayOptionReader(arguments: arguments)
        files = try reader.files()
        rate = try reader.rate()
        pitch = try reader.pitch()
        from = try reader.time("from")
        to = try reader.time("to")
        loops = arguments.has("loop")
        sound = try reader.sound()
        pictures = try reader.pictures()
        trackIDs = try reader.trackIDs()
        volume = try reader.volume()
        geometry = try reader.geometry()
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        isQuiet = arguments.has("quiet")
        printsStatistics = try reader.statistics()
        try reader.refuseUseless(sound, pictures)
    }
}
