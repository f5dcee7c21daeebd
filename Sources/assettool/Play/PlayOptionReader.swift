import AssetKit

/// Reads the options of `assettool play` one by one.
struct PlayOptionReader {
    let arguments: ParsedArguments

    private func usage(_ problem: String) -> UsageError { UsageError(problem, PlayOptions.verb) }

    func files() throws(UsageError) -> [String] {
        guard !arguments.positionals.isEmpty else { throw usage("a file is missing") }
        guard arguments.positionals.count(where: FileArgument.readsStandardInput) < 2 else {
            throw usage("standard input can be read once only")
        }
        return arguments.positionals
    }

    func rate() throws(UsageError) -> Float {
        guard let text = arguments.value(of: "rate") else { return 1 }
        guard let rate = Float(text), (0.03125...32).contains(abs(rate)) else {
            throw usage(
                "\(quoted(text)) is not a rate; --rate takes a number from 1/32 (0.03125) to 32, below 0 backwards"
            )
        }
        return rate
    }

    func pitch() throws(UsageError) -> AVAudioTimePitchAlgorithm {
        guard let text = arguments.value(of: "pitch") else { return .timeDomain }
        guard let found = ExportNames.pitches.first(where: { $0.name == text.lowercased() }) else {
            let known = ExportNames.pitches.map(\.name).joined(separator: ", ")
            throw usage("there is no way \(quoted(text)) to change the speed of sound; --pitch knows \(known)")
        }
        return found.algorithm
    }

    func time(_ option: String) throws(UsageError) -> TimeArgument? {
        guard let text = arguments.value(of: option) else { return nil }
        return try TimeArgument(text, of: option, PlayOptions.verb)
    }

    func sound() throws(UsageError) -> PlayOptions.Sound {
        guard let text = arguments.value(of: "audio") else { return .automatic }
        let (kind, name) = split(text)
        switch kind {
        case "none" where name == nil: return .none
        case "pulse": return .pulse(name)
        case "alsa": return .alsa(name)
        case "file":
            guard let name, !name.isEmpty else { throw usage("--audio file: needs a name: file:OUT.wav") }
            guard name != StandardOutput.name else {
                throw usage("sound cannot go to standard output; --audio file: needs a name: file:OUT.wav")
            }
            guard PathText.ending(name) == "wav" else {
                throw usage("\(quoted(name)) must end in .wav: --audio file: makes such files alone")
            }
            return .file(name)
        default: throw usage("--audio knows pulse, alsa, file:OUT.wav and none, not \(quoted(text))")
        }
    }

    func pictures() throws(UsageError) -> PlayOptions.Pictures {
        guard let text = arguments.value(of: "video") else { return .automatic }
        let (kind, name) = split(text)
        switch kind {
        case "none" where name == nil: return .none
        case "x11" where name == nil: return .window
        case "terminal" where name == nil: return .terminal
        case "file":
            guard let name, !name.isEmpty else { throw usage("--video file: needs a pattern: file:%04d.png") }
            do throws(AVError) {
                _ = try AKPictureFilesTarget(pattern: name)
            } catch {
                throw usage(error.description)
            }
            return .files(name)
        default: throw usage("--video knows x11, terminal, file:PATTERN and none, not \(quoted(text))")
        }
    }

    /// What stands before the first colon, and what behind it.
    private func split(_ text: String) -> (kind: String, name: String?) {
        guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    func trackIDs() throws(UsageError) -> Set<CMPersistentTrackID>? {
        guard let text = arguments.value(of: "tracks") else { return nil }
        var found: Set<CMPersistentTrackID> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = CMPersistentTrackID(part), number > 0 else {
                throw usage("\(quoted(text)) is no list of tracks; --tracks takes their numbers, as 1,3")
            }
            found.insert(number)
        }
        return found
    }

    func volume() throws(UsageError) -> Float {
        guard let text = arguments.value(of: "volume") else { return 1 }
        guard let volume = Float(text), (0...1).contains(volume) else {
            throw usage("\(quoted(text)) is not a volume; --volume takes a number from 0 to 1")
        }
        return volume
    }

    func geometry() throws(UsageError) -> AKWindowGeometry? {
        guard let text = arguments.value(of: "geometry") else { return nil }
        guard let geometry = AKWindowGeometry(text) else {
            throw usage("\(quoted(text)) is no geometry; --geometry takes WxH, +X+Y or both, as 1280x720+0+0")
        }
        return geometry
    }

    /// Refuses by its name what could do nothing.
    func refuseUseless(_ sound: PlayOptions.Sound, _ pictures: PlayOptions.Pictures) throws(UsageError) {
        if sound == .none, let name = ["volume", "pitch"].first(where: arguments.has) {
            throw usage("--\(name) cannot act with --audio none; leave one of them out")
        }
        guard arguments.has("geometry") else { return }
        switch pictures {
        case .automatic, .window: break
        case .terminal, .files, .none: throw usage("--geometry is for a window; leave it or --video out")
        }
    }

    func statistics() throws(UsageError) -> Bool {
        guard let text = arguments.value(of: "stats") else { return false }
        guard text == "json" else { throw usage("--stats knows json, not \(quoted(text))") }
        return true
    }
}
