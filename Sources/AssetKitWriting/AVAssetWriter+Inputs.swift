internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

extension AVAssetWriter {
    /// The kinds of media that the file can hold.
    public var availableMediaTypes: [AVMediaType] { WriterRules.mediaTypes(of: outputFileType) ?? [] }

    /// Whether media can be encoded by these settings into this kind of file; without settings, whether there is room for
    /// samples as they come.
    public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard let outputSettings else { return availableMediaTypes.contains(mediaType) }
        guard mediaType == .audio || mediaType == .video else { return false }
        return WriterRules.obstacle(outputSettings, mediaType, in: outputFileType, hint: nil) == nil
    }

    /// Whether an input can be added: it has no writer yet, writing has not started, and what it asks for can be done.
    public func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && misuse(of: input) == nil && obstacle(to: input) == nil
    }

    /// Adds an input, before the start, and one that has no writer yet: anything else stops the program.
    ///
    /// What cannot be stored or encoded as the input asks, which ``canAdd(_:)-(AVAssetWriterInput)`` tells, makes the writer
    /// fail: ``error`` says why, starting answers false, and so does appending.
    public func add(_ input: AVAssetWriterInput) {
        if let misuse = misuse(of: input) { programmerError("AVAssetWriter.add: \(misuse)") }
        let obstacle = obstacle(to: input)
        input.setup.withLock { setup in
            (setup.writer, setup.isAttached) = (self, true)
        }
        setup.withLock { $0.inputs.append(input) }
        if let obstacle { fail(MediaProblem(code: .unsupportedOutputSettings, reason: obstacle)) }
        if status != .unknown { input.writerEnded() }
    }

    /// What must not be done with an input, whatever it is for.
    private func misuse(of input: AVAssetWriterInput) -> String? {
        guard !hasStarted else { return "writing has started" }
        return input.value(\.isAttached) ? "the input has a writer" : nil
    }

    private func obstacle(to input: AVAssetWriterInput) -> String? {
        guard inputs.isEmpty || !MediaSinks.isSingleSound(outputFileType) else {
            return "files of the type '\(outputFileType)' hold one track of sound and nothing else"
        }
        return WriterRules.obstacle(
            input.outputSettings,
            input.mediaType,
            in: outputFileType,
            hint: input.sourceFormatHint
        )
    }

    /// Whether a group can be added: its inputs are the writer's, of one kind, and in no other group.
    public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool { obstacle(to: inputGroup) == nil }

    /// Adds a group of inputs whose tracks are alternatives.
    public func add(_ inputGroup: AVAssetWriterInputGroup) {
        if let obstacle = obstacle(to: inputGroup) { programmerError("AVAssetWriter.add: \(obstacle)") }
        setup.withLock { $0.groups.append(inputGroup) }
    }

    private func obstacle(to group: AVAssetWriterInputGroup) -> String? {
        guard status == .unknown else { return "writing has started" }
        guard !group.inputs.isEmpty else { return "the group has no inputs" }
        guard group.inputs.allSatisfy({ $0.value(\.writer) === self }) else {
            return "an input of the group is not the writer's"
        }
        guard Set(group.inputs.map(\.mediaType)).count == 1 else {
            return "the inputs of the group are of several kinds"
        }
        let taken = inputGroups.flatMap(\.inputs)
        guard !group.inputs.contains(where: { input in taken.contains { $0 === input } }) else {
            return "an input of the group is in another one"
        }
        return nil
    }

    // MARK: What inputs become

    /// Everything that is to be in the file, as far as it is known before the first sample.
    func plan() throws -> SinkPlan {
        let setup = setup.withLock { $0 }
        var plan = SinkPlan(fileType: outputFileType, tracks: [])
        plan.metadata = try setup.metadata.compactMap { try MetadataEntry($0) }
        plan.movieTimescale = setup.movieTimeScale > 0 ? setup.movieTimeScale : nil
        if setup.overallDurationHint.isNumeric { plan.expectedDuration = setup.overallDurationHint }
        if isCrashSafe {
            let first = setup.initialMovieFragmentInterval
            plan.layout = .crashSafe(
                interval: setup.movieFragmentInterval,
                first: first.isNumeric && first > .zero ? first : setup.movieFragmentInterval
            )
        } else if setup.shouldOptimizeForNetworkUse, WriterRules.isISOMedia(outputFileType) {
            plan.layout = .indexFirst
        }
        return plan
    }

    func inputPlans() throws -> [InputPlan] {
        let setup = setup.withLock { $0 }
        let (inputs, groups) = (setup.inputs, setup.groups)
        let leader = inputs.first { $0.mediaType == .video } ?? inputs.first
        return try inputs.map { input in
            var plan = try input.plan(among: inputs)
            if isSegmented, input === leader {
                plan.segments = SegmentWish(
                    interval: setup.segmentInterval,
                    start: setup.initialSegmentStartTime,
                    control: segments
                )
            }
            if let place = groups.firstIndex(where: { group in group.inputs.contains { $0 === input } }) {
                plan.track.alternateGroup = place + 1
                if groups[place].defaultInput !== input { plan.track.isEnabled = false }
            }
            if let turn = MediaSinks.obstacle(toTurn: plan.track.transform, in: outputFileType) {
                throw MediaSinks.refusal("the pictures of an input are \(turn); leave its transform as it is")
            }
            return plan
        }
    }
}

extension AVAssetWriterInput {
    fileprivate func plan(among inputs: [AVAssetWriterInput]) throws -> InputPlan {
        let setup = setup.withLock { $0 }
        guard setup.sampleReferenceBaseURL == nil else {
            throw MediaProblem(
                code: .fileTypeDoesNotSupportSampleReferences,
                reason: "references to samples in other files are not supported; append the samples themselves"
            )
        }
        var track = SinkTrack(mediaType: mediaType, formats: [], timescale: setup.mediaTimeScale)
        track.transform = setup.transform
        track.naturalSize = setup.naturalSize == .zero ? nil : setup.naturalSize
        track.languageCode = setup.languageCode
        track.extendedLanguageTag = setup.extendedLanguageTag
        track.isEnabled = setup.marksOutputTrackAsEnabled
        track.volume = setup.preferredVolume
        track.metadata = try setup.metadata.compactMap { try MetadataEntry($0) }
        for association in setup.associations {
            guard let place = inputs.firstIndex(where: { $0 === association.input }) else { continue }
            track.references[association.type, default: []].append(place)
        }
        let comesNowAndThen = [.subtitle, .text, .closedCaption, .timecode, .metadata].contains(mediaType)
        return InputPlan(
            track: track,
            settings: outputSettings,
            hint: sourceFormatHint,
            isRealTime: setup.expectsMediaDataInRealTime,
            isSparse: comesNowAndThen && sourceFormatHint != nil
        )
    }
}
