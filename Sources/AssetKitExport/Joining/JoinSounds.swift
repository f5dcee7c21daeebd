internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Decides which tracks of sound of a joined file are encoded in one run, because the packets of its clips do not meet.
struct JoinSounds {
    let target: CopyTarget
    private let encoders: EncoderHeaders
    /// What is encoded, by the number of the track among those of sound, and why.
    private(set) var encodings: SoundEncodings = [:]
    private(set) var reasons: [Int: String] = [:]
    /// What is heard in place of the sound of the clips, which have none then.
    private let whole: [WholeTrack]

    init(_ target: CopyTarget, _ encoders: EncoderHeaders, _ whole: [WholeTrack]) {
        (self.target, self.encoders, self.whole) = (target, encoders, whole)
        for (ordinal, track) in whole.enumerated() {
            guard let encoding = track.encoding else { continue }
            encodings[ordinal] = encoding
            reasons[ordinal] = track.why
        }
    }

    /// Looks at the clips: where sound differs that loses by being encoded, all of it is, in one run. Clips of which
    /// only such sound differs need not be made anew any more.
    mutating func decideDiffering(_ inputs: inout [JoinInput]) {
        guard canEncode(inputs) else { return }
        for ordinal in 0..<Self.most(inputs) where inputs.contains(where: { $0.difference(ofSound: ordinal) != nil }) {
            // What has no priming and no loss fits behind anything.
            guard let (encoding, codec) = wanted(ordinal, inputs), !encoding.codec.traits.isLossless else { continue }
            decide(ordinal, encoding, codec, &inputs)
        }
    }

    /// Looks at the clips: in a file whose packets are all as long as each other, sound without loss is encoded in one run where a
    /// clip would end with a shorter one. It loses nothing by that, however clips are cut.
    mutating func decideLossless(_ inputs: inout [JoinInput]) {
        guard target.hasPacketsOfOneLength, canEncode(inputs) else { return }
        for ordinal in 0..<Self.most(inputs) where encodings[ordinal] == nil {
            let difference = inputs.lazy.compactMap { $0.difference(ofSound: ordinal) }.first
            guard difference != nil || inputs.dropLast().contains(where: { $0.endsShort(sound: ordinal) }) else {
                continue
            }
            let own = wanted(ordinal, inputs)?.0
            guard let chosen = own ?? difference.flatMap({ encoding(like: $0.model, in: $0.source) }),
                chosen.codec.traits.isLossless
            else { continue }
            decide(ordinal, chosen, chosen.codecTitle, &inputs)
        }
    }

    /// Looks at what copying the clips would come to: sound is encoded whose packets do not meet.
    mutating func decideMeeting(_ inputs: inout [JoinInput], _ plan: CopyPlan) {
        guard canEncode(inputs) else { return }
        let places = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        for ordinal in 0..<Self.most(inputs) where encodings[ordinal] == nil {
            guard places.indices.contains(ordinal), let (encoding, codec) = wanted(ordinal, inputs) else { continue }
            // A run of Vorbis begins with a packet that makes no sound, so that one never meets another.
            let isNew = encoding.codec == .vorbis && inputs.contains { $0.encodesWithCut(sound: ordinal) }
            guard isNew || plan.seams.contains(where: { $0.track == places[ordinal] }) else { continue }
            decide(ordinal, encoding, codec, &inputs)
        }
    }

    private func canEncode(_ inputs: [JoinInput]) -> Bool {
        guard whole.isEmpty, !target.hasEdits, !target.cutsSoundBetweenPackets, !target.hasSoundAlone else {
            return false
        }
        return inputs.count > 1 || inputs.contains { !$0.trackRanges.isEmpty }
    }

    private static func most(_ inputs: [JoinInput]) -> Int { inputs.map { $0.sounds.count }.max() ?? 0 }

    private mutating func decide(
        _ ordinal: Int,
        _ encoding: SoundEncoding,
        _ codec: String,
        _ inputs: inout [JoinInput]
    ) {
        encodings[ordinal] = encoding
        reasons[ordinal] = "\(target.name) files cannot begin or end a clip within a packet of \(codec)"
        for number in inputs.indices { inputs[number].dropDifference(ofSound: ordinal) }
    }

    /// How a track is encoded, and what people call its codec.
    private func wanted(_ ordinal: Int, _ inputs: [JoinInput]) -> (SoundEncoding, String)? {
        let model = inputs.first { input in
            input.sounds.indices.contains(ordinal) && input.obstacles[input.sounds[ordinal].facts.trackID] == nil
        }
        guard let model, let encoding = encoding(like: model.sounds[ordinal], in: model.source) else { return nil }
        return (encoding, model.sounds[ordinal].facts.codecName)
    }

    /// nil where there is no encoder.
    private func encoding(like track: LoadedSource.Track, in source: LoadedSource) -> SoundEncoding? {
        guard let codec = SoundEncoding.Codec(track.facts.traits), codec != .pcm, !track.facts.isProtected else {
            return nil
        }
        let planner = SoundPlanner(
            source: track.trackSource(in: source),
            preset: .passthrough,
            options: .matchingSource,
            fileType: target.fileType
        )
        guard let encoding = try? planner.rendering().encoding, (try? encoders.sound(of: encoding)) != nil else {
            return nil
        }
        return encoding
    }

    /// What the runs encode, as the plan has placed the clips.
    func sounds(_ inputs: [JoinInput], _ plan: CopyPlan) throws -> [EncodedSound] {
        guard whole.isEmpty else { return [] }
        let places = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        return try encodings.keys.sorted().compactMap { ordinal in
            guard places.indices.contains(ordinal), let encoding = encodings[ordinal] else { return nil }
            let clips = try zip(inputs, plan.clips).enumerated().flatMap { number, pair in
                try self.clips(ordinal, pair.0, pair.1, isLast: number == inputs.count - 1)
            }
            return EncodedSound(track: places[ordinal], encoding: encoding, clips: clips)
        }
    }

