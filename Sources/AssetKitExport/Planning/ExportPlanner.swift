internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Decides what becomes of each track of an asset. Reads nothing but the samples of pictures that are cut.
struct ExportPlanner {
    let loaded: LoadedAsset
    let preset: ExportPreset
    let settings: ExportSettings
    let fileType: AVFileType
    /// Cuts pictures that are not to be encoded whole; nil where all that are not copied are.
    var pictureCut: PictureCut?

    /// What happens to the samples of a track, and why.
    private typealias Choice = (treatment: PlannedStretch.Treatment, why: String)

    private var options: AKExportOptions { settings.options }
    private var speed: Speed { settings.speed }
    /// None of it can be copied.
    private var changesSound: Bool { speed != .normal || options.pitchShift != 0 }
    private var container: ExportContainer { ExportContainer(fileType) }
    private var trackChoice: TrackChoice { TrackChoice(loaded: loaded, asked: options.trackIDs) }
    /// The file may have only so many bytes.
    private var isLimited: Bool { settings.fileLengthLimit > 0 }

    /// Why nothing would be in the file, where nothing was warned of.
    private var emptiness: String {
        let hasSound = loaded.facts.tracks.contains { $0.mediaType == .audio }
        guard hasSound || container.holdsPictures || fileType.isSubtitleFile else { return "it has no sound" }
        return "it has nothing in that time that the preset makes something of"
    }

