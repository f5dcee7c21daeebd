import AssetKit

/// What a command line of `assettool waveform` asks for.
struct WaveformOptions: Sendable {
    static let verb = "waveform"
    /// How fine a picture is measured: a spike is then where it belongs, to a fraction of a pixel.
    private static let pointsPerPixel = 8

    let file: String
    /// A path, or `-` for standard output.
    let output: String
    let format: WaveformFormat
    let resolution: AKWaveform.Resolution
    let bitDepth: AKWaveform.BitDepth
    let splitsChannels: Bool
    let measuresPower: Bool
    let from: TimeArgument?
    let to: TimeArgument?
    /// The identifier that `assettool info` shows.
    let trackID: CMPersistentTrackID?
    /// Pixels from left to right; nil for one a point.
    let width: Int?
    /// The rest of what the picture looks like.
    let style: AKWaveformStyle
    let overwrites: Bool
    let allowsReferences: Bool
    let usesFileTimecode: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = WaveformOptionReader(arguments: arguments)
        file = try reader.file()
        (output, format) = try reader.output()
        try reader.checkUse(format)
        let size = try reader.size()
        let resolution = try reader.resolution()
        try reader.checkWidth(size, resolution)
        switch resolution {
        case nil where format.isPicture:
            width = size?.width ?? AKWaveformStyle().width
            self.resolution = .pointCount(Self.pointsPerPixel * (width ?? 1))
        case .pointCount(let count)? where format.isPicture:
            width = count
            self.resolution = .pointCount(Self.pointsPerPixel * count)
        case let other:
            width = nil
            self.resolution = other ?? .samplesPerPoint(256)
        }
        style = try reader.style(size)
        bitDepth = try reader.bitDepth()
        splitsChannels = arguments.has("split-channels")
        measuresPower = arguments.has("rms")
        from = try reader.time("from")
        to = try reader.time("to")
        trackID = try reader.trackID()
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        usesFileTimecode = arguments.has("file-timecode")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, Self.verb)
    }

    var isStreamed: Bool { output == "-" }
}
