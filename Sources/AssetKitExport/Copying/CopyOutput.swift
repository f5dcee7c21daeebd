internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Hands the samples of one clip to the new file. Not Sendable: one stage owns it.
final class CopyOutput {
    /// The clip without captions that become text: these are read ahead.
    let clip: CopiedClip
    let sink: any MediaSink
    private let texts: SubtitleConverters
    private let captions: CaptionCopy
    /// The texts of captions that have not been written yet, in their order.
    private var waitingTexts: ArraySlice<CaptionCopy.Text> = []
    /// Sound that is encoded over all clips.
    private let sounds: [EncodedSoundRunner]
    private let source: LoadedSource
    /// What each sample of some runs asks about its track: looked up once.
    private let traits: [Traits]
    private let ticks: [CopyTicks]
    private var clocks: [CopySoundClock?]
    private let sets: [[CopySets]]
    /// One for each of the copied runs; empty where no sample changes.
    private var openers: [GroupOpener?]

    /// A class, so that a sample copies none of it.
    private final class Traits: Sendable {
        let copied: CopiedRuns
        let index: SampleIndex
        let tick: TickLength
        let isSound: Bool
        let isPlainSound: Bool
        let packetFrames: PacketFrames

        init(_ track: LoadedSource.Track, _ copied: CopiedRuns) {
            (self.copied, index, tick) = (copied, track.index, track.index.tick)
            (isSound, isPlainSound) = (track.facts.mediaType == .audio, track.facts.isPlainSound)
            packetFrames = PacketFrames(track.facts)
        }
    }

    /// `texts`: for text that becomes text of another kind. `sounds`: tracks that are encoded beside what is copied.
    init(
        _ clip: CopiedClip,
        sink: any MediaSink,
        texts: SubtitleConverters = SubtitleConverters([], []),
        sounds: [EncodedSoundRunner] = []
    ) {
        self.sounds = sounds
        var (clip, captions) = (clip, clip)
        captions.copiedRuns.removeAll { $0.textForm != .captions }
        clip.copiedRuns.removeAll { $0.textForm == .captions }
        self.captions = CaptionCopy(clip: captions)
        (self.clip, self.sink, self.texts) = (clip, sink, texts)
        let source = clip.source
        self.source = source
        let tracks = clip.tracks
        traits = clip.copiedRuns.map { Traits(source.tracks[$0.sourceTrack], $0) }
        let ticks = clip.copiedRuns.map { copied in
            CopyTicks(
                copied,
                from: source.tracks[copied.sourceTrack].index.tick,
                timescale: tracks[copied.track].timescale
            )
        }
        self.ticks = ticks
        clocks = zip(clip.copiedRuns, ticks).map { copied, ticks in
            let track = source.tracks[copied.sourceTrack]
            guard track.isSoundOnCoarseClock else { return nil }
            return CopySoundClock(track, copied, ticks, isRising: sink is ISOMediaSink)
        }
        sets = clip.copiedRuns.map { copied in
            guard copied.carriesParameterSets else { return [] }
            let formats = source.tracks[copied.sourceTrack].facts.formatDescriptions
            let model = tracks[copied.track].formats.first?.parameterSetStore?.record
            return formats.enumerated().map { number, format in
                let own = copied.openGroups.headers[number].map { format.with(codecHeader: $0) } ?? format
                return CopySets(own, lengthSize: model?.nalUnitHeaderLength ?? 4)
            }
        }
        let openers = clip.copiedRuns.map { GroupOpener($0.openGroups, of: source.tracks[$0.sourceTrack].facts) }
        self.openers = openers.contains { $0 != nil } ? openers : []
    }

    /// Copies all of the clip: by the lists of its samples, or by a demuxer where only that finds them.
    func copy(_ flag: CancellationFlag, _ progress: (CMTime) -> Void) throws {
        guard let copy = try begin(flag) else { return try encodeSound(flag, progress) }
        try copy.run(progress)
        try finish()
    }

    /// What copies the clip step by step, which ends with `finish`; nil where nothing is copied.
    func begin(_ flag: CancellationFlag) throws -> (any ClipCopying)? {
        waitingTexts = try captions.texts(flag)[...]
        guard !clip.copiedRuns.isEmpty else { return nil }
        guard source.tracks.contains(where: { $0.payloadOffset == nil }) else {
            return try TabledCopy(source: source, output: self, flag: flag)
        }
        return try TransportStreamCopy(source: source, output: self, flag: flag)
            ?? DemuxedCopy(source: source, output: self, flag: flag)
    }