    func plan() throws -> ExportPlan {
        try checkOptions()
        let range = try range()
        var warnings: [String] = []
        var tracks: [ExportTrack] = []
        var gaps: [String] = []
        var obstacles: [String] = []
        var chosen = try trackChoice.tracks()
        let sounds = chosen.filter { $0.mediaType == .audio && loaded.source(of: $0).shows(in: range) }
        let mixed = mixedTrack(sounds)
        if let loss = container.lossOfMix(sounds.count, of: loaded, options) { warnings.append(loss) }
        if let mixed {
            // The first one stands for all of them.
            let others = mixed.inputs.dropFirst().map(\.source.facts.trackID)
            chosen.removeAll { others.contains($0.trackID) }
        }
        let timeline = Timeline.range(range, of: chosen.map(\.facts), at: speed)
        for stretch in timeline.tracks.flatMap(\.stretches) {
            guard let track = chosen.first(where: { $0.trackID == stretch.trackID }) else { continue }
            guard loaded.source(of: track).shows(in: range) else {
                if track.mediaType == .video {
                    gaps.append("track \(track.trackID) shows nothing in that time, and is left out")
                }
                continue
            }
            let ownMix = mixed?.inputs.first?.source.facts.trackID == track.trackID ? mixed : nil
            guard let choice = try choice(track, ownMix, range, &warnings, &obstacles) else { continue }
            let planned = PlannedStretch(stretch, choice.treatment, because: choice.why)
            tracks.append(ExportTrack(track.facts, planned))
            if let warning = track.facts.beginningWarning(in: range) { warnings.append(warning) }
        }
        guard tracks.contains(where: { [.video, .audio].contains($0.mediaType) || $0.isStored }) else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: warnings.first ?? emptiness)
        }
        warnings += gaps
        if let loss = lossAtEnd(of: tracks, range) { warnings.append(loss) }
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        warnings += try metadata.losses(in: fileType, range.clipped(to: loaded.facts.duration))
        var plan = ExportPlan(range: range, fileType: fileType, tracks: tracks, warnings: warnings)
        let length = range.clipped(to: loaded.facts.duration).duration
        if length.isNumeric { plan.expectedSeconds = speed.target(length).seconds }
        plan.warnings += try ExportSpeed(settings, loaded.facts).warnings
        plan.warnings += try tracks.compactMap { try silence(of: $0, in: range) }
        guard obstacles.isEmpty || settings.fallsBackToEncoding else {
            let reason = obstacles.joined(separator: "; ")
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        plan.warnings += obstacles
        return plan
    }

    // MARK: What was asked for

    private func checkOptions() throws {
        func refuse(_ reason: String) -> MediaProblem { MediaProblem(code: .unsupportedOutputSettings, reason: reason) }
        if let step = options.frameDuration, !step.isNumeric || step.value <= 0 || step.value > Int32.max {
            throw refuse("pictures cannot each show for \(step.isNumeric ? "\(step.seconds) s" : "no known time")")
        }
        if let quality = options.quality, !(0...1).contains(quality) { throw refuse("a quality is from 0 to 1") }
        guard (-24...24).contains(options.pitchShift) else { throw refuse("sound is shifted by 24 semitones at most") }
        guard options.rotation % 90 == 0 else { throw refuse("pictures are turned by quarters only") }
        if let interval = options.fragmentInterval {
            guard container.hasFragments else { throw refuse("only mp4 and mov files are made of fragments") }
            guard interval.isNumeric, interval > .zero else { throw refuse("fragments need a length") }
        }
        if let length = options.streamSegmentDuration {
            guard fileType == .mp4 else { throw refuse("segments of a stream are MP4") }
            guard length.isNumeric, length > .zero else { throw refuse("segments need a length") }
        }
        if options.videoBitRate.map({ $0 <= 0 }) ?? false || options.audioBitRate.map({ $0 <= 0 }) ?? false {
            throw refuse("a bit rate is above zero")
        }
    }

    /// The part of the timeline that there is. Without an end where it reaches the asset's: headers do not always tell
    /// that exactly.
    func range() throws -> CMTimeRange {
        let (wanted, duration) = (settings.timeRange, loaded.facts.duration)
        let start = CMTimeMaximum(wanted.start, .zero)
        let isEmpty = wanted.duration.isNumeric && wanted.duration <= .zero || wanted.end <= start
        guard !isEmpty else {
            throw MediaProblem(code: .exportFailed, reason: "the time range is empty")
        }
        guard !duration.isNumeric || start < duration else {
            let reason = "the time range begins behind the end: the file is \(duration.seconds) s long"
            throw MediaProblem(code: .exportFailed, reason: reason)
        }
        let isOpen = !wanted.end.isNumeric || duration.isNumeric && wanted.end >= duration
        return CMTimeRange(start: start, end: isOpen ? .positiveInfinity : wanted.end)
    }

    // MARK: What becomes of each

    /// What is silent at the end of a composition's sound is not there where that is copied by itself. Beside pictures it may be
    /// over earlier.
    private func lossAtEnd(of tracks: [ExportTrack], _ range: CMTimeRange) -> String? {
        let hasPictures = tracks.contains { $0.mediaType == .video }
        let sounds = tracks.filter { $0.mediaType == .audio }
        guard loaded.composed != nil, !hasPictures, sounds.allSatisfy({ $0.treatment == .copied }) else { return nil }
        let facts = loaded.facts.tracks.filter { own in sounds.contains { $0.trackID == own.trackID } }
        return ComposedClips.lossAtEnd(of: loaded, facts, in: range)
    }

    private func choice(
        _ track: AVAssetTrack,
        _ mixed: MixedTrack?,
        _ range: CMTimeRange,
        _ warnings: inout [String],
        _ obstacles: inout [String]
    ) throws -> Choice? {
        let source = loaded.source(of: track)
        switch track.mediaType {
        case .video:
            guard wantsPictures else { return nil }
            guard container.holdsPictures else {
                if trackChoice.isAskedFor(track) { warnings.append(dropped(track)) }
                return nil
            }
            if options.video == .copied || preset.copies && options.video == .byPreset && !options.matchesSource {
                if let loss = try lostTurn(track) { warnings.append(loss) }
                if let loss = AlphaLoss.warning(track.facts, in: fileType) { warnings.append(loss) }
                return try copied(track, "its samples were asked for as they are")
            }
            if let obstacle = source.obstacle { throw obstacle }
            let usual = PicturePlanner(
                source: source,
                preset: preset,
                options: options,
                range: range,
                canTurn: container.turns(source.facts.shown(options), keepingSource: options.matchesSource),
                fileTimescale: MediaSinks.coarseTimescale(fileType),
                mayPassTwice: settings.canPerformMultiplePasses,
                fileType: fileType,
                speed: speed,
                isOfEdit: settings.isOfEdit
            )
            let (planner, change) = try usual.preferringSource(isLimited: isLimited)
            if let pictureCut {
                let (treatment, obstacle) = try pictureCut.decide(source, in: range) { try planner.rendering() }
                if let obstacle { obstacles.append(sentence(on: obstacle, track)) }
                warnings += try losses(planner, treatment, track)
                if case .spliced = treatment, let loss = AlphaLoss.warning(track.facts, in: fileType),
                    !warnings.contains(loss)
                {
                    warnings.append(loss)
                }
                return (treatment, obstacle ?? "its group is the only one in the cut")
            }
            let rendering = try planner.rendering()
            let name = rendering.encoding.codec.traits.name
            if let loss = change.flatMap({ track.facts.formatLoss(name, because: $0, in: fileType) }) {
                warnings.append(loss)
            }
            warnings += try losses(planner, .pictures(rendering), track)
            return encoded(track, .pictures(rendering), name)
        case .audio:
            guard options.audio != .leftOut else { return nil }
            if let mixed {
                let choice = try mixedSound(track, mixed, &warnings)
                return try mixed.isOneAsItIs ? untouched(track, choice, range) : choice
            }
            guard container.holdsSeveralSounds || track === trackChoice.mainSound else {
                warnings.append("a file of this type has one track of sound, so track \(track.trackID) is left out")
                return nil
            }
            if options.audio == .copied || preset.copies && options.audio == .byPreset && !options.matchesSource {
                guard !changesSound else { return try stretchedSound(track, &warnings) }
                return try copied(track, "its samples were asked for as they are")
            }
            if let cut = try cutSound(track, range, &warnings) { return cut }
            let encoded = try encodedSound(track, why: nil, &warnings)
            guard loaded.composed == nil else { return try untouched(track, encoded, range) }
            guard case .sound(let rendering) = encoded.treatment, isFitting(track, rendering, range) else {
                return encoded
            }
            return try copied(track, "its \(track.facts.codecName) fits as it is")
        default:
            return other(track, &warnings)
        }
    }

    /// What follows where pictures cannot be cut.
    private func sentence(on obstacle: String, _ track: AVAssetTrack) -> String {
        let what = settings.fallsBackToEncoding ? "is encoded whole" : "cannot be copied between the edges"
        return "track \(track.trackID) \(what): \(obstacle)"
    }

    private func losses(
        _ planner: PicturePlanner,
        _ treatment: PlannedStretch.Treatment,
        _ track: AVAssetTrack
    ) throws -> [String] {
        let encoding: PictureEncoding? =
            switch treatment {
            case .pictures(let rendering): rendering.encoding
            case .spliced(let splice): splice.edges?.encoding
            default: nil
            }
        var losses = try encoding.map(planner.losses) ?? []
        // By quarters pictures are turned themselves, where the file cannot say it.
        if let turn = track.facts.shown(options), PictureTurn(exactly: turn) == nil,
            let obstacle = MediaSinks.obstacle(toTurn: turn, in: fileType)
        {
            losses.append("its pictures are \(obstacle); they will show as they are stored")
        }
        return losses.map { "track \(track.trackID): \($0)" }
    }

    /// What the file cannot say of how copied pictures are turned.
    private func lostTurn(_ track: AVAssetTrack) throws -> String? {
        guard let video = track.facts.video else { return nil }
        var target = CopyTarget(fileType: fileType)
        target.rotation = options.rotation
        return try target.lostTurn(of: video, trackID: track.trackID)
    }

    private func encodedSound(_ track: AVAssetTrack, why: String?, _ warnings: inout [String]) throws -> Choice {
        let source = loaded.source(of: track)
        if let obstacle = source.obstacle { throw obstacle }
        var options = options
        // What a preset copies otherwise stays what it is as nearly as it can.
        if changesSound, preset.copies, options.audio == .byPreset { options.matchesSource = true }
        let usual = SoundPlanner(source: source, preset: preset, options: options, fileType: fileType)
        let (planner, change) = try usual.preferringSource(isLimited: isLimited)
        var rendering = try planner.rendering()
        if let loss = change.flatMap({
            track.facts.formatLoss(rendering.encoding.codecTitle, because: $0, in: fileType)
        }) {
            warnings.append(loss)
        }
        if try speed != .normal || source.isScaled(in: range()) {
            try TimeStretchers.check(settings.audioTimePitchAlgorithm)
            rendering.algorithm = settings.audioTimePitchAlgorithm.rawValue
        }
        if options.pitchShift != 0 {
            try TimeStretchers.check(.spectral)
            rendering.semitones = options.pitchShift
        }
        let choice = encoded(track, .sound(rendering), rendering.encoding.codecTitle)
        return (choice.treatment, why ?? choice.why)
    }

    private func silence(of track: ExportTrack, in range: CMTimeRange) throws -> String? {
        guard case .sound(let rendering) = track.treatment else { return nil }
        return rendering.silence(of: try loaded.source(of: track), in: range)
    }

    /// The tracks of sound that become one: where a mix says how loud they are, and of compositions, whose tracks are heard
    /// together. nil where samples are copied, and for one that stays as it is.
    private func mixedTrack(_ tracks: [AVAssetTrack]) -> MixedTrack? {
        let copies = options.audio == .copied || preset.copies && options.audio == .byPreset && !options.matchesSource
        guard !copies, settings.audioMix != nil || loaded.composed != nil && tracks.count > 1 else { return nil }
        return tracks.isEmpty ? nil : MixedTrack(tracks.map { loaded.source(of: $0) }, settings.audioMix)
    }

    private func mixedSound(_ track: AVAssetTrack, _ mixed: MixedTrack, _ warnings: inout [String]) throws -> Choice {
        for input in mixed.inputs {
            if let obstacle = input.source.obstacle { throw obstacle }
            if let algorithm = input.algorithm { try TimeStretchers.check(algorithm) }
        }
        let isScaled = try mixed.inputs.contains { $0.source.isScaled(in: try range()) }
        let choice = try encodedSound(track, why: nil, &warnings)
        guard case .sound(var rendering) = choice.treatment else { return choice }
        rendering.mix = SoundMix(mixed)
        if isScaled, rendering.algorithm == nil { rendering.algorithm = settings.audioTimePitchAlgorithm.rawValue }
        let alone = mixed.taps.isEmpty && mixed.inputs[0].taps.isEmpty ? "its volume is set" : "it goes through a tap"
        let why = mixed.inputs.count == 1 ? alone : "\(mixed.inputs.count) tracks are mixed"
        return (.sound(rendering), why)
    }

    /// Sound whose samples would be copied at the source's own speed.
    private func stretchedSound(_ track: AVAssetTrack, _ warnings: inout [String]) throws -> Choice {
        guard options.audio != .copied else {
            let reason = "sound cannot be copied at another speed: encode it, or leave it out"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let what = speed == .normal ? "pitch" : "speed"
        return try encodedSound(track, why: "sound is encoded where it plays at another \(what)", &warnings)
    }

    /// Nothing is gained by encoding the sound once more.
    private func isFitting(_ track: AVAssetTrack, _ rendering: SoundRendering, _ range: CMTimeRange) -> Bool {
        guard !changesSound, options.copiesFittingSound, !preset.copies, preset.pictures != nil,
            !options.matchesSource,
            options.audio == .byPreset, options.audioBitRate == nil, options.sampleRate == nil,
            options.channelCount == nil, options.streamSegmentDuration == nil, obstacle(to: track) == nil,
            let encoder = SoundEncoding.Codec(track.facts.traits), encoder == rendering.encoding.codec,
            !encoder.traits.isLossless, let rate = rendering.encoding.codedBitRate,
            track.facts.estimatedDataRate > 0, track.facts.estimatedDataRate * 3 <= Double(rate) * 4
        else { return false }
        let isWhole = range.start == .zero && !range.end.isNumeric && (track.facts.audio?.priming ?? 0) == 0
        return isWhole || SoundCut.decide(track.facts, in: fileType, cutsBetweenPackets: false) == .copied
    }

    /// What becomes of a composition's sound: it is copied where the edit leaves all of it as it is, and the preset makes what
    /// it is already.
    private func untouched(_ track: AVAssetTrack, _ encoded: Choice, _ range: CMTimeRange) throws -> Choice {
        guard loaded.composed != nil, settings.untouchedSound != .encoded, !changesSound, !preset.copies,
            options.audio == .byPreset, !options.matchesSource, options.audioBitRate == nil, options.sampleRate == nil,
            options.channelCount == nil, options.streamSegmentDuration == nil, settings.fileLengthLimit == 0,
            case .sound(let rendering) = encoded.treatment, rendering.encoding.codec != .pcm,
            SoundEncoding.Codec(track.facts.traits) == rendering.encoding.codec
        else { return encoded }
        var target = CopyTarget(fileType: fileType)
        if let interval = options.fragmentInterval { target.layout = .fragmented(interval: interval) }
        let sound = CompanionTrack(loaded: loaded, track: track.facts, range: range, target: target)
        let isAlone = try !hasPictures(in: range)
        // Beside pictures that are copied, samples are written in the order in which they show, wherever edits have them show.
        let mayPause = !isAlone && settings.untouchedSound == .copied
        if let obstacle = sound.obstacle(as: rendering.encoding.codec, isAlone: isAlone, mayPause: mayPause) {
            return (encoded.treatment, "\(encoded.why), since \(obstacle)")
        }
        if settings.untouchedSound == .copiedAtPresetsRate, let rate = rendering.encoding.codedBitRate,
            track.facts.estimatedDataRate * 3 > Double(rate) * 4
        {
            return (encoded.treatment, "\(encoded.why), since it has more bits than the preset gives it")
        }
        return (.copied, "the edit leaves its \(track.facts.codecName) as it is")
    }

    /// What becomes of sound in a cut that copies what it can; nil where nothing can be copied.
    private func cutSound(
        _ track: AVAssetTrack,
        _ range: CMTimeRange,
        _ warnings: inout [String]
    ) throws -> Choice? {
        guard preset.copies, settings.trimMode == .smart, options.audio == .byPreset, obstacle(to: track) == nil,
            !changesSound
        else { return nil }
        // Movies and MP3 files may hide some of what is stored.
        let mayHide = (track.facts.audio?.priming ?? 0) > 0 || loaded.facts.knownContainer == .isoMedia
        if range.start == .zero, !range.end.isNumeric, !mayHide { return try copied(track, "all of it is copied") }
        let cut = SoundCut.decide(
            track.facts,
            in: fileType,
            cutsBetweenPackets: settings.cutsSoundBetweenPackets
        )
        switch cut {
        case .copied: return try copied(track, "its samples are copied, and the file says what of them is heard")
        case .copiedByPackets(let why):
            if !settings.cutsSoundBetweenPackets { warnings.append("track \(track.trackID): \(why)") }
            return try copied(track, why)
        case .encoded(let why, _): return try encodedSound(track, why: why, &warnings)
        }
    }

    private var makesPictures: Bool { preset.pictures != nil || preset.copies || options.matchesSource }

    private var wantsPictures: Bool { options.video != .leftOut && (options.video != .byPreset || makesPictures) }

    /// The file has pictures.
    private func hasPictures(in range: CMTimeRange) throws -> Bool {
        guard wantsPictures, container.holdsPictures else { return false }
        return try trackChoice.tracks().contains { $0.mediaType == .video && loaded.source(of: $0).shows(in: range) }
    }

    private func encoded(_ track: AVAssetTrack, _ treatment: PlannedStretch.Treatment, _ name: String) -> Choice {
        let own = track.facts.codecName
        let isKept = own == name || !own.isEmpty && treatment.keepsCodec(of: track.facts)
        let why = isKept ? "\(own), encoded anew" : "\(own.isEmpty ? "its codec" : own) becomes \(name)"
        return (treatment, why)
    }

    private func copied(_ track: AVAssetTrack, _ why: String) throws -> Choice {
        if let obstacle = obstacle(to: track) {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: "track \(track.trackID): \(obstacle)")
        }
        return (.copied, why)
    }

    /// Subtitles, timecode and the like are copied where the file can hold them.
    private func other(_ track: AVAssetTrack, _ warnings: inout [String]) -> Choice? {
        // What pictures carry inside goes with them.
        guard track.facts.codec != "atcc".fourCharCode, container.holdsPictures else { return nil }
        guard options.streamSegmentDuration == nil, !track.facts.isProtected, track.facts.isSelfContained else {
            warnings.append(dropped(track))
            return nil
        }
        // Stored text is found by the list of samples too.
        if let obstacle = listingObstacle(to: track) {
            warnings.append("track \(track.trackID) is left out: \(obstacle)")
            return nil
        }
        if let text = loaded.text(of: track, in: fileType) {
            warnings += SubtitleLoss(track, text).warnings
            let why = SubtitleLoss(track, text).why
            return (.text, why)
        }
        guard obstacle(to: track) == nil else {
            warnings.append(dropped(track))
            return nil
        }
        let why = "\(track.facts.codecName.isEmpty ? "it" : track.facts.codecName) fits as it is"
        return (.copied, why)
    }

    /// Why its samples cannot be copied.
    private func obstacle(to track: AVAssetTrack) -> String? {
        if let obstacle = listingObstacle(to: track) { return obstacle }
        guard let format = track.sampleFormats.first else { return "nothing says what its samples are" }
        return MediaSinks.obstacle(to: format, in: fileType)
    }

    /// Why it is not known which samples there are. What is encoded needs no list of them.
    private func listingObstacle(to track: AVAssetTrack) -> String? {
        track.samples?.obstacle(toListing: track.trackID)?.reason
    }

    private func dropped(_ track: AVAssetTrack) -> String {
        let name = track.facts.codecName.isEmpty ? track.mediaType.rawValue : track.facts.codecName
        let ending = FileTypes.preferredExtension(of: fileType) ?? fileType.rawValue
        return "track \(track.trackID) (\(name)) cannot be in a file of the type \(ending), and is left out"
    }
}

extension TrackFacts {
    /// How pictures are to be shown: as the track says, and turned besides; nil for other tracks.
    func shown(_ options: AKExportOptions) -> CGAffineTransform? {
        video.map { $0.transform.turned(by: options.rotation) }
    }
}

extension TrackSource {
    /// Something of the track is within a range, as far as headers tell: it may be a gap.
    func shows(in range: CMTimeRange) -> Bool {
        let whole = facts.timeRange
        guard whole.start.isNumeric, whole.duration.isNumeric, whole.duration > .zero else { return true }
        guard whole.start < range.end, whole.end > range.start else { return false }
        return layered != nil || sources(in: range).contains { !$0.stretches(origin: .zero).isEmpty }
    }
}

extension MixedTrack {
    /// What is heard is one track, as loud as it is.
    fileprivate var isOneAsItIs: Bool { inputs.count == 1 && isAsItIs }

    /// All that is heard is as loud as it is.
    var isAsItIs: Bool {
        gain.isIdentity && taps.isEmpty && inputs.allSatisfy { $0.gain.isIdentity && $0.taps.isEmpty }
    }
}
