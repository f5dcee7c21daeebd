internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Whether what a client wants of a composition leaves its clips as they are where the edit does.
struct ComposedWishes {
    /// The part of the composition's timeline.
    let range: CMTimeRange
    /// There is something in it.
    private let isComposed: Bool
    private let context: SourceContext
    private let preset: ExportPreset
    private let settings: ExportSettings
    private let fileType: AVFileType?
    /// What would be made if all was rendered; nil where nothing is to be copied anyway, and where all is.
    private let rendered: ExportPlan?

    init(
        _ context: SourceContext,
        _ preset: ExportPreset,
        _ settings: ExportSettings,
        _ fileType: AVFileType?
    ) throws {
        (self.context, self.preset, self.settings, self.fileType) = (context, preset, settings, fileType)
        let range = Self.range(settings, context.loaded)
        let isComposed = context.loaded.composed != nil && range.duration.isNumeric && range.duration > .zero
        let isWanted = isComposed && !preset.copies && !Self.changesPictures(settings)
        (self.range, self.isComposed) = (range, isComposed)
        // What is copied fits into a limit of bytes, or does not.
        var unlimited = settings
        unlimited.fileLengthLimit = 0
        rendered = isWanted ? try Self.plan(context.loaded, preset, unlimited, fileType) : nil
    }

    private static func range(_ settings: ExportSettings, _ loaded: LoadedAsset) -> CMTimeRange {
        settings.timeRange.intersection(CMTimeRange(start: .zero, duration: loaded.facts.duration))
    }

    /// Otherwise a composition that cannot be copied is an error.
    var mayRender: Bool { !preset.copies || cutting == .spliced && settings.fallsBackToEncoding }

    /// All samples are copied, and edits hide what of them is not to be shown.
    var hidesByEdits: Bool { cutting == .hidden }

    private var cutting: Cutting { ExportWishes(preset, settings).cutting }

    /// Clips of all tracks are to be copied as far as they can be.
    var copiesClips: Bool {
        if preset.copies { return isComposed && cutting != .encoded }
        guard let rendered, settings.audioMix == nil, settings.videoComposition == nil, !changesSound,
            settings.options.fragmentInterval == nil
        else { return false }
        return !rendered.tracks.isEmpty && rendered.tracks.allSatisfy(matchesSource)
    }

    /// Those tracks: without pictures, where the preset makes none.
    var copiedTracks: [TrackFacts] {
        let tracks = context.loaded.exportedTracks(settings.options.trackIDs)
        guard let rendered, !rendered.tracks.contains(where: { $0.mediaType == .video }) else {
            return tracks
        }
        return tracks.filter { $0.mediaType != .video }
    }

    /// The pictures, where the preset makes of them what they are already.
    private var matchingPictures: ExportTrack? {
        rendered?.tracks.first { $0.stretches.contains(where: \.isOfPictures) && matchesSource($0) }
    }

    /// Why such pictures are all rendered, the end of a sentence; nil where they need not be.
    var obstacle: String? {
        guard let rendered, matchingPictures != nil else { return nil }
        // It could not be taken back where a joint turned out wrong, and has no list of edits, by which clips are joined.
        if settings.options.fragmentInterval != nil { return "the file is made of fragments" }
        for track in rendered.tracks where track.isStored {
            let facts = context.loaded.facts.tracks.first { $0.trackID == track.trackID }
            // What the planner has found to be untouched can be copied; what a client wants to be need not be.
            guard let companion = facts.flatMap({ companion(of: $0, in: rendered.range) }),
                facts?.mediaType != .audio || companion.canBeCopied
            else { return "track \(track.trackID) cannot be copied beside pictures that are" }
        }
        return nil
    }

