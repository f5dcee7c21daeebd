internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Decodes the sound of a track in order, and says of all that comes out which samples of the media it is.
///
/// Samples are counted on the media's clock: the one at time t has the number t times the rate. Where the container's
/// clock is too coarse to tell samples apart, as Matroska's milliseconds are, counting goes on from packet to packet,
/// and only a true gap makes it jump. Not Sendable: one stage owns it.
final class SoundTrackDecoder {
    /// Where decoded sound lies on the media's clock.
    struct Place {
        var start: Int64
        var count: Int
        var rate: Int

        var end: Int64 { start.addingClamped(Int64(count)) }
    }

    private let reader: any SampleReading
    private let decoding: DecodingLoop
    private let preroll: SoundPreroll
    /// What clocks of containers and of encoders are off by, in milliseconds.
    private let clockError: Int64
    /// Where the next sample is expected, at a rate.
    private var expected: (sample: Int64, rate: Int)?
    /// When the first packet ends, of a codec whose first packet makes no sound: that of the second one begins then. FFmpeg
    /// makes the second one's own time up where it ends the first page of Ogg, and is wrong where blocks of two lengths
    /// meet.
    private var firstPacketEnd: Int64?
    /// When the first packet begins, where that one takes no time.
    private var silentTicks: Int64?
    private let isVorbis: Bool
    /// When the first packet begins, where a clock that is coarser than samples says when all others do; nil elsewhere.
    private let beginning: CMTime?
    /// How long packets are, or what all their lengths are multiples of; 0 where nothing says it.
    private let packetLength: Int
    /// The decoder leaves out the beginning of what it decodes first, wherever that is.
    private let hidesBeginning: Bool
    /// What is added to the container's clock, after it has started again.
    private var clockShift: Int64 = 0

    init(_ reader: any SampleReading, _ track: TrackSource, flag: CancellationFlag) throws {
        var options = SampleDecoder.Options()
        // Sound codecs gain nothing from threads, and a range would wait for all of them.
        options.threadCount = 1
        // Containers with edits tell themselves what is to be heard.
        options.keepsSkippedSamples = track.index != nil
        self.reader = reader
        let audio = track.facts.audio
        // A packet of Opus lasts for a multiple of 2.5 ms, at 48 kHz.
        let isOpus = reader.parameters.traits.codec == .opus
        (beginning, packetLength) = (track.soundBeginning, isOpus ? 120 : audio?.framesPerPacket ?? 0)
        hidesBeginning = packetLength > 0 && audio?.priming ?? 0 > 0
        decoding = try DecodingLoop(reader, options: options, flag: flag)
        preroll = SoundPreroll(reader.parameters.traits)
        // Pages of Ogg tell the time of their last packet only, and FFmpeg counts back over blocks of two lengths.
        isVorbis = reader.parameters.traits.codec == .vorbis
        clockError = isVorbis ? 100 : 4
        if preroll.isPlain { try reader.allowLargePackets() }
    }

    /// Goes to a place from where the sound at `time` comes out right.
    func seek(to time: CMTime) throws {
        decoding.restart()
        (expected, clockShift, firstPacketEnd, silentTicks) = (nil, 0, nil, nil)
        // The very last packet is shorter than those that tell where it begins.
        let early = beginning != nil && preroll.isPlain ? CMTime(value: 1, timescale: 10) : .zero
        try preroll.seek(reader, to: time - early)
    }

    /// Fills the slot with the next sound and says where it lies; nil at the end of the track.
    func next(into frame: borrowing Frame) throws -> Place? {
        while try decoding.next(into: frame, wants) {
            if let place = place(of: frame) { return place }
        }
        return nil
    }

    /// Every packet is wanted; the first one is looked at.
    private func wants(_ packet: borrowing Packet) -> Bool {
        guard isVorbis, expected == nil, firstPacketEnd == nil, let ticks = packet.presentationTicks else {
            return true
        }
        let duration = packet.durationTicks
        if duration <= 0 {
            silentTicks = ticks
        } else {
            firstPacketEnd = silentTicks == ticks ? ticks : ticks.addingClamped(duration)
        }
        return true
    }

