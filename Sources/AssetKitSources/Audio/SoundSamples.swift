internal import AssetKitBase
package import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import AssetKitTimePitch
package import CMTimeLib

/// The decoded sound of a track as sample buffers. Not Sendable: one thread owns it.
package final class SoundSamples {
    /// Makes blocks when their turn has come.
    typealias Maker = () throws -> any SoundBlocks

    private var makers: ArraySlice<Maker>
    private var current: (any SoundBlocks)?
    private var blocks: [SoundBlock] = []
    private var describer = SoundDescriber()

    /// `makers`: of the blocks, one behind the other.
    init(_ makers: [Maker]) { self.makers = makers[...] }

    convenience init(_ blocks: any SoundBlocks) { self.init([{ blocks }]) }

    /// The next samples; nil at the end.
    package func next() throws -> CMSampleBuffer? { try nextBlock().map { try describer.sampleBuffer($0) } }

    /// The next block; nil at the end.
    package func nextBlock() throws -> SoundBlock? {
        while blocks.isEmpty {
            if current == nil { current = try makers.popFirst()?() }
            guard let current else { return nil }
            if try !current.next({ blocks.append($0) }) { self.current = nil }
        }
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }
}

/// Makes sample buffers of blocks of sound, and keeps the description of their format.
package struct SoundDescriber {
    private var description: (format: LinearPCM.Resolved, value: CMFormatDescription)?

    package init(description: (format: LinearPCM.Resolved, value: CMFormatDescription)? = nil) {
        self.description = description
    }

    package mutating func sampleBuffer(_ block: SoundBlock) throws -> CMSampleBuffer {
        let format = description?.format == block.format ? description?.value : nil
        let value = format ?? block.format.formatDescription
        description = (block.format, value)
        return try CMSampleBuffer(
            dataBuffer: block.data,
            formatDescription: value,
            numSamples: block.count,
            presentationTimeStamp: CMTime(value: block.start, timescale: CMTimeScale(block.format.rate)),
            packetDescriptions: []
        )
    }
}

extension SoundSamples: SoundBlocks {
    func next(_ body: (SoundBlock) throws -> Void) throws -> Bool {
        guard let block = try nextBlock() else { return false }
        try body(block)
        return true
    }
}

extension TrackSource {
    /// An edit plays faster or slower within a range. Containers without tables have none.
    package func isScaled(in range: CMTimeRange) -> Bool {
        if let mixed { return mixed.inputs.contains { $0.source.isScaled(in: range) } }
        return edited(in: range).contains { $0.isScaled }
    }

    /// An edit plays so fast or so slowly within a range that nothing is heard. `algorithm`: what makes sound longer or shorter,
    /// but for the tracks of a mix that name one of their own.
    package func isSilenced(in range: CMTimeRange, by algorithm: AVAudioTimePitchAlgorithm) -> Bool {
        if let mixed {
            return mixed.inputs.contains { $0.source.isSilenced(in: range, by: $0.algorithm ?? algorithm) }
        }
        // A resampler takes a file's own edits at any speed.
        guard composed != nil || algorithm != .varispeed else { return false }
        return edited(in: range).contains { stretch in
            stretch.speed.map { !TimeStretchers.isHeard(algorithm, $0) } ?? false
        }
    }

    private func edited(in range: CMTimeRange) -> [MediaStretch] {
        sources(in: range).flatMap { part in
            part.isComposed || part.source.index != nil ? part.stretches(origin: .zero) : []
        }
    }
}

extension MediaStretch {
    /// How fast the edit plays; nil for one picture that is held, and for edits without an end.
    fileprivate var speed: Speed? { isHeld ? nil : Speed(edit.source.duration, in: edit.target.duration) }

    fileprivate var isScaled: Bool { speed.map { $0 != .normal } ?? false }

    /// The same, and so much before and behind it.
    fileprivate func widened(by margin: CMTime) -> MediaStretch {
        MediaStretch(edit: edit, target: CMTimeRange(start: target.start - margin, end: target.end + margin))
    }
}

extension ReadingSession {
    /// Where a filter changes the rate, it looks this far around.
    private static let margin = CMTime(value: 1, timescale: 100)