    /// The track of pictures of which what the edit leaves alone is to be copied, and those that go with it; nil where all
    /// is to be rendered.
    func copiedPictures() throws -> (track: AVAssetTrack, beside: [WholeTrack])? {
        guard let rendered, obstacle == nil else { return nil }
        var (pictures, beside): (AVAssetTrack?, [WholeTrack]) = (nil, [])
        for track in rendered.tracks {
            switch track.treatment {
            case .pictures where pictures == nil:
                guard matchesSource(track) else { return nil }
                pictures = context.loaded.tracks.first { $0.trackID == track.trackID }
            case .sound(let rendering): beside.append(try encodedSound(track, rendering, rendered))
            case .copied, .text:
                let why = track.stretches.first?.why ?? ""
                guard let copied = try copied(track.trackID, in: rendered.range, why) else { return nil }
                beside.append(copied)
            case .pictures, .spliced: return nil
            }
        }
        return pictures.map { ($0, beside) }
    }

    /// The same with the preset that copies, cut to the picture: of tracks that do not show as those of one asset would.
    func storedPictures() throws -> (track: AVAssetTrack, beside: [WholeTrack])? {
        guard isComposed, cutting == .spliced, settings.audioMix == nil, !changesSound else { return nil }
        var (pictures, beside): (AVAssetTrack?, [WholeTrack]) = (nil, [])
        for track in context.loaded.exportedTracks(settings.options.trackIDs) {
            guard track.mediaType != .video else {
                guard pictures == nil else { return nil }
                pictures = context.loaded.tracks.first { $0.trackID == track.trackID }
                continue
            }
            guard shows(track) else { continue }
            let why = "its samples are copied, and edits say when they show"
            guard companion(of: track, in: range)?.canBeCopied ?? false,
                let copied = try copied(track.trackID, in: range, why)
            else { return nil }
            beside.append(copied)
        }
        return pictures.map { ($0, beside) }
    }

    /// Something of a track shows in the range.
    private func shows(_ track: TrackFacts) -> Bool {
        let stretches = context.loaded.composed?[track.trackID]?.stretches ?? []
        return stretches.contains { $0.target.end > range.start && $0.target.start < range.end }
    }

    private func encodedSound(_ track: ExportTrack, _ rendering: SoundRendering, _ plan: ExportPlan) throws
        -> WholeTrack
    {
        let (source, fileType) = (try context.loaded.source(of: track), plan.fileType)
        let format = try context.encoders.sound(of: rendering.encoding).format
        if let obstacle = MediaSinks.obstacle(to: format, in: fileType) { throw MediaSinks.refusal(obstacle) }
        var clip = EncodedSound.Clip(session: context.session, track: source, range: plan.range, start: .zero)
        (clip.algorithm, clip.semitones) = (rendering.timePitchAlgorithm, rendering.semitones)
        var sound = WholeTrack(
            track: source.facts,
            treatment: .encoded(clip, rendering.encoding),
            end: CMTimeMinimum(plan.range.end, source.facts.timeRange.end),
            why: track.stretches.first?.why ?? ""
        )
        let planner = SoundPlanner(source: source, preset: preset, options: settings.options, fileType: fileType)
        if let change = try planner.preferringSource(isLimited: false).obstacle {
            let name = rendering.encoding.codecTitle
            sound.losses = [source.facts.formatLoss(name, because: change, in: fileType)].compactMap { $0 }
        }
        if let silence = rendering.silence(of: source, in: plan.range) { sound.losses.append(silence) }
        return sound
    }

    /// nil for what the file cannot have beside pictures that are copied.
    private func copied(_ trackID: Int32, in range: CMTimeRange, _ why: String) throws -> WholeTrack? {
        guard let own = context.loaded.tracks.first(where: { $0.trackID == trackID }),
            let companion = companion(of: own.facts, in: range)
        else { return nil }
        do {
            return WholeTrack(
                track: own.facts,
                treatment: .copied(try companion.plan(context)),
                end: CMTimeMinimum(range.end, own.facts.timeRange.end),
                why: why,
                losses: losses(of: own, in: companion.target.fileType)
            )
        } catch let problem as MediaProblem where problem.isLackOfSamples {
            return nil
        } catch is ComposedClips.Obstacle {
            return nil
        }
    }