    /// nil for an empty frame, and for one whose rate or channels make no sense.
    private func place(of frame: borrowing Frame) -> Place? {
        let (count, rate) = (frame.sampleCount, frame.soundShape.sampleRate)
        guard count > 0, rate > 0, frame.soundShape.isSensible else { return nil }
        // A clock that is coarser than samples says it no better.
        let isExact = reader.tick.numerator == 1 && Int(reader.tick.denominator) == rate
        let begin = expected == nil && isExact ? firstPacketEnd ?? frame.presentationTicks : frame.presentationTicks
        let stated = begin.map { reader.tick.sample(at: $0, rate: rate).addingClamped(clockShift) }
        let start = start(stated.map { settled($0, count, rate) }, rate)
        expected = (start.addingClamped(Int64(count)), rate)
        return Place(start: start, count: count, rate: rate)
    }

    /// Where the first sound behind a jump begins, of which a coarse clock says that it begins then: packets of one length begin
    /// and end at multiples of that behind the first one. Where they are not, this is as good as what the clock says.
    private func settled(_ stated: Int64, _ count: Int, _ rate: Int) -> Int64 {
        let isWhole = preroll.isPlain || packetLength > 0 && count % packetLength == 0
        // A packet of which the end is hidden tells nothing.
        guard expected == nil, isWhole || hidesBeginning, !isVorbis, let beginning else { return stated }
        let first = beginning.nearestSample(rate: rate)
        let length = Int64(preroll.isPlain ? count : packetLength)
        // One whose beginning is left out ends where it would.
        let kept = isWhole ? 0 : Int64(count)
        let ahead = stated.addingClamped(kept).subtractingClamped(first)
        guard ahead >= 0, ahead < 1 << 60 else { return stated }
        let place = first + (ahead + length / 2) / length * length - kept
        return abs(place - stated) <= reader.tick.sample(at: 1, rate: rate) ? place : stated
    }

    private func start(_ stated: Int64?, _ rate: Int) -> Int64 {
        guard let expected else { return stated ?? 0 }
        let counted = expected.rate == rate ? expected.sample : expected.sample / Int64(expected.rate) * Int64(rate)
        guard let stated else { return counted }
        let ahead = stated.subtractingClamped(counted)
        let tolerance = max(2 * reader.tick.sample(at: 1, rate: rate), Int64(rate) * clockError / 1000)
        if ahead > tolerance { return stated }
        // A clock that goes back has started again: the sound goes on.
        if ahead < -tolerance { clockShift = clockShift.subtractingClamped(ahead) }
        return counted
    }
}

extension TrackSource {
    /// When the first packet of sound begins, of those whose times are rounded to Matroska's milliseconds; nil for others. What
    /// comes before the sound that is heard is counted too.
    fileprivate var soundBeginning: CMTime? {
        guard index == nil, containerTraits.container == .matroska, let audio = facts.audio, audio.sampleRate >= 1,
            audio.sampleRate < 1e9, let first = facts.segments.first?.source.start, first.isNumeric
        else { return nil }
        return first - CMTime(value: Int64(audio.priming ?? 0), timescale: CMTimeScale(audio.sampleRate))
    }
}

extension TickLength {
    /// The sample, at a rate, that is heard at a time; rounded to the nearest.
    package func sample(at ticks: Int64, rate: Int) -> Int64 {
        // Long division takes long, and most containers count in samples.
        if numerator == 1, Int(denominator) == rate { return ticks }
        let numerator = Int128(ticks) * Int128(numerator) * Int128(rate)
        return Int64(clamping: (numerator * 2 + Int128(denominator)).floorDivided(by: Int128(denominator) * 2))
    }
}
