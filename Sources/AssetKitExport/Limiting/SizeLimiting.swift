internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// Makes the plan of an export that has a limit of bytes: a source that fits, and is already what was asked for, is copied;
/// otherwise rates, channels and sizes are chosen so that all of it fits.
struct SizeLimiting {
    let loaded: LoadedAsset
    let preset: ExportPreset
    let settings: ExportSettings
    let fileType: AVFileType

    /// The plan, and the share of its first try where that is not the preset's own quality.
    struct Planned {
        var plan: ExportPlan
        var limit: SizeLimit
        var share: SizeShare?
        /// What is tried where the plan only copies, and comes out too large.
        var isCopy = false
    }

    func planned() throws -> Planned {
        let plan = try planner(settings).plan()
        let limit = settings.fileLengthLimit
        let source = loaded.facts.byteCount ?? .max
        let added = Int64(settings.options.cover?.count ?? 0)
        if source <= limit - added, let copied = copied(plan) {
            return Planned(plan: copied, limit: SizeLimit(byteCount: limit, isFilled: false), isCopy: true)
        }
        let budget = try SizeBudget(plan, loaded, settings.options)
        guard source <= limit else {
            let share = try budget.share(of: limit)
            let wanted = SizeLimit(byteCount: limit, isFilled: true)
            return Planned(plan: try self.plan(share), limit: wanted, share: share)
        }
        // A source that fits becomes no larger, unless what it becomes has to be.
        let isOwn = settings.speed == .normal && (try? budget.share(of: source)) != nil
        let cap = isOwn ? source : limit
        _ = try budget.share(of: cap)
        return Planned(plan: plan, limit: SizeLimit(byteCount: cap, isFilled: false))
    }

    /// The plan with a share.
    func plan(_ share: SizeShare) throws -> ExportPlan {
        var settings = settings
        settings.canPerformMultiplePasses = true
        let base = try planner(settings).plan()
        if let rate = share.pictureRate { settings.options.videoBitRate = max(1000, Int(rate)) }
        if let rate = share.soundRate { settings.options.audioBitRate = soundRate(rate, base, share.channelCount) }
        if let count = share.channelCount { settings.options.channelCount = count }
        if share.scale < 1, let size = base.pictureSize {
            settings.options.maximumSize = CGSize(
                width: AKPictureScale.even(size.width * share.scale),
                height: AKPictureScale.even(size.height * share.scale)
            )
        }
        return try planner(settings).plan()
    }

    /// The share after the plan's own quality took too many bytes.
    func share(of limit: SizeLimit) throws -> SizeShare {
        try SizeBudget(try planner(settings).plan(), loaded, settings.options).share(of: limit.byteCount)
    }

    private func planner(_ settings: ExportSettings) -> ExportPlanner {
        var settings = settings
        // Sound gives way first.
        settings.options.copiesFittingSound = false
        return ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: fileType)
    }

    /// The nearest rate that the encoders have.
    private func soundRate(_ rate: Double, _ plan: ExportPlan, _ channels: Int?) -> Int? {
        let encodings = plan.stretches.compactMap { stretch -> SoundEncoding? in
            if case .sound(let rendering) = stretch.treatment, !rendering.encoding.codec.traits.isLossless {
                rendering.encoding
            } else {
                nil
            }
        }
        guard let first = encodings.first else { return nil }
        let traits = first.codec.traits
        let count = channels ?? first.codedChannels.count
        if first.codec != .mp3, let known = traits.bitRates(first.sampleRate) {
            return known.last { Double($0) <= rate } ?? known[0]
        }
        let known = traits.bitRates(first.sampleRate) ?? []
        let range = traits.bitRateRange(first.sampleRate, count)
        let most = min(range.upperBound, known.last ?? .max)
        let least = max(range.lowerBound, known.first ?? 0)
        return min(max(Int(rate), least), most)
    }

    // MARK: Copying

    /// The plan with all tracks copied that are already what they would become; nil where that leaves something to encode.
    private func copied(_ plan: ExportPlan) -> ExportPlan? {
        let isWhole = plan.range.start == .zero && !plan.range.end.isNumeric
        guard isWhole, settings.options.streamSegmentDuration == nil, settings.speed == .normal,
            settings.options.pitchShift == 0
        else { return nil }
        var plan = plan
        for number in plan.tracks.indices {
            guard let facts = loaded.facts.tracks.first(where: { $0.trackID == plan.tracks[number].trackID }) else {
                return nil
            }
            for place in plan.tracks[number].stretches.indices {
                switch plan.tracks[number].stretches[place].treatment {
                case .copied, .text: continue
                case .spliced: return nil
                case .pictures(let rendering): guard fits(rendering, facts) else { return nil }
                case .sound(let rendering): guard fits(rendering, facts) else { return nil }
                }
                let format = facts.formatDescriptions.first
                guard let format, MediaSinks.obstacle(to: format, in: fileType) == nil else { return nil }
                plan.tracks[number].stretches[place].treatment = .copied
                plan.tracks[number].stretches[place].why = Self.fits
            }
        }
        // Another container may need more around them.
        let isSameKind = loaded.facts.fileType == fileType
        guard
            isSameKind || (try? SizeBudget(plan, loaded, settings.options).expected) ?? .max <= settings.fileLengthLimit
        else { return nil }
        return plan
    }

    /// Why nothing is encoded.
    private static let fits = "the source fits into the limit already, so its samples are copied"

    private func fits(_ rendering: PictureRendering, _ facts: TrackFacts) -> Bool {
        let (options, video) = (settings.options, facts.video)
        let isAsked = options.constantRateFactor != nil || options.quality != nil || options.videoBitRate != nil
        let isPlain = rendering.crop == nil && !rendering.isScaled && !rendering.turns && options.rotation == 0
        let isDeep = (video?.bitDepth ?? 8) > 8
        return !isAsked && isPlain && !rendering.frameDuration.isNumeric && !rendering.becomesStandardRange
            && rendering.encoding.codec.traits.subtype == facts.plainCode
            && isDeep == (rendering.encoding.storedDepth > 8)
            && !(rendering.deinterlaces && video?.fieldCount == 2)
    }

    private func fits(_ rendering: SoundRendering, _ facts: TrackFacts) -> Bool {
        let (options, audio) = (settings.options, facts.audio)
        let isSame = SoundEncoding.Codec(facts.traits) == rendering.encoding.codec
        return isSame && options.audioBitRate == nil && options.channelCount.map { $0 == audio?.channelCount } ?? true
            && options.sampleRate.map { Double($0) == audio?.sampleRate } ?? true
    }
}

extension ExportPlan {
    /// The size on a screen of the pictures that are encoded.
    fileprivate var pictureSize: CGSize? {
        stretches.lazy.compactMap {
            if case .pictures(let rendering) = $0.treatment { rendering.squareSize } else { nil }
        }.first
    }
}
