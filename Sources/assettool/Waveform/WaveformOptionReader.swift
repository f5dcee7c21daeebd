import AssetKit

/// Reads the options of `assettool waveform` one by one.
struct WaveformOptionReader {
    /// More pixels than this no picture has from side to side.
    private static let largestSide = 32767

    let arguments: ParsedArguments

    private func usage(_ problem: String) -> UsageError { UsageError(problem, WaveformOptions.verb) }

    func file() throws(UsageError) -> String {
        guard let file = arguments.positionals.first else { throw usage("a file is missing") }
        guard arguments.positionals.count == 1 else {
            throw usage("one file at a time has a waveform, but \(quoted(arguments.positionals[1])) follows")
        }
        return file
    }

    func output() throws(UsageError) -> (String, WaveformFormat) {
        guard let output = arguments.value(of: "output") else { throw usage("the output is missing: -o OUT") }
        if output == "-", arguments.has("json") {
            throw usage("--json and the waveform cannot both go to standard output")
        }
        if let name = arguments.value(of: "format") {
            guard let format = WaveformFormat(name: name) else {
                throw usage("there is no format \(quoted(name)); --format knows \(WaveformFormat.list)")
            }
            return (output, format)
        }
        guard output != "-" else { throw usage("standard output needs --format: \(WaveformFormat.list)") }
        guard let ending = PathText.ending(output), let format = WaveformFormat(name: ending) else {
            throw usage("\(quoted(output)) must end in .png, .svg, .json or .dat, or --format say what it is")
        }
        return (output, format)
    }

    /// Refuses options that would change nothing.
    func checkUse(_ format: WaveformFormat) throws(UsageError) {
        let others = format.isPicture ? ["bits"] : ["size", "colors", "scale", "no-axis"]
        for name in others where arguments.has(name) {
            throw usage(
                "--\(name) is for \(format.isPicture ? "json and dat" : "pictures"), not for \(format.rawValue)"
            )
        }
        if format == .dat, arguments.has("rms") {
            throw usage("a .dat file has no place for RMS values; --rms is for json, png and svg")
        }
    }

    func resolution() throws(UsageError) -> AKWaveform.Resolution? {
        let given = ["samples-per-pixel", "pixels-per-second", "width"].filter { arguments.has($0) }
        guard given.count <= 1 else { throw usage("--\(given[0]) and --\(given[1]) contradict each other") }
        if let count = try number("samples-per-pixel", 1...Int(Int32.max)) { return .samplesPerPoint(count) }
        if let count = try number("pixels-per-second", 1...1_000_000) { return .pointsPerSecond(count) }
        return try number("width", 1...10_000_000).map { .pointCount($0) }
    }

    /// `800x200`, `800x` or `x200`.
    func size() throws(UsageError) -> (width: Int?, height: Int?)? {
        guard let text = arguments.value(of: "size") else { return nil }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        let isComplete = sides.count == 2 && sides != ["", ""]
        let numbers = sides.map { $0.isEmpty ? nil : Self.whole($0, 1...Self.largestSide) }
        guard isComplete, zip(sides, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else {
            throw usage("\(quoted(text)) is not a size; --size takes 800x200, 800x or x200, up to \(Self.largestSide)")
        }
        return (numbers[0], numbers[1])
    }

    /// A picture is as wide as one option says.
    func checkWidth(
        _ size: (width: Int?, height: Int?)?,
        _ resolution: AKWaveform.Resolution?
    ) throws(UsageError) {
        guard size?.width != nil, let resolution else { return }
        let name =
            switch resolution {
            case .samplesPerPoint: "samples-per-pixel"
            case .pointsPerSecond: "pixels-per-second"
            case .pointCount: "width"
            }
        throw usage("--\(name) says how wide the picture is, and so does --size; leave the width out: --size x200")
    }

    func style(_ size: (width: Int?, height: Int?)?) throws(UsageError) -> AKWaveformStyle {
        var style = AKWaveformStyle()
        style.height = size?.height ?? style.height
        style.showsTimeAxis = !arguments.has("no-axis")
        switch arguments.value(of: "scale") {
        case nil, "linear": break
        case "db": style.scale = .decibels(floor: -60)
        case let name?: throw usage("there is no scale \(quoted(name)); --scale knows linear and db")
        }
        guard let text = arguments.value(of: "colors") else { return style }
        guard let colors = WaveformColors(text) else {
            throw usage("\(quoted(text)) is no list of up to four colors such as '#2a70d1,white,gray'")
        }
        style.foreground = colors.foreground
        style.background = colors.background
        style.axis = colors.axis
        style.power = colors.power
        return style
    }

    func bitDepth() throws(UsageError) -> AKWaveform.BitDepth {
        guard let text = arguments.value(of: "bits") else { return .bits16 }
        guard let depth = Int(text).flatMap(AKWaveform.BitDepth.init) else {
            throw usage("\(quoted(text)) is no number of bits; --bits takes 8 or 16")
        }
        return depth
    }

    func time(_ name: String) throws(UsageError) -> TimeArgument? {
        guard let text = arguments.value(of: name) else { return nil }
        return try TimeArgument(text, of: name, WaveformOptions.verb, isOfFile: arguments.has("file-timecode"))
    }

    func trackID() throws(UsageError) -> CMPersistentTrackID? {
        try number("track", 1...Int(Int32.max)).map { CMPersistentTrackID($0) }
    }

    private func number(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = arguments.value(of: name) else { return nil }
        guard let number = Self.whole(text, range) else {
            throw usage("\(quoted(text)) is not a number from \(range.lowerBound) to \(range.upperBound) for --\(name)")
        }
        return number
    }

    private static func whole(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
        return range.contains(number) ? number : nil
    }
}
