internal import AssetKitAssets
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

    /// Clips are to be copied as far as they can be.
    func copies() throws -> Bool {
        guard context.loaded.composed != nil, hasRange else { return false }
        if preset.copies { return cutting != .encoded }
        return try !changesAnything && matchesSources()
    }

    /// How clips are cut: to the picture, unless all of them is copied anyway.
    var settingsOfCopy: ExportSettings {
        var copy = settings
        if !preset.copies { copy.trimMode = .smart }
        return copy
    }

    private var hasRange: Bool { range.duration.isNumeric && range.duration > .zero }

    /// Something is asked for besides what the preset says, and that makes pictures or sound anew.
    private var changesAnything: Bool {
        var options = settings.options
        (options.trackIDs, options.processorLimit, options.metadata, options.cover) = (nil, nil, [], nil)
        return options != AKExportOptions() || settings.fileLengthLimit > 0 || settings.audioMix != nil
            || settings.videoComposition != nil || settings.trimMode != .presentsExactly
    }

    /// What the preset makes has the codec, the size and the shape that the first clip has already.
    private func matchesSources() throws -> Bool {
        guard let fileType else { return false }
        let planner = ExportPlanner(loaded: context.loaded, preset: preset, settings: settings, fileType: fileType)
        let tracks = try planner.plan().tracks
        return !tracks.isEmpty
            && tracks.allSatisfy { track in
                guard let source = context.loaded.composed?[track.trackID]?.sources.first else { return false }
                return track.treatment.matches(source.facts)
            }
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