    private func losses(of track: AVAssetTrack, in fileType: AVFileType) -> [String] {
        context.loaded.text(of: track, in: fileType).map { SubtitleLoss(track, $0).warnings } ?? []
    }

    /// What copies a track beside pictures; nil in files without edits.
    private func companion(of track: TrackFacts, in range: CMTimeRange) -> CompanionTrack? {
        guard let fileType else { return nil }
        var target = CopyTarget(fileType: fileType)
        if settings.shouldOptimizeForNetworkUse { target.layout = .indexFirst }
        guard target.hasEditsAtEnd else { return nil }
        return CompanionTrack(loaded: context.loaded, track: track, range: range, target: target)
    }

    /// About how many bits a second tracks of a kind would have if all was rendered; 0 where there would be none.
    func renderedRate(_ mediaType: AVMediaType) -> Double {
        guard let rendered, let track = rendered.tracks.first(where: { $0.mediaType == mediaType }) else {
            return 0
        }
        return rendered.bitRate(of: track, context.loaded) ?? 0
    }

    /// How clips are cut: to the picture, unless all of them is copied anyway.
    var settingsOfCopy: ExportSettings {
        var copy = settings
        if !preset.copies { copy.trimMode = .smart }
        return copy
    }

    /// Something is asked for besides what the preset says, and that makes all pictures anew.
    private static func changesPictures(_ settings: ExportSettings) -> Bool {
        var options = settings.options
        (options.trackIDs, options.processorLimit, options.prefersSourceFormats) = (nil, nil, false)
        (options.metadata, options.cover, options.chapters, options.stripsMetadata) = ([], nil, nil, false)
        (options.audio, options.copiesFittingSound, options.pitchShift) = (.byPreset, false, 0)
        (options.audioBitRate, options.sampleRate, options.channelCount) = (nil, nil, nil)
        options.fragmentInterval = nil
        return options != AKExportOptions() || settings.trimMode != .presentsExactly
    }

    /// Something is asked for that makes the sound another one than the clips have, or says how it comes into the file.
    private var changesSound: Bool {
        let options = settings.options
        return options.audio != .byPreset || options.pitchShift != 0 || options.audioBitRate != nil
            || options.sampleRate != nil || options.channelCount != nil
    }

    private static func plan(
        _ loaded: LoadedAsset,
        _ preset: ExportPreset,
        _ settings: ExportSettings,
        _ fileType: AVFileType?
    ) throws -> ExportPlan {
        guard let fileType else {
            throw MediaProblem(code: .invalidOutputURLPathExtension, reason: "nothing says what type of file it is")
        }
        var settings = settings
        (settings.trimMode, settings.untouchedSound) = (.exact, .copied)
        return try ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: fileType).plan()
    }

    /// What the preset makes of a track has the codec, the size and the shape that its first clip has already.
    private func matchesSource(_ track: ExportTrack) -> Bool {
        guard let source = context.loaded.composed?[track.trackID]?.sources.first else { return false }
        return track.treatment.matches(source.facts)
    }
}

extension PlannedStretch.Treatment {
    /// What comes out is of the kind that is there.
    fileprivate func matches(_ facts: TrackFacts) -> Bool {
        switch self {
        case .pictures(let rendering):
            rendering.encoding.codec.traits.subtype == facts.plainCode && !rendering.isScaled && !rendering.turns
                && rendering.crop == nil
                && rendering.encoding.storedDepth == facts.video?.bitDepth ?? 8 && !rendering.becomesStandardRange
        case .sound(let rendering):
            SoundEncoding.Codec(facts.traits) == rendering.encoding.codec && rendering.mix == nil
        case .copied, .spliced, .text: true
        }
    }
}