    /// Writes what is left when all has been copied.
    func finish() throws { try writeTexts(until: .positiveInfinity) }

    /// All of the clip's sound, where nothing is copied beside it.
    func encodeSound(_ flag: CancellationFlag, _ progress: (CMTime) -> Void) throws {
        var time = clip.range.start
        while time < clip.range.end {
            time = CMTimeMinimum(time + CMTime(value: 1, timescale: 1), clip.range.end)
            for sound in sounds { try sound.write(until: time, to: sink) }
            progress(time)
        }
        try writeTexts(until: .positiveInfinity)
    }

    /// Writes the texts of captions that begin by then.
    private func writeTexts(until time: CMTime) throws {
        while let text = waitingTexts.first, text.cue.start <= time {
            waitingTexts.removeFirst()
            try texts.write(text.cue, to: text.track, sink)
        }
    }

    func track(_ number: Int) -> LoadedSource.Track { source.tracks[clip.copiedRuns[number].sourceTrack] }

    func index(_ number: Int) -> SampleIndex { traits[number].index }

    func isSound(_ number: Int) -> Bool { traits[number].isSound }

    func isPlainSound(_ number: Int) -> Bool { traits[number].isPlainSound }

    func ticks(_ number: Int) -> CopyTicks { ticks[number] }

    /// Samples of some runs that follow may have to change.
    func mayChangeSamples(of number: Int) -> Bool { openers.isEmpty ? false : openers[number]?.isBusy ?? false }

    /// When a sample is decoded, on the timeline of the new file.
    func order(_ number: Int, _ sample: IndexedSample) -> CMTime {
        traits[number].copied.time(of: traits[number].tick.time(sample.decodeTicks))
    }

    /// Writes a sample, or several of uncompressed sound. `bytes` are as files with headers have them.
    func write(
        _ bytes: UnsafeRawBufferPointer,
        _ sample: IndexedSample,
        _ additions: [SampleAddition] = [],
        count: Int = 1,
        of number: Int,
        isLast: Bool
    ) throws {
        let traits = traits[number]
        if !waitingTexts.isEmpty { try writeTexts(until: order(number, sample)) }
        for sound in sounds { try sound.write(until: order(number, sample), to: sink) }
        if traits.isPlainSound { return try writeSound(bytes, sample, count, of: number) }
        let opened = try openers.isEmpty ? nil : openers[number]?.opened(bytes, sample)
        let data =
            if let opened {
                try opened.bytes.withUnsafeBytes { try self.data($0, sample, number) }
            } else {
                try self.data(bytes, sample, number)
            }
        let times = times(bytes, sample, number)
        var result = SinkSample(
            data: data,
            presentationTime: ticks[number].time(times.presentation),
            decodeTime: ticks[number].time(times.decode),
            duration: ticks[number].time(times.duration),
            format: format(sample, traits.copied),
            isSync: sample.isSync || traits.isSound || opened?.isFirst ?? false,
            isPartialSync: sample.isPartialSync && !(opened?.isFirst ?? false),
            dependsOnOthers: sample.dependsOnOthers,
            othersDependOnIt: sample.othersDependOnIt,
            additions: additions,
            trimmedFramesAtEnd: isLast ? traits.copied.trimmedFramesAtEnd : 0
        )
        if let cut = traits.copied.cutPicture, cut.ticks == sample.presentationTicks {
            result.presentationTime = CMTimeMinimum(result.presentationTime, cut.shown.start)
            (result.duration, result.isCutShort) = (cut.shown.duration, true)
        }
        guard let limits = traits.copied.limits else { return try pass(result, traits) }
        if result.limit(to: limits) { try pass(result, traits) }
    }

    private func pass(_ sample: SinkSample, _ traits: Traits) throws {
        let track = traits.copied.track
        if let form = traits.copied.textForm { return try texts.write(sample, from: form, to: track, sink) }
        try sink.write(sample, to: track)
    }

    func format(_ sample: IndexedSample, _ copied: CopiedRuns) -> Int {
        copied.formats.indices.contains(sample.descriptionIndex) ? copied.formats[sample.descriptionIndex] : 0
    }

