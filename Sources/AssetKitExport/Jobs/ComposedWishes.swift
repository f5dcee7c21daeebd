internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Whether what a client wants of a composition leaves its clips as they are where the edit does.
struct ComposedWishes {
    private let context: SourceContext
    private let preset: ExportPreset
    private let settings: ExportSettings
    private let fileType: AVFileType?

    init(_ context: SourceContext, _ preset: ExportPreset, _ settings: ExportSettings, _ fileType: AVFileType?) {
        (self.context, self.preset, self.settings, self.fileType) = (context, preset, settings, fileType)
    }

    /// The part of the composition's timeline.
    var range: CMTimeRange {
        let all = CMTimeRange(start: .zero, duration: context.loaded.facts.duration)
        return settings.timeRange.intersection(all)
    }

    /// Otherwise a composition that cannot be copied is an error.
    var mayRender: Bool { !preset.copies || cutting == .spliced && settings.fallsBackToEncoding }

    private var cutting: Cutting { ExportWishes(preset, settings).cutting }

    /// Clips of all tracks are to be copied as far as they can be.
    func copiesClips() throws -> Bool {
        guard isComposed else { return false }
        if preset.copies { return cutting != .encoded }
        guard !changesAnything, settings.audioMix == nil, settings.videoComposition == nil else { return false }
        let tracks = try plan().tracks
        return try !tracks.isEmpty && tracks.allSatisfy { try matchesSource($0) }
    }

    /// The track of pictures of which what the edit leaves alone is to be copied, and the sound that goes with it; nil where
    /// all is to be rendered.
    func copiedPictures() throws -> (track: AVAssetTrack, sound: WholeSound?)? {
        guard isComposed, !preset.copies, !changesAnything else { return nil }
        let plan = try plan()
        var (pictures, sound): (AVAssetTrack?, WholeSound?)
        for track in plan.tracks {
            switch track.treatment {
            case .pictures where pictures == nil:
                guard try matchesSource(track) else { return nil }
                pictures = context.loaded.tracks.first { $0.trackID == track.trackID }
            case .sound(let work) where sound == nil:
                sound = try wholeSound(track, work, plan.range)
            default: return nil
            }
        }
        return pictures.map { ($0, sound) }
    }

    private func wholeSound(_ track: ExportTrack, _ work: SoundRendering, _ range: CMTimeRange) throws -> WholeSound {
        WholeSound(
            session: context.session,
            track: try context.loaded.source(of: track),
            range: range,
            encoding: work.encoding,
            algorithm: work.timePitchAlgorithm,
            why: track.stretches.first?.why ?? ""
        )
    }

    /// How clips are cut: to the picture, unless all of them is copied anyway.
    var settingsOfCopy: ExportSettings {
        var copy = settings
        if !preset.copies { copy.trimMode = .smart }
        return copy
    }

    private var isComposed: Bool {
        context.loaded.composed != nil && range.duration.isNumeric && range.duration > .zero
    }

    /// Something is asked for besides what the preset says, and that makes pictures or sound anew.
    private var changesAnything: Bool {
        var options = settings.options
        (options.trackIDs, options.processorLimit, options.metadata, options.cover) = (nil, nil, [], nil)
        return options != AKExportOptions() || settings.fileLengthLimit > 0
            || settings.trimMode != .presentsExactly
    }

    /// What would be made if all was rendered.
    private func plan() throws -> ExportPlan {
        guard let fileType else {
            throw MediaProblem(code: .invalidOutputURLPathExtension, reason: "nothing says what type of file it is")
        }
        var settings = settings
        settings.trimMode = .exact
        return try ExportPlanner(loaded: context.loaded, preset: preset, settings: settings, fileType: fileType).plan()
    }

    /// What the preset makes of a track has the codec, the size and the shape that its first clip has already.
    private func matchesSource(_ track: ExportTrack) throws -> Bool {
        guard let source = context.loaded.composed?[track.trackID]?.sources.first else { return false }
        return track.treatment.matches(source.facts)
    }
}

extension PlannedStretch.Treatment {
    /// What comes out is of the kind that is there.
    fileprivate func matches(_ facts: TrackFacts) -> Bool {
        switch self {
        case .pictures(let work):
            work.encoding.codec.traits.subtype == facts.plainCode && !work.isScaled && !work.turns && work.crop == nil
                && work.encoding.storedDepth == facts.video?.bitDepth ?? 8 && !work.becomesStandardRange
        case .sound(let work): SoundEncoding.Codec(facts.traits) == work.encoding.codec && work.mix == nil
        case .copied, .spliced, .text: true
        }
    }
}
