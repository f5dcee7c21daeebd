internal import CMTimeLib
internal import Foundation

/// The work of a join session. It blocks, so it has a thread of its own.
struct JoinWork: Sendable {
    private let clips: [AKJoinSession.Clip]
    private let settings: AKJoinSession.Settings
    private let url: URL
    private let fileType: AVFileType?
    private let sources: JoinSources
    private let flag: CancellationFlag

    /// `clips`: of assets whose tracks are loaded.
    init(
        _ clips: [AKJoinSession.Clip],
        _ settings: AKJoinSession.Settings,
        _ url: URL,
        _ fileType: AVFileType?,
        _ flag: CancellationFlag
    ) throws {
        (self.clips, self.settings, self.url, self.fileType, self.flag) = (clips, settings, url, fileType, flag)
        sources = try JoinSources(clips.map(\.asset), flag)
    }

    private var path: String { url.path(percentEncoded: false) }

    /// What would be made.
    func described() throws -> AKJoinSession.Plan {
        try explained {
            var inputs = try inputs()
            let target = try target()
            let sounds = try sounds(&inputs)
            return describe(try plan(inputs.map { try $0.expected(target) }, sounds), inputs, sounds)
        }
    }

    /// Makes it.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKJoinSession.Result {
        try explained {
            var inputs = try inputs()
            let sounds = try sounds(&inputs)
            let conformed = JoinIntermediates(target: path)
            let share = inputs.contains { !$0.differences.isEmpty } ? 0.95 : 0
            let ready = try conformed.make(inputs, try target()) { progress($0 * share) }
            let plan = try plan(ready, sounds)
            let seconds = max(plan.duration.seconds, 1e-3)
            let byteCount = try CopyExport.run(
                plan,
                to: path,
                appears: MediaSinks.appearance(of: plan.sink.fileType, at: path, isFragmented: false),
                replaces: settings.replaces,
                flag: flag,
                open: { try MediaSinks.sink(for: $0, into: $1) },
                progress: { progress(share + (1 - share) * min(max($0.seconds / seconds, 0), 1)) }
            )
            withExtendedLifetime(conformed) {}
            progress(1)
            return AKJoinSession.Result(url: url, fileLength: byteCount, plan: describe(plan, inputs, sounds))
        }
    }

    /// What went wrong, in a sentence that names the file that could not be made.
    private func explained<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error where error is CancellationError || error is AVError {
            throw error
        } catch {
            throw AVError.joining(path, because: error)
        }
    }

    // MARK: The plan

    private func target() throws -> CopyTarget {
        var target = CopyTarget(fileType: try type())
        target.layout = settings.optimizes ? .indexFirst : .plain
        target.cutsSoundBetweenPackets = settings.cutsSoundBetweenPackets
        return target
    }

    /// The clips with what of them fits into the file.
    private func inputs() throws -> [JoinInput] {
        let listed = try clips.map { try sources.samples(of: $0.asset, tracks: settings.trackIDs) }
        guard url.isFileURL else {
            throw MediaProblem(code: .exportFailed, reason: "only files can be written, and '\(url)' is none")
        }
        guard !clips.isEmpty else {
            throw MediaProblem(code: .exportFailed, reason: "there are no clips")
        }
        let target = try target()
        var seen: Set<ObjectIdentifier> = []
        var inputs = try zip(clips, listed).map { clip, source in
            var input = try fitting(JoinInput(clip, source, sources.context(of: clip.asset)), target)
            // What is said of a file is said once.
            if !seen.insert(ObjectIdentifier(clip.asset)).inserted { input.warnings = [] }
            return input
        }
        try refuseStills(listed)
        try refuseTexts(inputs)
        guard settings.encodes else { return inputs }
        var model = JoinModel(target, joins: joinsFiles)
        for input in inputs {
            try Named.by(input.source.name) { try model.learn(from: input.source, obstacles: input.obstacles) }
        }
        for input in inputs { model.learnUsual(from: input.source) }
        for number in inputs.indices {
            let input = inputs[number]
            inputs[number].differences = try Named.by(input.source.name) {
                try model.differences(of: input.source, obstacles: input.obstacles)
            }
            inputs[number].warnings += losses(input, inputs[number].differences)
            if inputs[number].differences.isEmpty { inputs[number].differences = cutWithoutLoss(input, target) }
        }
        return inputs
    }

    /// What of a clip's alpha and of its bits is lost where its pictures become like those of the first one.
    private func losses(_ input: JoinInput, _ differences: [JoinModel.Difference]) -> [String] {
        differences.flatMap { difference -> [String] in
            guard let own = input.source.tracks.first(where: { $0.facts.trackID == difference.trackID }) else {
                return []
            }
            let model = difference.model.facts
            let losses = [AlphaLoss.warning(own.facts, like: model), DepthLoss.warning(own.facts, like: model)]
            return losses.compactMap { $0 }.map { "'\(input.source.name)': \($0)" }
        }
    }

    /// Clips are of several files, and not parts of one.
    private var joinsFiles: Bool { Set(clips.map { ObjectIdentifier($0.asset) }).count > 1 }

    /// A picture alone lasts as long as a demuxer makes up.
    private func refuseStills(_ sources: [CopySource]) throws {
        guard sources.count > 1 else { return }
        for source in sources where source.facts.isStillPicture {
            let reason = "it is a still picture, which has no length of its own to be joined with"
            throw AVError.copying(
                source.name,
                because: MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
            )
        }
    }

    /// Subtitles alone would stand behind pictures or sound that they belong to.
    private func refuseTexts(_ inputs: [JoinInput]) throws {
        func hasMedia(_ input: JoinInput) -> Bool {
            input.source.tracks.contains { [.video, .audio].contains($0.facts.mediaType) }
        }
        guard inputs.contains(where: hasMedia), let text = inputs.first(where: { !hasMedia($0) }),
            text.source.tracks.contains(where: { $0.facts.mediaType.isText })
        else { return }
        let reason = "it has subtitles alone, which would show behind the other files and not with them"
        throw AVError.copying(
            text.source.name,
            because: MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        )
    }

    /// Sound alone that the file cannot cut within a packet, and that loses nothing when it is encoded.
    private func cutWithoutLoss(_ input: JoinInput, _ target: CopyTarget) -> [JoinModel.Difference] {
        let source = input.source
        guard !input.isWhole, source.tracks.allSatisfy({ $0.facts.mediaType != .video }) else { return [] }
        return source.tracks.compactMap { track in
            guard track.facts.mediaType == .audio,
                case .encoded(let why, isLossless: true) = SoundCut.decide(
                    track.facts,
                    in: target.fileType,
                    cutsBetweenPackets: target.cutsSoundBetweenPackets
                )
            else { return nil }
            return JoinModel.Difference(trackID: track.facts.trackID, model: track, source: source, reason: why)
        }
    }

    /// Which sound is encoded over all clips.
    private func sounds(_ inputs: inout [JoinInput]) throws -> JoinSounds {
        let target = try target()
        var sounds = JoinSounds(target, sources.encoders)
        guard settings.encodes else { return sounds }
        let encodesAtJoints = settings.encodesSoundAtJoints
        if encodesAtJoints {
            for number in inputs.indices {
                inputs[number].originalSounds = inputs[number].sounds.map(\.facts.trackID)
                inputs[number].reachesEnd = inputs[number].range.end >= inputs[number].source.duration
            }
            sounds.decideDiffering(&inputs)
        }
        try JoinUnion(target: target, encodings: sounds.encodings).unite(&inputs)
        if encodesAtJoints { sounds.decideMeeting(&inputs, try plan(inputs.map { try $0.expected(target) }, sounds)) }
        return sounds
    }

    private func plan(_ inputs: [JoinInput], _ sounds: JoinSounds) throws -> CopyPlan {
        let mode: CopyMode = settings.cutMode == .keyframe ? .keyframe : .presentsExactly
        // A file that several clips are of is one source.
        var (sources, clips): ([CopySource], [TimelineClip]) = ([], [])
        var known: [JoinInput.Key: Int] = [:]
        for input in inputs {
            let place = known[input.key] ?? sources.count
            if place == sources.count { sources.append(input.source) }
            known[input.key] = place
            clips.append(TimelineClip(source: place, range: input.range))
        }
        var planner = CopyPlanner(sources: sources, target: try target(), mode: mode)
        (planner.encodings, planner.encoders) = (sounds.encodings, self.sources.encoders)
        var plan = try planner.plan(.join(clips, of: sources.map { $0.tracks.map(\.facts) }))
        plan.warnings += inputs.flatMap(\.warnings)
        try describe(&plan, inputs)
        plan.warnings += plan.seams.map { $0.warning(plan.codecName(of: $0)) }
        plan.encodedSounds = try sounds.sounds(inputs, plan)
        return plan
    }

    /// The new file says about itself what the first one does; what others say besides is named.
    private func describe(_ plan: inout CopyPlan, _ inputs: [JoinInput]) throws {
        guard let first = inputs.first else { return }
        plan.sink.metadata = try ExportMetadata.carried(first.context.loaded)
        plan.warnings += try MetadataRoom.losses(plan.sink.metadata, plan.sink.chapters, in: plan.sink.fileType)
        var known = Set(try SinkTags(plan.sink.metadata).texts.map { [$0.name, $0.value] })
        for input in inputs.dropFirst() {
            let tags = try SinkTags(try ExportMetadata.carried(input.context.loaded))
            let lost = tags.texts.filter { $0.name != "creation_time" && known.insert([$0.name, $0.value]).inserted }
            guard !lost.isEmpty else { continue }
            let names = MetadataRoom.list(lost.map { $0.usual?.title ?? "'\($0.name)'" })
            plan.warnings.append(
                "'\(input.source.name)': what it says of itself and the first file does not is left out: \(names)"
            )
        }
    }

    private func type() throws -> AVFileType {
        if let fileType { return fileType }
        if let type = FileTypes.fileType(ofExtension: url.pathExtension) { return type }
        let reason = "'\(url.lastPathComponent)' tells no type of file by its ending"
        throw MediaProblem(code: .invalidOutputURLPathExtension, reason: reason)
    }

    /// The tracks that the file can hold. Without its pictures or its sound a file is another one, so those must fit.
    private func fitting(_ input: JoinInput, _ target: CopyTarget) throws -> JoinInput {
        var (result, source) = (input, input.source)
        var (tracks, warnings): ([CopySource.Track], [String]) = ([], [])
        for track in source.tracks {
            let facts = track.facts
            if let warning = facts.beginningWarning(in: input.range) { warnings.append("'\(source.name)': \(warning)") }
            let formats = facts.formatDescriptions
            guard !formats.isEmpty else {
                warnings.append("'\(source.name)': nothing says what track \(facts.trackID) holds; it is left out")
                continue
            }
            if let text = track.textTarget(in: target.fileType) {
                warnings += SubtitleLoss(facts, text).warnings.map { "'\(source.name)': \($0)" }
                tracks.append(track)
                continue
            }
            let oddity = settings.encodes && joinsFiles ? target.oddity(of: facts) : nil
            let obstacles = formats.lazy.compactMap { MediaSinks.obstacle(to: $0, in: target.fileType) }
            guard let obstacle = obstacles.first ?? oddity else {
                if let loss = AlphaLoss.warning(facts, in: target.fileType) {
                    warnings.append("'\(source.name)': \(loss)")
                }
                tracks.append(track)
                continue
            }
            if [.video, .audio].contains(facts.mediaType) {
                if settings.encodes, MediaSinks.mediaTypes(in: target.fileType).contains(facts.mediaType) {
                    result.obstacles[facts.trackID] = obstacle
                    tracks.append(track)
                    continue
                }
                throw AVError.copying(
                    source.name,
                    because: MediaProblem(code: .operationNotSupportedForAsset, reason: obstacle)
                )
            }
            warnings.append("'\(source.name)': track \(facts.trackID) is left out: \(obstacle)")
        }
        source = CopySource(input: source.input, facts: source.facts, tracks: tracks)
        (result.source, result.warnings) = (source, warnings)
        return result
    }

    private func describe(_ plan: CopyPlan, _ inputs: [JoinInput], _ sounds: JoinSounds) -> AKJoinSession.Plan {
        let heard = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        func count(_ number: Int, isEncoded: Bool) -> [Int] {
            if isEncoded, let ordinal = heard.firstIndex(of: number), let counts = sounds.counts(ordinal, plan) {
                return counts
            }
            return zip(plan.parts, inputs).map { part, input in
                let pieces = part.pieces.filter { piece in
                    let isText = piece.textForm != nil
                    return piece.track == number && (isText || input.encodes(piece.sourceTrack)) == isEncoded
                }
                return pieces.reduce(0) { $0 + $1.sampleCount }
            }
        }
        func reason(_ number: Int, _ part: CopyPart, _ input: JoinInput) -> String? {
            if let ordinal = heard.firstIndex(of: number), let reason = sounds.reasons[ordinal] { return reason }
            let pieces = part.pieces.filter { $0.track == number }
            if pieces.contains(where: { $0.textForm != nil }) { return "the file stores text in another way" }
            return pieces.lazy.compactMap { input.reasonToEncode($0.sourceTrack) }.first
        }
        return AKJoinSession.Plan(
            fileType: plan.sink.fileType,
            duration: plan.duration,
            clips: zip(plan.parts, inputs).map { part, input in
                // What is encoded is a file of its own by now, which begins with the clip.
                let offset = input.differences.isEmpty ? .zero : CMTimeMaximum(input.range.start, .zero)
                let moved = part.requested.start < offset ? offset : .zero
                return AKJoinSession.Placement(
                    requestedTimeRange: CMTimeRange(
                        start: part.requested.start + moved,
                        duration: part.requested.duration
                    ),
                    actualTimeRange: CMTimeRange(start: part.actual.start + moved, duration: part.actual.duration),
                    start: part.start,
                    reasonsToEncode: input.reasonsToEncode + Set(sounds.reasons.values).sorted()
                )
            },
            tracks: plan.sink.tracks.enumerated().map { number, track in
                AKJoinSession.Track(
                    mediaType: track.mediaType,
                    codec: track.formats.first?.subtype ?? 0,
                    copiedSampleCounts: count(number, isEncoded: false),
                    encodedSampleCounts: count(number, isEncoded: true),
                    reasonsToEncode: zip(plan.parts, inputs).map { reason(number, $0, $1) }
                )
            },
            warnings: plan.warnings
        )
    }
}

extension AVError {
    /// Why a file could not be made of others, in one sentence about `path`.
    static func joining(_ path: String, because cause: any Error) -> AVError {
        let (code, reason) =
            switch cause {
            case let failure as FileFailure where failure.number == EEXIST:
                (Code.fileAlreadyExists, "it exists already")
            case let failure as FileFailure:
                (failure.isNoRoom ? Code.diskFull : .exportFailed, failure.reason)
            default: explanation(of: cause)
            }
        return AVError(
            code,
            "cannot write '\(path)': \(reason)",
            underlying: (cause as? FileFailure)?.cocoaError ?? cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason, NSFilePathErrorKey: path]
        )
    }
}