    /// The sound of a track over a range, in a format. `algorithm`: how it is made longer or shorter where edits play it slower
    /// or faster.
    package func sound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm = .varispeed,
        _ sharing: Bool
    ) throws -> SoundSamples {
        if let mixed = track.mixed {
            return try mix(of: mixed, track.facts, as: wish, in: range, by: algorithm, sharing)
        }
        guard track.composed == nil else { return try composedSound(of: track, as: wish, in: range, by: algorithm) }
        // A resampler does that by itself.
        if algorithm != .varispeed, track.isScaled(in: range) {
            return try scaledSound(of: track, as: wish, in: range, by: algorithm)
        }
        let (reader, origin) = try reader(of: track, decoding: true, sharing)
        let margin = Self.margin
        let wide = CMTimeRange(start: CMTimeMaximum(range.start - margin, .zero), end: range.end + margin)
        let decoder = try SoundTrackDecoder(reader, track, flag: flag)
        let stream = SoundStream(
            decoder,
            track.stretches(in: wide, origin: origin),
            startsAtBeginning: wide.start == .zero && track.index == nil
        )
        return SoundSamples(DecodedBlocks(stream, SoundConverter(to: wish, in: range)))
    }

    /// The sum of several tracks. What is not asked for is as the first one has it.
    private func mix(
        of mixed: MixedTrack,
        _ facts: TrackFacts,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm,
        _ sharing: Bool
    ) throws -> SoundSamples {
        let rate = wish.sampleRate ?? facts.audio.flatMap { Int(exactly: $0.sampleRate.rounded()) } ?? 0
        let channels = wish.channels ?? SoundChannels(usualFor: max(1, facts.audio?.channelCount ?? 2))
        guard rate > 0 else { throw MediaProblem(code: .decodeFailed, reason: "its sound has no sample rate") }
        let floats = LinearPCM(sampleRate: rate, channels: channels, depth: .float32)
        let wide = mixed.range(readFor: range, rate: rate)
        func tapped(_ samples: SoundSamples, _ gain: GainEnvelope, _ taps: [SoundTap]) throws -> SoundMixer.Input {
            guard !taps.isEmpty else { return SoundMixer.Input(gain: gain) { try samples.nextBlock() } }
            let format = floats.resolved(rate: rate, channels: channels)
            let first = wide.start.firstSample(rate: rate)
            let sound = try TappedSound(taps, gain: gain, format: format, from: first) { try samples.nextBlock() }
            return SoundMixer.Input(gain: GainEnvelope()) { try sound.next() }
        }
        let inputs = try mixed.inputs.map { input in
            let samples = try sound(of: input.source, as: floats, in: wide, by: input.algorithm ?? algorithm, sharing)
            return try tapped(samples, input.gain, input.taps)
        }
        guard !mixed.taps.isEmpty else {
            return SoundSamples(
                SoundMixer(inputs, gain: mixed.gain, rate: rate, channels: channels, to: wish, in: range)
            )
        }
        let sum = SoundMixer(inputs, gain: GainEnvelope(), rate: rate, channels: channels, to: floats, in: wide)
        let whole = try tapped(SoundSamples(sum), mixed.gain, mixed.taps)
        return SoundSamples(
            SoundMixer([whole], gain: GainEnvelope(), rate: rate, channels: channels, to: wish, in: range)
        )
    }

    /// Edit by edit, each with a reader of its own when its turn has come.
    private func scaledSound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm
    ) throws -> SoundSamples {
        try TimeStretchers.check(algorithm)
        return SoundSamples(
            track.stretches(in: range, origin: .zero).map { stretch -> SoundSamples.Maker in
                let wanted = range.intersection(stretch.edit.target)
                return { [self] in try blocks(of: track, stretch, as: wish, in: wanted, by: algorithm) }
            }
        )
    }

    /// Stretch by stretch of a composition: each at the same rate and with the same channels, and with its own neighbours
    /// in its file for what a filter looks at.
    private func composedSound(
        of track: TrackSource,
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm
    ) throws -> SoundSamples {
        try TimeStretchers.check(algorithm)
        var wish = wish
        let facts = track.facts.audio
        wish.sampleRate = wish.sampleRate ?? facts.flatMap { Int(exactly: $0.sampleRate.rounded()) }
        wish.channels = wish.channels ?? facts.map { SoundChannels(usualFor: max(1, $0.channelCount)) }
        let format = wish
        return SoundSamples(
            track.stretchesBySource(in: range).map { part -> SoundSamples.Maker in
                { [self] in
                    try MediaProblem.naming(part.name) {
                        NamedBlocks(part.name, try sound(of: part, as: format, by: algorithm))
                    }
                }
            }
        )
    }

    private func sound(
        of part: SourceRange,
        as wish: LinearPCM,
        by algorithm: AVAudioTimePitchAlgorithm
    ) throws -> SoundSamples {
        let origin = try origin(of: part.source)
        return SoundSamples(
            part.stretches(origin: origin).map { stretch -> SoundSamples.Maker in
                let wide = stretch.isScaled ? stretch : stretch.widened(by: Self.margin)
                return { [self] in
                    try self.blocks(of: part.source, wide, as: wish, in: stretch.target, by: algorithm)
                }
            }
        )
    }

    /// What a stretch of a file's track sounds like within a range. A held moment makes no sound.
    private func blocks(
        of track: TrackSource,
        _ stretch: MediaStretch,
        as wish: LinearPCM,
        in wanted: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm
    ) throws -> any SoundBlocks {
        guard let speed = stretch.speed, speed != .normal else {
            return try decoded(track, stretch, as: wish, in: wanted)
        }
        var floats = wish
        (floats.depth, floats.isBigEndian, floats.isInterleaved) = (.float32, false, false)
        let whole = CMTimeRange(start: .zero, duration: stretch.edit.source.duration)
        let own = MediaStretch(edit: CMTimeMapping(source: stretch.edit.source, target: whole), target: whole)
        return ScaledBlocks(
            SoundSamples(try decoded(track, own, as: floats, in: whole)),
            at: speed,
            by: algorithm,
            to: wish,
            at: stretch.edit.target,
            in: wanted
        )
    }

    private func decoded(
        _ track: TrackSource,
        _ stretch: MediaStretch,
        as wish: LinearPCM,
        in range: CMTimeRange
    ) throws -> any SoundBlocks {
        let (reader, _) = try reader(of: track, decoding: true, false)
        let decoder = try SoundTrackDecoder(reader, track, flag: flag)
        let stream = SoundStream(decoder, [stretch], startsAtBeginning: false)
        return DecodedBlocks(stream, SoundConverter(to: wish, in: range))
    }
}
