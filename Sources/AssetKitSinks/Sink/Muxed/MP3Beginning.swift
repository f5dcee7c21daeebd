internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib

/// Begins an MP3 file in the middle of other sound: exactly there, whatever the first frames need of those before them.
///
/// A frame may take bits out of those before it, up to 511 bytes, and its sound overlaps that of one frame before. But the
/// file can say of no more than 4,624 samples that they are not to be heard, and of no fewer than 529. So of the frames
/// before the first one that is heard only the last ones are stored, and a silent frame before them that has the bytes of
/// all others. A plain value.
struct MP3Beginning {
    /// Frames before zero that may be stored.
    private static let hideable = Int64(MP3Gapless.decoderDelay)...Int64(MP3Gapless.decoderDelay + 4095)

    /// How many samples before the first one that is heard have to come out right: a granule that overlaps it, and what
    /// the filters behind that remember of the granule before.
    private static let neededLead: Int64 = 1152

    private let rate: Int32
    private let frameLength: Int64
    /// The samples are not those of one whole stream: see ``SinkTrack/isCut``.
    private let isCut: Bool
    private var held: [SinkSample] = []
    private var hasBegun = false

    init(_ track: SinkTrack, _ format: SinkFormat) {
        rate = Int32(clamping: max(1, format.sampleRate))
        frameLength = format.sampleRate >= 32_000 ? 1152 : 576
        isCut = track.isCut
    }

    /// The samples that are to be stored, now that this one has come: none as long as the first one that is heard has
    /// not come.
    mutating func samples(_ sample: SinkSample) throws -> [SinkSample] {
        guard !hasBegun else { return [sample] }
        let start = SinkTimes.ticks(sample.presentationTime, rate)
        guard start + frameLength + Self.neededLead > 0 else {
            held.append(sample)
            return []
        }
        hasBegun = true
        defer { held = [] }
        let priming = -SinkTimes.ticks((held.first ?? sample).presentationTime, rate)
        let isLoose = held.isEmpty && !isCut
        guard !isLoose, !Self.hideable.contains(priming) else { return held + [sample] }
        let head = try sample.data.withBytes { MPEGAudioHead(Array($0.prefix(4))) }
        guard let head, head.layer == 3, let filler = try filler(like: sample, head, at: start) else {
            return held + [sample]
        }
        return [filler, sample]
    }

    /// The samples that still wait, where none comes any more.
    mutating func finish() -> [SinkSample] {
        defer { (held, hasBegun) = ([], true) }
        return held
    }

    /// The silent frame; nil for sound that has no frames large enough.
    private func filler(like sample: SinkSample, _ head: MPEGAudioHead, at start: Int64) throws -> SinkSample? {
        var reservoir: [UInt8] = []
        for sample in held {
            try sample.data.withBytes { bytes in
                guard let own = MPEGAudioHead(Array(bytes.prefix(4))), own.layer == 3 else { return }
                reservoir += bytes.dropFirst(own.sideEnd)
            }
        }
        let kept = Array(reservoir.suffix(head.version == .one ? 511 : 255))
        let first = try sample.data.withBytes { Array($0.prefix(4)) }
        guard let frame = MP3SilentFrame(like: first, carrying: kept) else { return nil }
        var result = sample
        result.data = try frame.bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        result.presentationTime = CMTime(value: start - frameLength, timescale: rate)
        result.decodeTime = result.presentationTime
        result.duration = CMTime(value: frameLength, timescale: rate)
        result.trimmedFramesAtEnd = 0
        return result
    }
}

/// A frame of layer III that is silent, and whose bits are there for the frames behind it (ISO/IEC 11172-3, 2.4).
struct MP3SilentFrame {
    let bytes: [UInt8]

    /// A frame of the same stream as one that begins with `head`; nil where none is large enough.
    init?(like head: [UInt8], carrying content: [UInt8]) {
        guard head.count >= 4, let model = MPEGAudioHead(head), model.layer == 3 else { return nil }
        // Its own rate, or the first one that has the room. Without a checksum and without padding.
        let own = head[2] >> 4
        for rate in [own] + (1...14) where rate > 0 {
            let start = [head[0], head[1] | 1, head[2] & 0x0D | rate << 4, head[3]]
            guard let frame = MPEGAudioHead(start), frame.byteCount >= frame.sideEnd + content.count else { continue }
            // Side information of zeros: no granule has any bits, and nothing is taken from frames before.
            let silence = [UInt8](repeating: 0, count: frame.byteCount - start.count - content.count)
            bytes = start + silence + content
            return
        }
        return nil
    }
}
