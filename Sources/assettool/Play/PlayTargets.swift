import AssetKit

/// Where `assettool play` plays: what the command line names, or what the machine has.
struct PlayTargets {
    private static let name = "assettool"

    let options: PlayOptions
    let console: Console

    /// Where sound goes; nil for nowhere. `isNeeded`: there is some.
    func sound(isNeeded: Bool, title: String) throws -> (any AKAudioTarget)? {
        guard isNeeded else { return nil }
        switch options.sound {
        case .none: return nil
        case .pulse(let device):
            return AKPulseAudioTarget(applicationName: Self.name, streamName: title, device: device)
        case .alsa(let device): return AKALSATarget(device: device ?? "default")
        case .file(let name): return AKWaveFileTarget(url: URL(filePath: name), overwrites: options.overwrites)
        case .automatic: return AKAutomaticAudioTarget(applicationName: Self.name, streamName: title)
        }
    }

    /// Where pictures show; nil for nowhere. `isNeeded`: there are some.
    func pictures(isNeeded: Bool, title: String) throws -> (any AKVideoTarget)? {
        guard isNeeded else { return nil }
        let environment = ProcessInfo.processInfo.environment
        switch options.pictures {
        case .none: return nil
        case .window: return window(title)
        case .terminal: return AKTerminalTarget(reservedRows: 1)
        case .files(let pattern): return try AKPictureFilesTarget(pattern: pattern, overwrites: options.overwrites)
        case .automatic:
            if environment["DISPLAY"].map({ !$0.isEmpty }) ?? false { return window(title) }
            if console.isTerminal(), !options.printsStatistics { return AKTerminalTarget(reservedRows: 1) }
            throw WorkError(
                message: "there is no display to show pictures on (DISPLAY is not set); --video none plays without "
                    + "pictures, --video terminal in the terminal, --video file:%04d.png into files"
            )
        }
    }

    private func window(_ title: String) -> AKWindowTarget {
        AKWindowTarget(title: title, geometry: options.geometry)
    }
}
