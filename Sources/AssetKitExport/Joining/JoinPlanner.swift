internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Decides what a joined file is to be: what of its clips is copied, what is encoded, and why. It blocks where samples
/// have to be listed, and writes nothing.
struct JoinPlanner: Sendable {
    /// What becomes of the clips.
    struct Decision {
        var inputs: [JoinInput]
        /// Which sound is encoded over all of them.
        var sounds: JoinSounds

        /// How much of the work is done when clips that become files of their own have become them. What takes longest by far is
        /// to encode all pictures of one; where edges alone are encoded, the rest is copied twice.
        var shareOfMaking: Double {
            if inputs.contains(where: \.encodesPictures) { return 0.95 }
            return inputs.contains(where: \.isMadeAnew) ? 0.75 : 0
        }
    }

    let clips: [TimelineClip]
    /// Clips are of several files, and not parts of one.
    let joinsFiles: Bool
    /// The tracks of each clip's source that it has.
    private let chosen: [Set<Int32>]
    /// What each clip has of tracks that it does not have from its beginning to its end.
    private let ranges: [[Int32: [CMTimeRange]]]
    let settings: ExportSettings
    let url: URL
    private let fileType: AVFileType?
    /// They share what encoders say of their samples, and the flag that ends the join.
    private let sources: [SourceContext]
    /// Tracks that are not the clips' own, behind theirs.
    private let beside: [WholeTrack]

    /// `beside`: tracks that are not the clips' own, which have no sound then. `fileType`: nil for that of the name's ending.
    init(
        _ timeline: Timeline,
        of sources: [SourceContext],
        _ settings: ExportSettings,
        beside: [WholeTrack] = [],
        to url: URL,
        as fileType: AVFileType?
    ) {
        (clips, self.sources, self.settings, self.beside) = (timeline.clips, sources, settings, beside)
        joinsFiles = clips.contains { $0.source != timeline.clips[0].source }
        (chosen, ranges) = (timeline.trackIDsOfClips, timeline.rangesOfClips)
        (self.url, self.fileType) = (url, fileType)
    }

    /// What is wanted where clips meet.
    var joints: JointWishes { settings.joints ?? JointWishes() }

    /// Ends the join.
    var flag: CancellationFlag { sources.first?.flag ?? CancellationFlag() }

    var path: String { url.path(percentEncoded: false) }

    /// What an export would make.
    func published() throws -> AKJoinSession.Plan {
        try explained {
            try settling { decision in
                let made = try decision.inputs.map { try $0.expected(target()) }
                let plan = try plan(made, decision.sounds).openingGroupsOfClips(flag)
                // How large what is encoded becomes is known when it is.
                if settings.fileLengthLimit > 0, !decision.inputs.contains(where: \.isMadeAnew) {
                    try CopyRunner.check(plan.storedByteCount, settings.fileLengthLimit)
                }
                return AKJoinSession.Plan(plan, decision, made: made)
            }
        }
    }

    /// Does something with what becomes of the clips. Where that finds one whose pictures cannot begin anew behind those of another
    /// one, they are encoded, and it is done again.
    func settling<Value>(_ body: (Decision) throws -> Value) throws -> Value {
        var refused: [Int: [Int32: String]] = [:]
        while true {
            let decision = try decide(encoding: refused)
            do {
                return try body(decision)
            } catch let refusals as OpenGroups.Refusals {
                let known = refused
                for refusal in refusals.all where decision.inputs.indices.contains(refusal.clip) {
                    let track = decision.inputs[refusal.clip].track(.video, refusal.ordinal)
                    guard let trackID = track?.facts.trackID else { continue }
                    refused[refusal.clip, default: [:]][trackID] = refusal.reason
                }
                // Every turn encodes another track of a clip, so it ends.
                guard joints.encodesWhereNeeded, refused != known else { throw refusals.error }
            }
        }
    }

    /// What becomes of the clips. `refused`: why tracks of some cannot be copied behind those of others, each a sentence.
    func decide(encoding refused: [Int: [Int32: String]] = [:]) throws -> Decision {
        var inputs = try inputs(refused)
        try cut(&inputs)
        let sounds = try sounds(&inputs)
        return Decision(inputs: inputs, sounds: sounds)
    }

