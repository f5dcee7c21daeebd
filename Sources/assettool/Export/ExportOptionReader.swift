import AssetKit

/// Reads the options of `assettool export` one by one, also for verbs that have some of them.
struct ExportOptionReader {
    let arguments: ParsedArguments
    /// Whose help says more.
    var verb = ExportOptions.verb

    func usage(_ problem: String) -> UsageError { UsageError(problem, verb) }

    func output() throws(UsageError) -> OutputPattern {
        guard let output = arguments.output, !output.isEmpty else {
            throw usage("the output is missing: -o OUT")
        }
        guard output != StandardOutput.name || !arguments.has("hls") else {
            throw usage("--hls makes a folder of files; give it a name with -o")
        }
        try StandardOutput.check(arguments, verb)
        return OutputPattern(output)
    }

    func fileType(_ output: String) throws(UsageError) -> AVFileType {
        if arguments.has("hls") {
            guard !arguments.has("format") else { throw usage("--hls and --format contradict each other") }
            return .mp4
        }
        return try OutputFormat.fileType(output, arguments, verb)
    }

    func preset(_ type: AVFileType) throws(UsageError) -> String {
        guard let text = arguments.value(of: "preset") else { return ExportNames.usualPreset(type) }
        guard let preset = ExportNames.preset(text) else {
            let near = nearest(to: text, among: ExportNames.presets.map(ExportNames.short))
            let hint = near.map { "; did you mean '\($0)'?" } ?? (PictureSize(text) == nil ? "" : "; it is a --size")
            throw UsageError(
                complete: "there is no preset \(quoted(text))\(hint); 'assettool presets' lists them"
            )
        }
        return preset
    }

    func time(_ name: String) throws(UsageError) -> TimeArgument? {
        guard let text = arguments.value(of: name) else { return nil }
        return try TimeArgument(text, of: name, verb, isOfFile: arguments.has("file-timecode"))
    }

    func tracks() throws(UsageError) -> TrackSelection? {
        guard let text = arguments.value(of: "tracks") else { return nil }
        guard let selection = TrackSelection(text) else {
            throw usage("\(quoted(text)) are no tracks; --tracks takes a list such as 1,3 or video,audio:fr")
        }
        return selection
    }

    func crop() throws(UsageError) -> CropArgument? {
        guard let text = arguments.value(of: "crop") else { return nil }
        guard let crop = CropArgument(text) else {
            throw usage(
                "\(quoted(text)) is no part of a picture; --crop takes 640x360+100+50 or 640:360:100:50, or 640x360 for the middle"
            )
        }
        return crop
    }

    func options() throws(UsageError) -> AKExportOptions {
        var options = AKExportOptions()
        options.copiesFittingSound = true
        options.video = try treatment("video-codec", ExportNames.videoCodecs.map { ($0.name, $0.type) })
        options.audio = try treatment("audio-codec", ExportNames.audioCodecs.map { ($0.name, $0.format) })
        options.videoBitRate = try bitRate("bitrate")
        options.audioBitRate = try bitRate("audio-bitrate")
        options.quality = try decimal("quality", 0...1)
        options.constantRateFactor = try decimal("crf", 0...63)
        let rates = ["bitrate", "quality", "crf"].filter { arguments.has($0) }
        guard rates.count <= 1 else { throw usage("--\(rates[0]) and --\(rates[1]) contradict each other") }
        if arguments.has("limit-size"), arguments.has("hls") {
            throw usage("--limit-size counts the bytes of a file, and --hls makes a folder")
        }
        if arguments.has("limit-size"), let rate = rates.first {
            throw usage("--\(rate) and --limit-size contradict each other")
        }
        options.processorLimit = try ThreadCount.read(arguments, verb)
        options.encoderPreset = arguments.value(of: "encoder-preset")
        options.sampleRate = try sampleRate()
        options.channelCount = try whole("channels", 1...64)
        options.rotation = try rotation()
        options.frameDuration = try frameDuration()
        options.speed = try speed()
        options.pitchShift = try semitones()
        options.background = try arguments.background(verb)
        switch arguments.value(of: "interlaced") {
        case nil: break
        case "keep": options.keepsInterlacing = true
        case let text?:
            throw usage("\(quoted(text)) is nothing to do with interlaced pictures; --interlaced knows keep")
        }
        return options
    }

    func passesTwice() throws(UsageError) -> Bool {
        let count = try whole("passes", 1...2) ?? 1
        guard count == 1 || arguments.has("bitrate") else {
            throw usage("--passes 2 shares out the bits of a rate; give one with --bitrate")
        }
        return count == 2
    }

    private func treatment<Codec>(
        _ option: String,
        _ codecs: [(name: String, codec: Codec)]
    ) throws(UsageError) -> AKExportOptions.Treatment<Codec> {
        switch arguments.value(of: option)?.lowercased() {
        case nil: return .byPreset
        case "copy": return .copied
        case "none": return .leftOut
        case let text?:
            let name = CodecNames.usual(text)
            if let found = codecs.first(where: { CodecNames.usual($0.name) == name }) { return .encoded(found.codec) }
            let known = (codecs.map(\.name) + ["copy", "none"]).joined(separator: ", ")
            throw usage("there is no codec \(quoted(text)); --\(option) knows \(known)")
        }
    }

