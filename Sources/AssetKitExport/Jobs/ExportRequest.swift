internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What a client of ``AVAssetExportSession`` wants, from what is set to the finished file: what cannot be is refused before
/// anything is read. Blocks: it has a thread of its own.
struct ExportRequest: Sendable {
    private let asset: AVAsset
    private let preset: ExportPreset
    private let settings: ExportSettings
    private let url: URL
    private let type: AVFileType?
    private let flag: CancellationFlag
    private let workerCount: Int?

    /// `workerCount`: how many chains work on pictures at most; nil for as many as there are cores.
    init(
        _ asset: AVAsset,
        _ preset: ExportPreset,
        _ settings: ExportSettings,
        _ url: URL,
        _ type: AVFileType?,
        _ flag: CancellationFlag,
        workerCount: Int? = nil
    ) {
        (self.asset, self.preset, self.settings) = (asset, preset, settings)
        (self.url, self.type, self.flag, self.workerCount) = (url, type, flag, workerCount)
    }

    private var path: String { url.path(percentEncoded: false) }

    /// Does all of it. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        try checkSettings()
        let loaded = try loaded()
        try checkTarget(loaded)
        let context = SourceContext(loaded, flag)
        switch try composing(context) {
        case .copied(let copy): return try run(copy, context, progress)
        case .edited(let copy): return try copy.run(progress)
        case .rendered: return try job(context).run(progress).ofOneClip
        }
    }

    private func run(
        _ copy: ComposedCopy,
        _ context: SourceContext,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AKExportResult {
        guard mayExceedLimit else { return try copy.run(progress) }
        do {
            let result = try copy.run { progress($0 / 2) }
            progress(1)
            return result
        } catch let error where error.excess != nil {
            // What was encoded of it became larger than was expected.
            return try job(context).run { progress(0.5 + $0 / 2) }.ofOneClip
        }
    }

    /// The asset, with the pictures that a video composition puts together of its own, and the taps of the mix.
    private func loaded() throws -> LoadedAsset {
        let loaded = try asset.requireLoaded().tapped(by: settings.audioMix)
        try EditLosses(loaded: loaded, preset: preset, settings: settings, fileType: type).refuse()
        guard let composition = settings.videoComposition, !preset.copies, preset.pictures != nil else { return loaded }
        return try loaded.showing(composition, timedUntil: flag)
    }

    /// The same asset with its layers stored as the pictures of its sources are that are turned, as far as the file can say
    /// that: those that show upright and as they are can be copied then.
    private func turned(_ context: SourceContext) throws -> [SourceContext] {
        guard !preset.copies, let composition = settings.videoComposition, composition.compositor == nil, let type
        else {
            return []
        }
        let own = try asset.requireLoaded()
        let loaded = (own.asEdit ?? own).tapped(by: settings.audioMix)
        return try loaded.turnsOfSources.filter { MediaSinks.obstacle(toTurn: $0, in: type) == nil }.map { turn in
            SourceContext(try loaded.showing(composition, timedUntil: flag, turned: turn), besides: context)
        }
    }

    /// What `run` would do.
    func plan() throws -> AKExportPlan {
        try checkSettings()
        let context = SourceContext(try loaded(), flag)
        switch try composing(context) {
        case .copied(let copy): return try copy.plan()
        case .edited(let copy): return try copy.plan()
        case .rendered(let why):
            var plan = try job(context).plan().ofOneClip
            for place in plan.stretches.indices where plan.stretches[place].mediaType == .video {
                if let why { plan.stretches[place].why += ", since \(why)" }
            }
            return plan
        }
    }

    /// How a file is made.
    private enum Composing {
        /// Of clips of a composition, as far as the edit leaves them alone.
        case copied(ComposedCopy)
        /// Of a composition whose samples are copied, and edits say how they show.
        case edited(EditedCopy)
        /// As any other; with why a composition's pictures cannot be copied, the end of a sentence, where they would be.
        case rendered(why: String?)
    }

    private func composing(_ given: SourceContext) throws -> Composing {
        let edit = try edit(of: given)
        let (context, file) = (edit?.context ?? given, edit == nil ? nil : given.loaded)
        let (wanted, loaded) = (try ComposedWishes(context, preset, edit?.settings ?? settings, type), context.loaded)
        let (range, settings) = (wanted.range, wanted.settingsOfCopy)
        func copy(
            _ clips: ComposedClips,
            _ beside: [WholeTrack] = [],
            of own: SourceContext? = nil
        ) throws -> Composing {
            let own = own ?? context
            let copy = try ComposedCopy(clips, beside, own, in: range, settings, of: file, to: url, as: type)
            return try fitting(copy, wanted)
        }
        if wanted.copiesClips {
            do {
                let tracks = wanted.copiedTracks
                let clips = try ComposedClips.all(of: tracks, loaded, in: range, leavesEndOut: !wanted.mayRender)
                if let pictures = clips.picturesCutBySound, let (track, beside) = try wanted.copiedPictures(),
                    pictures.tracks.map(\.trackID) == [track.trackID]
                {
                    return try copy(pictures, beside)
                }
                return try copy(clips)
            } catch let obstacle as ComposedClips.Obstacle where wanted.hidesByEdits && obstacle.isSayable {
                let why = obstacle.rawValue
                return .edited(try EditedCopy(context, in: range, settings, because: why, to: url, as: type))
            } catch let obstacle as ComposedClips.Obstacle {
                guard wanted.mayRender else { throw obstacle.problem }
            } catch let problem as MediaProblem where wanted.mayRender && problem.isUnsupported {}
        }
        let pictures = try wanted.copiedPictures() ?? wanted.storedPictures()
        guard let (track, beside) = pictures else { return .rendered(why: wanted.obstacle) }
        do {
            let (clips, own) = try ComposedClips.pictures(of: track, [context] + turned(context), in: range)
            return try copy(clips, beside, of: own)
        } catch let problem as MediaProblem where problem.isUnsupported {
            return .rendered(why: problem.reason)
        }
    }

    /// A file as a composition of it alone, where a video composition puts its pictures together, and with the tracks that are exported
    /// of it. nil for others, where none of their pictures could be copied, and for several tracks of sound, which a composition
    /// would mix.
    private func edit(of context: SourceContext) throws -> (context: SourceContext, settings: ExportSettings)? {
        guard let composition = settings.videoComposition, composition.compositor == nil, !preset.copies,
            preset.pictures != nil, type?.isSubtitleFile == false, let edit = try asset.requireLoaded().asEdit
        else { return nil }
        let tracks = try TrackChoice(loaded: context.loaded, asked: settings.options.trackIDs).tracks()
        // What is put together is deinterlaced, and nothing beside it is to stay interlaced.
        let stored = try asset.requireLoaded().facts.tracks
        guard !stored.contains(where: { $0.video?.fieldCount == 2 }) else { return nil }
        let soundCount = tracks.count { $0.mediaType == .audio }
        guard soundCount < 2 || settings.audioMix != nil || settings.options.audio == .leftOut else { return nil }
        var settings = settings
        settings.options.trackIDs = tracks.map(\.trackID)
        let loaded = try edit.tapped(by: settings.audioMix).showing(composition, timedUntil: flag)
        return (SourceContext(loaded, flag), settings)
    }

    /// What is copied may turn out to be more than a limit of bytes, and may be rendered then.
    private var mayExceedLimit: Bool { settings.fileLengthLimit > 0 && !preset.copies }

    /// A copy, where it fits into a limit of bytes as far as one can tell.
    private func fitting(_ copy: ComposedCopy, _ wanted: ComposedWishes) throws -> Composing {
        guard mayExceedLimit else { return .copied(copy) }
        // What has gone into a pipe cannot be taken back where it turns out to be too much. What goes nowhere can.
        guard path == "/dev/null" || !StreamOutput.isStream(path) else {
            return .rendered(why: "a stream has a limit of bytes")
        }
        let expected: Int64
        do {
            let cover = Int64(settings.options.cover?.count ?? 0)
            expected = try copy.expectedByteCount(wanted.renderedRate).addingClamped(cover)
        } catch {
            guard let excess = error.excess else { throw error }
            expected = excess.byteCount
        }
        guard expected > settings.fileLengthLimit else { return .copied(copy) }
        return .rendered(why: "with what could be copied the file would have about \(expected) bytes")
    }

    /// What makes the file: of a range of the asset, with all tracks that are asked for.
    private func job(_ context: SourceContext) throws -> ExportJob {
        let chosen = settings.options.trackIDs
        let tracks = context.loaded.facts.tracks.filter { chosen?.contains($0.trackID) ?? true }
        var settings = settings
        settings.speed = try ExportSpeed(settings, context.loaded.facts).speed
        if context.loaded.composed != nil, settings.trimMode == .presentsExactly {
            settings.untouchedSound = .copiedAtPresetsRate
        }
        // What is not copied as a join is rendered: a composition has no samples of its own to be spliced.
        if context.loaded.composed != nil, settings.trimMode != .exact { settings.trimMode = .exact }
        return try ExportJob(
            .range(settings.timeRange, of: tracks, at: settings.speed),
            of: [context],
            ExportWishes(preset, settings),
            to: url,
            as: type,
            workerCount: workerCount
        )
    }

    /// Throws where settings ask for nothing that there could be.
    private func checkSettings() throws {
        guard settings.timeRange.isValid, settings.timeRange.start.isNumeric else {
            throw MediaProblem(code: .exportFailed, reason: "the time range has no beginning")
        }
        guard settings.fileLengthLimit >= 0 else {
            throw MediaProblem(code: .exportFailed, reason: "a limit of the file's length cannot be below zero")
        }
        try UselessOptions(preset: preset, settings: settings, fileType: type).refuse()
    }

    /// Looks at the place of the file before anything is read. Whoever copies samples looks again when the file is made; who
    /// renders does not.
    private func checkTarget(_ loaded: LoadedAsset) throws {
        guard url.isFileURL else {
            throw MediaProblem(code: .exportFailed, reason: "only files can be written, and '\(url)' is none")
        }
        guard !StreamOutput.isStream(path) else {
            guard settings.options.streamSegmentDuration == nil else {
                let reason = "a stream for HTTP Live Streaming is a folder of files"
                throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
            }
            return
        }
        guard let target = FileIdentity(name: path) else { return }
        for input in loaded.inputs {
            guard case .file(let source) = input.place, FileIdentity(name: source) == target else { continue }
            let reason = "it is \(loaded.composed == nil ? "the" : "a") file that is read; give another name"
            throw MediaProblem(code: .operationNotAllowed, reason: reason)
        }
        guard settings.replacesExistingFile, settings.options.streamSegmentDuration == nil else {
            throw WriteFailure(number: EEXIST)
        }
    }
}

extension Error {
    /// Copied samples are more than a limit of bytes; nil for whatever else went wrong.
    fileprivate var excess: ExcessOfBytes? {
        self as? ExcessOfBytes ?? (self as? AVError)?.underlyingError as? ExcessOfBytes
    }
}

extension MediaProblem {
    fileprivate var isUnsupported: Bool { code == .operationNotSupportedForAsset }
}
