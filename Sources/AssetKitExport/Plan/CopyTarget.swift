internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// What kind of file samples are copied into, as far as cutting depends on it.
struct CopyTarget: Sendable, Hashable {
    let fileType: AVFileType
    var layout = SinkPlan.Layout.plain
    /// Sound is cut between packets, also where the file could hide a part of one.
    var cutsSoundBetweenPackets = false
    /// How far pictures are turned clockwise besides what their tracks say.
    var rotation = 0

    /// Its edit list can hide samples, show gaps, and stretch time.
    var hasEdits: Bool {
        [.mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2].contains(fileType)
    }

    /// It says what is presented when all samples are there. In fragments that stay, each begins when it is presented:
    /// the edit in their header says only what is decoded before.
    var hasEditsAtEnd: Bool {
        if case .fragmented = layout { return false }
        return hasEdits
    }

    /// A tick of its clock, which is the shortest time for which a picture can show whose own time says when it does; nil
    /// where edits say that, and for files of sound.
    var shortestPicture: CMTime? {
        switch fileType {
        case .akMatroska, .akWebM: CMTime(value: 1, timescale: 1000)
        case .akMPEGTransportStream: CMTime(value: 1, timescale: 90_000)
        default: nil
        }
    }

    /// A sample is decoded by the time when it is shown. Others may say that it is decoded later, or not say when it is.
    var decodesBeforeShowing: Bool { fileType == .akMPEGTransportStream }

    /// It can begin and end within a packet of sound at its own beginning and end.
    func hidesSoundEnds(_ track: TrackFacts) -> Bool {
        guard !cutsSoundBetweenPackets else { return false }
        switch fileType {
        case .akMatroska, .akWebM: return track.knownCodec == .opus
        case .akOgg: return [.opus, .vorbis].contains(track.knownCodec)
        case .mp3: return track.knownCodec == .mp3
        default: return hasEdits
        }
    }

    /// Why sound that the file could hold should not be there unasked, in one sentence; nil for what players expect.
    func oddity(of track: TrackFacts) -> String? {
        guard fileType == .m4a, [.mp3, .flac, .opus].contains(track.knownCodec) else { return nil }
        return "few players look for \(track.codecName) in an M4A file"
    }

    /// What people call such a file.
    var name: String { FileTypes.preferredExtension(of: fileType)?.uppercased() ?? fileType.rawValue }
}

extension CopyTarget {
    /// The file that settings ask for.
    init(_ fileType: AVFileType, _ settings: ExportSettings) {
        self.init(
            fileType: fileType,
            layout: settings.layout,
            cutsSoundBetweenPackets: settings.cutsSoundBetweenPackets,
            rotation: settings.options.rotation
        )
    }
}