    func size() throws(UsageError) -> PictureSize? {
        guard let text = arguments.value(of: "size") else { return nil }
        guard let size = PictureSize(text) else {
            throw usage(number: text, "is not a size; give 1280x720, 1280x, x720, 720p, 4k or 50%")
        }
        return size
    }

    private func rotation() throws(UsageError) -> Int {
        guard let text = arguments.value(of: "rotate") else { return 0 }
        guard let degrees = Int(text), [0, 90, 180, 270, -90].contains(degrees) else {
            throw usage("\(quoted(text)) is no quarter turn; --rotate takes 90, 180 or 270 degrees clockwise")
        }
        return (degrees + 360) % 360
    }

    func frameDuration() throws(UsageError) -> CMTime? {
        guard let text = arguments.value(of: "fps") else { return nil }
        guard let rate = FrameRate(text), (1...1000).contains(rate.numerator / max(rate.denominator, 1)) else {
            throw usage(number: text, "is no rate of pictures; --fps takes 25, 29.97 or 30000/1001")
        }
        return rate.frameDuration
    }

    // MARK: Speed

    /// Several wrong ways to write one have one answer: what it is.
    private func speed() throws(UsageError) -> Rational128? {
        guard let text = arguments.value(of: "speed") else { return nil }
        guard let speed = Rational128(text), text.first != "+", speed.numerator > 0,
            speed.numerator <= 32 * speed.denominator, speed.denominator <= 32 * speed.numerator
        else {
            throw usage(
                number: text,
                "is no speed; --speed takes a number or a fraction from 1/32 to 32, as 1.25 or 25/24"
            )
        }
        guard max(speed.numerator, speed.denominator) <= Int128(Int32.max) else {
            throw usage(
                "\(quoted(text)) has more digits than a speed can have; --speed takes up to nine, as 25/24 or 1.041667"
            )
        }
        return speed
    }

    private func semitones() throws(UsageError) -> Double {
        guard let text = arguments.value(of: "pitch-shift") else { return 0 }
        guard let number = Double(text), (-24...24).contains(number) else {
            throw usage(
                number: text,
                "is not a number of semitones; --pitch-shift takes one from -24 to 24, as -3 or 0.5"
            )
        }
        return number
    }

    /// How long it is to be.
    func length() throws(UsageError) -> TimeArgument? {
        guard !arguments.has("speed") || !arguments.has("duration-to") else {
            throw usage("--speed and --duration-to contradict each other")
        }
        return try time("duration-to")
    }

    func pitch() throws(UsageError) -> AVAudioTimePitchAlgorithm {
        guard let text = arguments.value(of: "pitch") else { return .spectral }
        let name = text.lowercased()
        guard let found = ExportNames.pitches.first(where: { $0.name == name }) else {
            let known = ExportNames.pitches.map(\.name).joined(separator: ", ")
            throw usage("there is no way \(quoted(text)) to change the speed of sound; --pitch knows \(known)")
        }
        guard arguments.changesSpeed else {
            throw usage("--pitch says how sound changes its speed; give one with --speed or --duration-to")
        }
        return found.algorithm
    }

    // MARK: Numbers

    func byteCount(_ name: String, units: [String] = ["b"]) throws(UsageError) -> Int64? {
        guard let text = arguments.value(of: name) else { return nil }
        guard let value = NumberArgument.count(text, units: units) else {
            let example = units.count > 1 ? "2500000, 800k or 2.5M" : "2500000, 10MB, 2.5M or 20MiB"
            throw usage(number: text, "is not a number for --\(name); give one such as \(example)")
        }
        return value
    }

    func bitRate(_ name: String) throws(UsageError) -> Int? {
        if let text = arguments.value(of: name), text.contains("B") {
            throw usage("\(quoted(text)) counts bytes, and --\(name) counts bits: give eight times that, such as 20M")
        }
        return try byteCount(name, units: ["bit/s", "bps", "b/s", "bit", "b"]).map { Int($0) }
    }

    private func sampleRate() throws(UsageError) -> Int? {
        guard let text = arguments.value(of: "sample-rate") else { return nil }
        guard let rate = NumberArgument.sampleRate(text), (1...768_000).contains(rate) else {
            throw usage(number: text, "is not a number of samples a second; --sample-rate takes 44100 or 44.1k")
        }
        return rate
    }

    /// A number that is none, with the right spelling where it only has a comma.
    private func usage(number text: String, _ problem: String) -> UsageError {
        guard let right = NumberArgument.withPoint(text) else { return usage("\(quoted(text)) \(problem)") }
        let short = problem.prefix { $0 != ";" }
        return UsageError("\(quoted(text)) \(short)", suggestion: right, verb)
    }

    private func decimal(_ name: String, _ range: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let text = arguments.value(of: name) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
            throw usage(number: text, "is not a number from \(bounds) for --\(name)")
        }
        return number
    }

    private func whole(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = arguments.value(of: name) else { return nil }
        guard text.allSatisfy(\.isASCIIDigit), let number = Int(text), range.contains(number) else {
            throw usage("\(quoted(text)) is not a number from \(range.lowerBound) to \(range.upperBound) for --\(name)")
        }
        return number
    }
}

extension ParsedArguments {
    /// What is made plays faster or slower than what it is made of.
    var changesSpeed: Bool { has("speed") || has("duration-to") }
}
