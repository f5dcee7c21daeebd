internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Decodes sample buffers of sound for a target. One worker owns it.
final class SampleSound: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    let rate: Int
    let channelCount: Int
    private let converter: SoundConverter
    private var decoder: (format: CMFormatDescription, value: SampleDecoder)?
    private var hasWholePackets = false
    private var number: Int64 = 0
    /// When the sample begins that was sent last, and what of its buffer is presented.
    private var sent: [Int64: (start: CMTime, duration: CMTime, presented: CMTimeRange?)] = [:]
    /// Where the next sound is expected, at a rate.
    private var expected: (sample: Int64, rate: Int)?
    /// The rate of what is decoded.
    private var sourceRate = 0
    private let packet = Packet()
    private let frame = Frame()
    private let cut = Frame()
    /// Something was converted and has not come out yet.
    private(set) var isHolding = false

    init(rate: Int, channelCount: Int) {
        (self.rate, self.channelCount) = (rate, channelCount)
        let channels = SoundChannels(usualFor: channelCount)
        let wish = LinearPCM(sampleRate: rate, channels: channels, depth: .float32, isInterleaved: false)
        // From before all time until after it.
        let ages: Int64 = 1 << 40
        let always = CMTimeRange(
            start: CMTime(value: -ages, timescale: 1),
            duration: CMTime(value: 2 * ages, timescale: 1)
        )
        converter = SoundConverter(to: wish, in: always)
    }

    /// What is held back may be taken at any time, and what follows is the same as though it had not been.
    var isExact: Bool { sourceRate == rate }

    /// The sound of a buffer, as far as it is complete.
    func decode(_ buffer: CMSampleBuffer) throws -> [SoundBlock] {
        var blocks: [SoundBlock] = []
        guard buffer.numSamples > 0 else { return blocks }
        let samples = try BufferSamples(buffer)
        let decoder = try decoder(for: samples)
        let presented = presented(of: buffer)
        var offset = 0
        for index in 0..<samples.count {
            number += 1
            try samples.fill(packet, index, offset: &offset, number: number)
            sent = sent.filter { $0.key > number - 64 }
            let timing = try samples.timing(index)
            sent[number] = (timing.presentationTimeStamp, timing.duration, presented)
            while try decoder.send(packet) == .again { try receive(decoder, &blocks) }
            try receive(decoder, &blocks)
        }
        return blocks
    }

    /// What is held back. Sound that follows at the same rate goes on as though nothing had been taken.
    func finish() throws -> [SoundBlock] {
        var blocks: [SoundBlock] = []
        try converter.finish { blocks.append($0) }
        isHolding = false
        return blocks
    }

    private func decoder(for samples: BufferSamples) throws -> SampleDecoder {
        if let decoder, decoder.format === samples.format || decoder.format == samples.format {
            if samples.buffer.resetsDecoder {
                decoder.value.flush()
                (sent, expected) = ([:], nil)
            }
            return decoder.value
        }
        var options = SampleDecoder.Options()
        // Sound codecs gain nothing from threads.
        options.threadCount = 1
        options.keepsSkippedSamples = true
        let parameters = try CodecParameters(decoding: samples.format)
        let fresh = try SampleDecoder(parameters, options: options)
        hasWholePackets = parameters.traits.habits.contains(.hasWholePackets)
        decoder = (samples.format, fresh)
        (sent, expected) = ([:], nil)
        return fresh
    }

    /// Without what encoders have added at the ends.
    private func presented(of buffer: CMSampleBuffer) -> CMTimeRange? {
        let (first, last) = (
            buffer.trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart),
            buffer.trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        )
        guard first > .zero || last > .zero, buffer.duration.isNumeric else { return nil }
        let start = buffer.presentationTimeStamp
        return CMTimeRange(start: start + first, end: CMTimeMaximum(start + buffer.duration - last, start + first))
    }

    private func receive(_ decoder: SampleDecoder, _ blocks: inout [SoundBlock]) throws {
        while try decoder.receive(into: frame) == .done {
            let (count, rate) = (frame.sampleCount, frame.soundShape.sampleRate)
            guard count > 0, rate > 0, frame.soundShape.isSensible else { continue }
            sourceRate = rate
            let origin = frame.packetPresentationTicks.flatMap { sent[$0] }
            let start = start(of: origin?.start, rate)
            if let number = frame.packetPresentationTicks { sent[number]?.start = .invalid }
            expected = (start.addingClamped(Int64(count)), rate)
            var wanted = 0..<count
            if let presented = origin?.presented {
                let first = presented.start.nearestSample(rate: rate) - start
                let last = presented.end.nearestSample(rate: rate) - start
                let lower = Int(min(max(first, 0), Int64(count)))
                wanted = lower..<max(lower, Int(min(max(last, 0), Int64(count))))
            }
            if let origin { wanted = wanted.clamped(to: 0..<length(of: origin.duration, rate, count)) }
            guard !wanted.isEmpty else { continue }
            try cut.share(frame, samples: wanted)
            let place = SoundPlace(start: start + Int64(wanted.lowerBound), count: wanted.count, rate: rate)
            isHolding = true
            try converter.append(cut, at: place) { blocks.append($0) }
        }
    }

    /// The last packet of a codec whose packets are all alike may say that it is shorter. Durations whose scale is coarser than
    /// samples do not say so.
    private func length(of duration: CMTime, _ rate: Int, _ count: Int) -> Int {
        guard hasWholePackets, duration.isNumeric, duration > .zero, duration.timescale > 0,
            Int(duration.timescale) % rate == 0
        else { return count }
        return min(Int(clamping: duration.nearestSample(rate: rate)), count)
    }

    /// Times whose scale is coarser than samples say it no better than counting does.
    private func start(of time: CMTime?, _ rate: Int) -> Int64 {
        let next = expected.flatMap { $0.rate == rate ? $0.sample : nil }
        guard let time, time.isNumeric, time.timescale > 0 else { return next ?? 0 }
        let stated = time.nearestSample(rate: rate)
        let slack = Int64(rate / Int(time.timescale)) + 1
        guard let next, abs(stated.subtractingClamped(next)) <= slack else { return stated }
        return next
    }
}