    private func clips(
        _ ordinal: Int,
        _ input: JoinInput,
        _ placed: PlacedClip,
        isLast: Bool
    ) throws -> [EncodedSound.Clip] {
        let loaded = input.context.loaded
        guard input.originalSounds.indices.contains(ordinal),
            let track = loaded.tracks.first(where: { $0.trackID == input.originalSounds[ordinal] })
        else { return [] }
        let source = loaded.source(of: track)
        if let obstacle = source.obstacle { throw obstacle }
        let start = placed.actual.start + input.offset
        let isOpen = isLast && input.reachesEnd
        let end = isOpen ? .positiveInfinity : placed.actual.end + input.offset
        let wanted = placed.requested.start + input.offset
        return input.heard(ofSound: ordinal, in: CMTimeRange(start: start, end: end), wantedFrom: wanted).map {
            EncodedSound.Clip(
                session: input.context.session,
                track: source,
                range: $0,
                start: placed.start + ($0.start - start)
            )
        }
    }

    /// How many samples of each clip are encoded, as far as a plan can tell.
    func counts(_ ordinal: Int, _ plan: CopyPlan) -> [Int]? {
        guard let encoding = encodings[ordinal], let sound = try? encoders.sound(of: encoding) else { return nil }
        // Packets of Vorbis have two lengths, and are long nearly always.
        let size = Int64(encoding.codec == .vorbis ? 1024 : max(sound.samplesInPacket, 1))
        // The encoder fills gaps, and not what lies before the first sound.
        let start = encodedClips(ordinal, plan).map(\.start).min() ?? .zero
        func packets(until time: CMTime, _ more: Int) -> Int {
            guard time > start else { return 0 }
            // In whole frames, so that what ends with a packet has no other behind it.
            let rate = CMTimeScale(encoding.codedRate)
            let frames = (time - start).convertScale(rate, method: .roundTowardPositiveInfinity).value
            let (whole, rest) = frames.addingClamped(Int64(more)).quotientAndRemainder(dividingBy: size)
            return Int(whole) + (rest > 0 ? 1 : 0)
        }
        let (end, last) = (soundEnd(ordinal, plan), plan.clips.count - 1)
        var done = 0
        return plan.clips.enumerated().map { number, placed in
            let shown = placed.start + placed.actual.duration
            let count = number == last || shown >= end ? packets(until: end, sound.priming) : packets(until: shown, 0)
            // Clips of tracks beside these begin at the beginning again.
            defer { done = max(done, count) }
            return max(0, count - done)
        }
    }

    private func encodedClips(_ ordinal: Int, _ plan: CopyPlan) -> [EncodedSound.Clip] {
        let places = plan.sink.tracks.indices.filter { plan.sink.tracks[$0].mediaType == .audio }
        guard places.indices.contains(ordinal) else { return [] }
        return plan.encodedSounds.filter { $0.track == places[ordinal] }.flatMap(\.clips)
    }

    /// When the last sound ends, as far as files and edits say before all of it is decoded: pictures may go on behind it.
    private func soundEnd(_ ordinal: Int, _ plan: CopyPlan) -> CMTime {
        let ends = encodedClips(ordinal, plan).compactMap { clip -> CMTime? in
            // Other files may tell of their own end, or guess.
            let isKnown = clip.track.index != nil || clip.track.composed != nil
            let own = isKnown ? clip.track.facts.timeRange.end : .positiveInfinity
            let end = own.isNumeric ? CMTimeMinimum(own, clip.range.end) : clip.range.end
            return end > clip.range.start ? clip.start + (end - clip.range.start) : nil
        }
        return CMTimeMinimum(plan.duration, ends.max() ?? plan.duration)
    }
}

extension CopyTarget {
    /// Nothing is around the packets that could hide anything.
    var hasSoundAlone: Bool { [.akAAC, .ac3, .eac3, .amr].contains(fileType) }

    /// Of sound in packets, none but the last packet of all may be shorter than the others.
    var hasPacketsOfOneLength: Bool { fileType == .caf }
}

extension JoinInput {
    /// The tracks of sound, in their order.
    var sounds: [LoadedSource.Track] { source.tracks.filter { $0.facts.mediaType == .audio } }

    /// The last packet of a track of sound is shorter than the others.
    func endsShort(sound ordinal: Int) -> Bool {
        guard sounds.indices.contains(ordinal), let audio = sounds[ordinal].facts.audio, audio.sampleRate >= 1 else {
            return false
        }
        let index = sounds[ordinal].index
        guard index.count > 0 else { return false }
        let length = index.tick.time(index.table.durationTicks(of: index.count - 1))
        return length.nearestSample(rate: Int(audio.sampleRate)) < Int64(audio.framesPerPacket)
    }

    /// A track of sound is encoded where the clip is cut, in a run of its own.
    func encodesWithCut(sound ordinal: Int) -> Bool {
        guard sounds.indices.contains(ordinal) else { return false }
        let trackID = sounds[ordinal].facts.trackID
        return stretches.contains { $0.trackID == trackID && $0.action == .encode }
    }

    func difference(ofSound ordinal: Int) -> JoinModel.Difference? {
        guard sounds.indices.contains(ordinal) else { return nil }
        return differences.first { $0.trackID == sounds[ordinal].facts.trackID }
    }

    mutating func dropDifference(ofSound ordinal: Int) {
        guard sounds.indices.contains(ordinal) else { return }
        let trackID = sounds[ordinal].facts.trackID
        differences.removeAll { $0.trackID == trackID }
    }
}