    private func times(
        _ bytes: UnsafeRawBufferPointer,
        _ sample: IndexedSample,
        _ number: Int
    ) -> (presentation: Int64, decode: Int64, duration: Int64) {
        let ticks = ticks[number]
        let presentation = ticks.presentation(sample.presentationTicks)
        let stated = ticks.length(max(0, sample.durationTicks))
        guard clocks[number] != nil else { return (presentation, ticks.decode(sample.decodeTicks), stated) }
        var count = traits[number].packetFrames.count(bytes) ?? stated
        // What the codec's name promises is worth nothing where the container says something quite different.
        let tick = ticks.length(1)
        if stated > 0, abs(count - stated) > tick + 1 { count = stated }
        let start = clocks[number]?.next(presentation, count: count) ?? presentation
        return (start, start, count)
    }

    private func data(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample, _ number: Int) throws -> CMBlockBuffer {
        let traits = traits[number]
        if traits.copied.timecodeFrames != 0, bytes.count == 4 {
            let frame = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
            let moved = UInt32(truncatingIfNeeded: Int64(frame) + traits.copied.timecodeFrames).bigEndian
            return try withUnsafeBytes(of: moved) { try CMBlockBuffer(copying: $0) }
        }
        guard traits.copied.carriesParameterSets, sample.isSync || sample.isPartialSync,
            sets[number].indices.contains(sample.descriptionIndex),
            let whole = try sets[number][sample.descriptionIndex].added(to: bytes)
        else { return try CMBlockBuffer(copying: bytes) }
        return try whole.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
    }

    // MARK: Uncompressed sound

    /// Writes as much of a packet of uncompressed sound as is wanted.
    private func writeSound(_ bytes: UnsafeRawBufferPointer, _ sample: IndexedSample, _ count: Int, of number: Int)
        throws
    {
        let (copied, facts) = (clip.copiedRuns[number], track(number).facts)
        let format = clip.tracks[copied.track].formats[format(sample, copied)]
        guard let basic = format.audioStreamBasicDescription, basic.mBytesPerFrame > 0, basic.mSampleRate >= 1 else {
            throw MediaProblem(code: .invalidSourceMedia, reason: "nothing says how long a frame of its sound is")
        }
        let (width, rate) = (Int(basic.mBytesPerFrame), facts.audio.map { Int($0.sampleRate) } ?? basic.wholeSampleRate)
        let stated = track(number).index.tick.sample(at: sample.presentationTicks, rate: rate)
        let start = clocks[number]?.next(stated, count: Int64(bytes.count / width)) ?? stated
        let held = start..<start.addingClamped(Int64(bytes.count / width))
        let kept = copied.frames.map { held.clamped(to: $0) } ?? held
        guard !kept.isEmpty else { return }
        let first = Int(kept.lowerBound - start) * width
        let slice = UnsafeRawBufferPointer(rebasing: bytes[first..<first + kept.count * width])
        // From the frame's own number: a clock of milliseconds would make gaps.
        let offset = CMTime(value: kept.lowerBound, timescale: CMTimeScale(rate)) + copied.shift
        let result = SinkSample(
            data: try CMBlockBuffer(copying: slice),
            count: kept.count,
            presentationTime: offset,
            decodeTime: offset,
            duration: CMTime(value: 1, timescale: CMTimeScale(rate)),
            format: self.format(sample, copied)
        )
        try sink.write(result, to: copied.track)
    }
}

extension CopySoundClock {
    /// The clock for a piece. At the beginning of a stream headers may say exactly how much comes before zero.
    fileprivate init(_ track: LoadedSource.Track, _ copied: CopiedRuns, _ ticks: CopyTicks, isRising: Bool) {
        self.init(tick: ticks.length(1), isRising: isRising)
        guard copied.samples.first?.lowerBound == 0, let priming = track.facts.audio?.priming,
            let rate = track.facts.audio?.sampleRate
        else { return }
        let before = CMTime(value: Int64(-priming), timescale: CMTimeScale(rate))
        let start = (track.origin + before + copied.shift).convertScale(ticks.timescale, method: .roundHalfAwayFromZero)
        expect(start.value)
    }
}

extension SinkSample {
    /// Cuts off what sticks out of a range; false where nothing is left.
    fileprivate mutating func limit(to range: CMTimeRange) -> Bool {
        let start = CMTimeMaximum(presentationTime, range.start)
        let end = CMTimeMinimum(presentationTime + duration, range.end)
        guard start < end || duration == .zero && range.containsTime(presentationTime) else { return false }
        (presentationTime, decodeTime) = (start, start)
        if duration > .zero { duration = end - start }
        return true
    }
}
