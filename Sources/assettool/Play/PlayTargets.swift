import AssetKit

/// Where `assettool play` plays: what the command line names, or what the machine has.
struct PlayTargets {
    private static let name = "assettool"

    let options: PlayOptions
    let console: Console
    /// What of it needs looking after.
    private(set) var window: AKWindowTarget?
    private(set) var terminal: AKTerminalTarget?
    private var soundFile: AKWaveFileTarget?
    private var pictureFiles: AKPictureFilesTarget?
    /// Where a file of sound really is, behind a link.
    private var soundPath: String?

    init(options: PlayOptions, console: Console) { (self.options, self.console) = (options, console) }

    /// Looks at the places of files before anything is opened. Throws where something is in the way.
    mutating func check() throws(WorkError) {
        let inputs = options.files.compactMap { FileIdentity(path: $0) }
        if case .file(let name) = options.sound {
            let target = try OutputTarget(name, overwrites: options.overwrites, inputs: inputs)
            guard target.kind != .stream else {
                throw WorkError(message: "cannot write \(quoted(name)): sound goes into a file, and that is none")
            }
            soundPath = target.path
        }
        if case .files(let pattern) = options.pictures {
            // The first one's name is looked at for all.
            let first = OutputPattern(pattern).name(number: 1, time: .zero, input: "")
            _ = try OutputTarget(first, overwrites: options.overwrites, inputs: inputs)
        }
    }

    /// Where sound goes; nil for nowhere. `isNeeded`: there is some.
    mutating func makeSound(isNeeded: Bool, title: String) throws(WorkError) -> (any AKAudioTarget)? {
        guard isNeeded else {
            guard !options.sound.isFile else {
                throw WorkError(message: "there is no sound to write into a file; leave --audio out")
            }
            return nil
        }
        switch options.sound {
        case .none: return nil
        case .pulse(let device):
            return AKPulseAudioTarget(applicationName: Self.name, streamName: title, device: device)
        case .alsa(let device): return AKALSATarget(device: device ?? "default")
        case .file(let name):
            soundFile = AKWaveFileTarget(url: URL(filePath: soundPath ?? name), overwrites: options.overwrites)
            return soundFile
        case .automatic: return AKAutomaticAudioTarget(applicationName: Self.name, streamName: title)
        }
    }

    /// Where pictures show; nil for nowhere. `isNeeded`: there are some.
    mutating func makePictures(isNeeded: Bool, title: String) throws -> (any AKVideoTarget)? {
        guard isNeeded else {
            if case .files = options.pictures {
                throw WorkError(message: "there are no pictures to write into files; leave --video out")
            }
            return nil
        }
        switch options.pictures {
        case .none: return nil
        case .window: return makeWindow(title)
        case .terminal: return makeTerminal()
        case .files(let pattern):
            pictureFiles = try AKPictureFilesTarget(pattern: pattern, overwrites: options.overwrites)
            return pictureFiles
        case .automatic:
            let display = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
            if !display.isEmpty { return makeWindow(title) }
            if console.isTerminal(), !options.printsStatistics { return makeTerminal() }
            throw WorkError(
                message:
                    "there is no display to show pictures on (DISPLAY is not set); --video none plays without pictures, "
                    + "--video terminal in the terminal, --video file:%04d.png into files\(soundAdvice)"
            )
        }
    }

    /// Whoever has no display often has nothing to hear with either, and should not be told one after the other.
    private var soundAdvice: String {
        guard options.sound == .automatic else { return "" }
        let target = AKAutomaticAudioTarget(applicationName: Self.name, streamName: Self.name)
        defer { target.close() }
        let opened = try? target.open(AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)) { _ in }
        guard opened == nil else { return "" }
        return
            "; nor is there anything to be heard with: --audio none plays without sound, --audio file:OUT.wav into a file"
    }

    private mutating func makeWindow(_ title: String) -> AKWindowTarget {
        let window = AKWindowTarget(title: title, geometry: options.geometry)
        self.window = window
        return window
    }

    private mutating func makeTerminal() -> AKTerminalTarget {
        let terminal = AKTerminalTarget(reservedRows: 1, drawing: .best(onTerminal: 1))
        self.terminal = terminal
        return terminal
    }

    /// What the files do not hold; nil where nothing is missing.
    func omission(_ figures: AKPlayerFigures) -> String? {
        guard pictureFiles != nil, figures.dropped > 0 else { return nil }
        let all = figures.shown + figures.dropped
        return
            "\(figures.dropped) of \(all) pictures were left out: writing takes longer than playing; a lower --rate keeps them"
    }

    /// Gives up what is not complete.
    func discard() { soundFile?.discard() }
}