    /// What went wrong, in a sentence that names the file that could not be made.
    func explained<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error where error is CancellationError || error is AVError {
            throw error
        } catch {
            throw AVError.joining(path, because: error)
        }
    }

    func target() throws -> CopyTarget {
        let target = CopyTarget(try type(), settings)
        if case .fragmented = target.layout, clips.count > 1 || !ranges.allSatisfy(\.isEmpty) {
            let reason = "a file in fragments has no list of edits, by which clips are joined; leave the fragments out"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        return target
    }

    private func type() throws -> AVFileType {
        if let fileType { return fileType }
        if let type = FileTypes.fileType(ofExtension: url.pathExtension) { return type }
        let reason = "'\(url.lastPathComponent)' tells no type of file by its ending"
        throw MediaProblem(code: .invalidOutputURLPathExtension, reason: reason)
    }

    // MARK: Clips

    /// The clips with what of them fits into the file.
    private func inputs(_ refused: [Int: [Int32: String]]) throws -> [JoinInput] {
        let listed = try zip(clips, chosen).map { clip, trackIDs in
            let source = sources[clip.source]
            guard clip.whyRendered == nil else { return source.renderedSamples(of: trackIDs, in: clip.range) }
            return try Named.by(source.name) { try source.samples(of: trackIDs) }
        }
        guard url.isFileURL else {
            throw MediaProblem(code: .exportFailed, reason: "only files can be written, and '\(url)' is none")
        }
        guard !clips.isEmpty else {
            throw MediaProblem(code: .exportFailed, reason: "there are no clips")
        }
        let target = try target()
        var seen: Set<Int> = []
        var inputs = try zip(clips, listed).enumerated().map { number, pair in
            let (clip, source) = pair
            let taken = JoinInput(clip, source, sources[clip.source])
            var input = try clip.whyRendered.map { taken.rendered(because: $0) } ?? fitting(taken, target)
            input.limit(to: ranges[number])
            // What is said of a file is said once.
            if !seen.insert(clip.source).inserted { input.warnings = [] }
            return input
        }
        try refuseStills(listed)
        try refuseTexts(inputs)
        guard joints.encodesWhereNeeded else { return inputs }
        for (number, reasons) in refused { inputs[number].obstacles.merge(reasons) { known, _ in known } }
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
            return losses.compactMap { $0 }.map { named($0, of: input.source) }
        }
    }

    /// A picture alone lasts as long as a demuxer makes up.
    private func refuseStills(_ sources: [LoadedSource]) throws {
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

    // MARK: The whole

    private var encoders: EncoderHeaders { sources.first?.encoders ?? EncoderHeaders() }

    /// Which sound is encoded over all clips.
    private func sounds(_ inputs: inout [JoinInput]) throws -> JoinSounds {
        let target = try target()
        var sounds = JoinSounds(target, encoders, beside.filter { $0.track.mediaType == .audio })
        guard joints.encodesWhereNeeded else { return sounds }
        let encodesAtJoints = joints.encodesSound
        if encodesAtJoints || target.hasPacketsOfOneLength {
            for number in inputs.indices {
                inputs[number].originalSounds = inputs[number].sounds.map(\.facts.trackID)
                inputs[number].reachesEnd = inputs[number].range.end >= inputs[number].source.duration
            }
            if encodesAtJoints { sounds.decideDiffering(&inputs) }
            sounds.decideLossless(&inputs)
            try cut(&inputs)
        }
        try JoinUnion(target: target, encodings: sounds.encodings).unite(&inputs)
        if encodesAtJoints {
            sounds.decideMeeting(&inputs, try plan(inputs.map { try $0.expected(target) }, sounds))
            try cut(&inputs)
        }
        return sounds
    }

    /// How the file is made of clips that can be copied, and of sound that is encoded over all of them.
    func plan(_ inputs: [JoinInput], _ sounds: JoinSounds) throws -> CopyPlan {
        let mode: CopyMode = settings.trimMode == .presentsExactly ? .presentsExactly : .keyframe
        // A file that several clips are of is one source, also where it was given as several assets.
        var (sources, clips): ([LoadedSource], [TimelineClip]) = ([], [])
        var known: [JoinInput.Key: Int] = [:]
        for input in inputs {
            let place = known[input.key] ?? sources.count
            if place == sources.count { sources.append(input.source) }
            known[input.key] = place
            clips.append(TimelineClip(source: place, range: input.range))
        }
        var planner = CopyPlanner(sources: sources, target: try target(), mode: mode)
        (planner.encodings, planner.encoders) = (sounds.encodings, encoders)
        let timeline = Timeline.join(clips, of: sources.map { $0.tracks.map(\.facts) })
        var plan = try planner.plan(timeline.limited(to: inputs.map(\.rangesOfSource)))
        let warnings = inputs.flatMap { input in
            input.warnings + input.cutWarnings.map { named($0, of: input.source) }
        }
        for warning in warnings where !plan.warnings.contains(warning) {
            plan.warnings.append(warning)
        }
        try carryMetadata(&plan, inputs)
        plan.warnings += plan.seams.map { $0.warning(plan.codecName(of: $0)) }
        for track in beside { try track.append(to: &plan, encoders) }
        plan.encodedSounds += try sounds.sounds(inputs, plan)
        return plan
    }
}
