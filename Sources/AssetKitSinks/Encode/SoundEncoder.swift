internal import AssetKitBase
package import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Encodes sound to samples as files hold them. Not Sendable: one stage owns it.
///
/// Any rate, channels and kind of samples come in, in the order of their times; gaps become silence. The first sample
/// begins ``priming`` frames before the input does; together the samples present exactly the input's frames, those at
/// the end that it did not have being told on the last one.
package final class SoundEncoder {
    package let encoding: SoundEncoding
    private let traits: SoundCodecTraits
    private let encoder: SampleEncoder?
    private let converter: SoundConverter
    private let shape: SoundShape
    /// How many frames the encoder wants at once.
    private let slotSize: Int
    private var times: SoundTimes
    /// How long packets of Vorbis are, which is in them: the encoder cuts the last one's length, but not the packet.
    private let vorbisLength: VorbisPacketLength?
    /// The frame that is being filled for the encoder, and how much of it is.
    private let slot = Frame()
    private var slotCount = 0
    private var slotTicks: Int64 = 0
    private var reader: PCMReader?
    /// The sample that came last: only the end shows whether it is the last one.
    private var held: SinkSample?
    private var hasEnded = false
    private let packet = Packet()

    /// Throws a ``MediaProblem`` where the encoder cannot do what is asked for. Live sound is not held up.
    package init(_ encoding: SoundEncoding, isLive: Bool = false) throws {
        try encoding.validate()
        self.encoding = encoding
        traits = encoding.codec.traits
        shape = encoding.encoderShape
        // Time without an end, to both sides.
        let always = CMTimeRange(start: CMTime(value: -1 << 40, timescale: 1), duration: .positiveInfinity)
        converter = SoundConverter(to: encoding.encoderInput, in: always, isLive: isLive)
        encoder = try Self.open(encoding)
        slotSize = max(encoder?.samplesPerFrame ?? 0, 0)
        times = SoundTimes(priming: encoder?.priming ?? 0)
        vorbisLength = encoding.codec == .vorbis ? VorbisPacketLength(codecPrivate: encoder?.header ?? []) : nil
    }

    /// The encoder beneath; nil where samples are not compressed.
    static func open(_ encoding: SoundEncoding) throws -> SampleEncoder? {
        let traits = encoding.codec.traits
        guard let encoder = traits.encoder else { return nil }
        do {
            return try SampleEncoder(encoder, sound: encoding.encoderShape, options: encoding.encoderOptions)
        } catch let error as FFmpegError {
            throw MediaProblem(
                code: error.cause == .noMemory ? .outOfMemory : .unsupportedOutputSettings,
                reason: "\(traits.name) cannot be encoded like this: \(error)"
            )
        }
    }

    /// Frames that the decoder makes before the first one of the input.
    package var priming: Int {
        // A decoder of Vorbis makes nothing of the first packet, whatever FFmpeg counts for it.
        encoding.codec == .vorbis ? 0 : encoder?.priming ?? 0
    }

    /// How many frames a sample has, but the last one perhaps; 0 where that varies.
    var samplesInPacket: Int { encoder == nil ? 1 : slotSize }

    /// What samples hold. Known from the start.
    package var format: CMFormatDescription {
        get throws {
            try EncodedSoundFormat(encoding: encoding, header: encoder?.header ?? [], framesPerPacket: slotSize)
                .description()
        }
    }

    /// Encodes decoded sound that lies at a place on the input's clock.
    func encode(_ sound: borrowing Frame, at place: SoundPlace, _ body: (SinkSample) throws -> Void) throws {
        precondition(!hasEnded, "sound came after the end")
        try converter.append(sound, at: place) { try take($0, body) }
    }

    /// Encodes a block of uncompressed sound.
    package func encode(_ block: SoundBlock, _ body: (SinkSample) throws -> Void) throws {
        let reader = try PCMReader(block.format)
        let frame = Frame()
        try block.data.withContiguousStorage { try reader.read($0, count: block.count, into: frame) }
        let place = SoundPlace(start: block.start, count: block.count, rate: block.format.rate)
        try encode(frame, at: place, body)
    }

    /// Encodes a sample buffer of uncompressed sound. Times that only miss the end of the sound before by their own
    /// rounding follow it.
    package func encode(_ buffer: CMSampleBuffer, _ body: (SinkSample) throws -> Void) throws {
        guard let format = buffer.formatDescription, let data = buffer.dataBuffer, buffer.numSamples > 0 else { return }
        if reader?.description != format { reader = try PCMReader(format) }
        guard let reader else { return }
        let frame = Frame()
        try data.withContiguousStorage { try reader.read($0, count: buffer.numSamples, into: frame) }
        let place = reader.place(of: buffer.presentationTimeStamp, count: buffer.numSamples)
        guard let place else {
            throw MediaProblem(code: .encodeFailed, reason: "a piece of sound has no time that can be counted")
        }
        try encode(frame, at: place, body)
    }

    /// Hands on everything that is still held. No sound may follow.
    package func finish(_ body: (SinkSample) throws -> Void) throws {
        guard !hasEnded else { return }
        try converter.finish { try take($0, body) }
        hasEnded = true
        guard times.given > 0 else { return }
        if let encoder { try drain(encoder, body) }
        guard encoder == nil || times.padding >= 0 else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "the encoder of \(traits.name) lost \(-times.padding) frames"
            )
        }
        guard var last = held else { return }
        held = nil
        if encoder != nil { last.trimmedFramesAtEnd = Int(times.padding) }
        try body(last)
    }

    // MARK: Into the encoder

    /// Takes a block in the encoder's own form. What is missing before it becomes silence; what came before is left out.
    private func take(_ block: SoundBlock, _ body: (SinkSample) throws -> Void) throws {
        times.begin(at: block.start)
        let end = times.end ?? block.start
        if block.start > end { try takeSilence(Int(clamping: block.start - end), body) }
        let skipped = Int(clamping: max(0, end - block.start))
        guard skipped < block.count else { return }
        try block.data.withContiguousStorage { bytes in
            let planeSize = block.format.bytesPerFrame * block.count
            try take(block.count - skipped, body) { slot, first, range in
                for plane in 0..<block.format.planeCount {
                    let size = block.format.bytesPerFrame
                    let start = plane * planeSize + (skipped + range.lowerBound) * size
                    let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + range.count * size)])
                    slot.fill(part, ofPlane: plane, from: first)
                }
            } plain: { range in
                let size = block.format.bytesPerFrame * block.format.planeCount
                guard range.count < block.count || skipped > 0 else { return block.data }
                guard block.format.planeCount == 1 else { return try block.planes(skipped..<block.count, of: bytes) }
                let from = (skipped + range.lowerBound) * size
                return try CMBlockBuffer(
                    copying: UnsafeRawBufferPointer(rebasing: bytes[from..<(from + range.count * size)])
                )
            }
        }
    }

    private func takeSilence(_ count: Int, _ body: (SinkSample) throws -> Void) throws {
        var rest = count
        while rest > 0 {
            // Silence is made a second at a time, so that a long gap takes little memory.
            let part = min(rest, encoding.codedRate)
            try take(part, body) { slot, first, range in
                slot.fillWithSilence(from: first)
            } plain: { range in
                try encoding.silence(range.count)
            }
            rest -= part
        }
    }

    /// Takes sound: `fill` writes a range of it into the encoder's frame from a place on, `plain` gives its bytes.
    private func take(
        _ count: Int,
        _ body: (SinkSample) throws -> Void,
        fill: (borrowing Frame, Int, Range<Int>) throws -> Void,
        plain: (Range<Int>) throws -> CMBlockBuffer
    ) throws {
        guard encoder != nil else {
            try handOn(plain(0..<count), count: count, body)
            return
        }
        var done = 0
        while done < count {
            if slot.isEmpty { slot.take(from: try Frame(shape, sampleCount: wantedSize)) }
            let part = min(count - done, wantedSize - slotCount)
            try fill(slot, slotCount, done..<(done + part))
            slotCount += part
            done += part
            times.add(part)
            if slotCount == wantedSize { try sendSlot(body) }
        }
    }

    /// Encoders that take any number get frames of a usual size.
    private var wantedSize: Int { slotSize > 0 ? slotSize : 4096 }

    private func sendSlot(_ body: (SinkSample) throws -> Void) throws {
        guard let encoder else { return }
        slot.setPresentationTicks(slotTicks)
        slotTicks += Int64(slotCount)
        slotCount = 0
        while try encoder.send(slot) == .again { try receive(encoder, body) }
        slot.clear()
        try receive(encoder, body)
    }

    /// Gives the encoder the rest, and takes everything out of it.
    private func drain(_ encoder: SampleEncoder, _ body: (SinkSample) throws -> Void) throws {
        if slotCount > 0 {
            if traits.endsShort {
                slot.shorten(to: slotCount)
            } else {
                slot.fillWithSilence(from: slotCount)
                slotCount = wantedSize
            }
            try sendSlot(body)
        }
        if !encoder.holdsBack {
            // It never gives what it delays unless more sound follows.
            while slotTicks < times.given + Int64(priming) {
                slot.take(from: try Frame(silence: shape, sampleCount: wantedSize))
                slotCount = wantedSize
                try sendSlot(body)
            }
        }
        try encoder.sendEnd()
        try receive(encoder, body)
    }

    // MARK: Out of the encoder

    private func receive(_ encoder: SampleEncoder, _ body: (SinkSample) throws -> Void) throws {
        while try encoder.receive(into: packet) == .done {
            guard packet.byteCount > 0 else { continue }
            let count = try framesOfPacket()
            guard let place = times.take(count) else { continue }
            let data = try packet.withBytes { try CMBlockBuffer(copying: $0) }
            try hold(sample(data, at: place.start, duration: count), body)
        }
    }

    private func framesOfPacket() throws -> Int {
        if let vorbisLength {
            let count = packet.withBytes { vorbisLength.frameCount($0) }
            guard let count else {
                throw MediaProblem(code: .encodeFailed, reason: "the encoder of Vorbis gave what is no packet")
            }
            // A decoder makes nothing of the first packet of Vorbis: the second one overlaps it.
            return held == nil ? 0 : count
        }
        guard traits.endsShort else { return wantedSize }
        return min(wantedSize, Int(clamping: -times.padding))
    }

    private func handOn(_ data: CMBlockBuffer, count: Int, _ body: (SinkSample) throws -> Void) throws {
        guard let start = times.end else { return }
        times.add(count)
        var sample = sample(data, at: start, duration: 1)
        sample.count = count
        try hold(sample, body)
    }

    private func sample(_ data: CMBlockBuffer, at start: Int64, duration: Int) -> SinkSample {
        let scale = CMTimeScale(clamping: encoding.codedRate)
        let time = CMTime(value: start, timescale: scale)
        var sample = SinkSample(
            data: data,
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: Int64(duration), timescale: scale)
        )
        sample.dependsOnOthers = false
        return sample
    }

    private func hold(_ sample: SinkSample, _ body: (SinkSample) throws -> Void) throws {
        if let held { try body(held) }
        held = sample
    }
}

extension SoundBlock {
    /// Some frames of a block whose channels lie one behind the other.
    fileprivate func planes(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) throws -> CMBlockBuffer {
        let size = format.bytesPerFrame
        var copy: [UInt8] = []
        for plane in 0..<format.planeCount {
            let base = plane * count * size
            copy += bytes[(base + range.lowerBound * size)..<(base + range.upperBound * size)]
        }
        return try copy.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
    }
}
