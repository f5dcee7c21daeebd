internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// A Matroska track whose samples are listed by its blocks: what FFmpeg's demuxer makes of each.
struct MatroskaListedTrack {
    /// What tells about a sample beside its block.
    private enum Kind {
        /// The block tells all: FFmpeg hands the sample out as it stands there.
        case plain
        /// The sample, of which a parser looks at the head. Pictures are decoded in the order in which they are shown.
        case parsed(SampleParser)
        /// The sample likewise, but pictures may be decoded in another order than they are shown.
        case reordered(SampleParser)
    }

    /// What FFmpeg hands out as it stands in the block, by Matroska's name of the codec.
    private static let plain: Set<String> = [
        "A_AAC", "S_TEXT/UTF8", "S_TEXT/ASS", "S_TEXT/SSA", "S_ASS", "S_SSA",
    ]
    private static let parsed: Set<String> = [
        "V_VP8", "V_VP9", "V_AV1", "A_AC3", "A_EAC3", "A_DTS", "A_FLAC", "A_OPUS", "A_VORBIS",
    ]
    private static let reordered: Set<String> = ["V_MPEG4/ISO/AVC", "V_MPEGH/ISO/HEVC"]

    let stream: Int
    private let kind: Kind
    private let isSound: Bool
    private let hasOnlyKeys: Bool
    private let sampleRate: Int
    private let timeBase: (numerator: Int64, denominator: Int64)
    /// Matroska's CodecDelay, in ticks of the file's clock.
    private let delay: Int64
    /// Matroska's DefaultDuration in nanoseconds (0 for none), and how many nanoseconds a tick has.
    private let defaultDuration: Int64
    private let scale: Int64
    /// Times of pictures that have not been decoded yet, in ascending order.
    private var waiting = [Int64](repeating: .min, count: Self.deepest + 1)
    /// How long FFmpeg says that samples last where nobody says it.
    private var silentDuration: Int64?
    private let isStoredPlain: Bool
    /// How long the heads of all blocks are, as long as they are alike and each has one frame.
    private var headLength: Int64?
    private var hasLikeHeads = true

    /// FFmpeg does not reorder more pictures.
    private static let deepest = 16

    /// nil for a track whose samples only FFmpeg's demuxer can list.
    init?(_ track: MatroskaTrack, _ facts: TrackFacts, _ stream: DemuxedStream, scale: Int64) {
        guard track.encodings.isEmpty, track.times.factor == 1, track.times.offset == 0, scale > 0,
            track.codecDelay >= 0, track.codecDelay < 1 << 40, track.defaultDuration ?? 0 < 1 << 40
        else { return nil }
        if Self.plain.contains(track.codecID) {
            kind = .plain
        } else if Self.parsed.contains(track.codecID), let parser = SampleParser(stream) {
            kind = .parsed(parser)
        } else if Self.reordered.contains(track.codecID), let parser = SampleParser(stream) {
            kind = .reordered(parser)
        } else {
            return nil
        }
        self.stream = stream.index
        isSound = facts.mediaType == .audio
        (hasOnlyKeys, sampleRate) = (stream.hasOnlyKeys, stream.sampleRate)
        let base = stream.timeBase
        timeBase = (Int64(base.numerator), Int64(base.denominator))
        delay = (track.codecDelay + scale / 2) / scale
        defaultDuration = track.defaultDuration ?? 0
        self.scale = scale
        if case .plain = StoredForm(facts, stream.codecPrivate) { isStoredPlain = true } else { isStoredPlain = false }
    }

    /// How far behind its position the bytes of every sample are; nil where only a demuxer knows.
    var payloadOffset: Int64? { isStoredPlain && hasLikeHeads ? headLength : nil }

    // MARK: Packets

    /// The packet that FFmpeg makes of a frame; nil where that is not certain. Its duration is below zero where nobody says it.
    mutating func packet(_ block: MatroskaBlock, _ number: Int, _ window: ByteWindow) throws -> ListedPacket? {
        let frame = block.frames[number]
        guard block.additions.isEmpty, !block.isInvisible, block.ticks >= 0, frame.count > 0,
            let hidden = hiddenFrames(block.discardPadding ?? 0), let lace = lace(number, of: block)
        else { return nil }
        noteHead(block)
        var packet = ListedPacket(
            stream: stream,
            position: block.offset,
            byteCount: Int(frame.count),
            decodeTicks: lace.start,
            presentationTicks: lace.start,
            durationTicks: lace.duration > 0 ? lace.duration : -1,
            marks: block.isKeyframe || hasOnlyKeys ? .sync : [],
            framesHiddenAtEnd: hidden
        )
        switch kind {
        case .plain: return packet
        case .parsed(let parser):
            guard let found = try look(parser, frame, block, &packet, window), parser.reorderingDepth == 0,
                !found.isBidirectional
            else { return nil }
            guard isSound else { return packet }
            guard found.frameCount > 0, parser.sampleRate > 0 else { return nil }
            packet.durationTicks =
                found.frameCount * timeBase.denominator / (timeBase.numerator * Int64(parser.sampleRate))
            return packet.durationTicks > 0 ? packet : nil
        case .reordered(let parser):
            guard let found = try look(parser, frame, block, &packet, window) else { return nil }
            if found.isBidirectional { parser.noteReordering() }
            guard parser.reorderingDepth <= Self.deepest else { return nil }
            packet.decodeTicks = decodeTicks(lace.start, depth: parser.reorderingDepth)
            return packet
        }
    }

    /// When a frame of a block is shown, and how long; nil where the block leaves that open.
    private func lace(_ number: Int, of block: MatroskaBlock) -> (start: Int64, duration: Int64)? {
        let count = Int64(block.frames.count)
        let stated = block.durationTicks ?? 0
        guard stated >= 0, stated < 1 << 40, block.ticks < 1 << 60 else { return nil }
        let whole = stated > 0 ? stated : defaultDuration * count / scale
        var start = block.ticks - delay
        for place in 0..<Int64(number) {
            let length = whole * (place + 1) / count - whole * place / count
            guard length > 0 else { return nil }
            start += length
        }
        return (start, whole * Int64(number + 1) / count - whole * Int64(number) / count)
    }

    /// How many frames of sound nanoseconds at the end of a block are; nil where that is no number of them.
    private func hiddenFrames(_ nanoseconds: Int64) -> Int? {
        guard nanoseconds > 0 else { return 0 }
        guard isSound, sampleRate > 0, nanoseconds < 1 << 40 else { return nil }
        return Int((nanoseconds * Int64(sampleRate) + 500_000_000) / 1_000_000_000)
    }

    private mutating func noteHead(_ block: MatroskaBlock) {
        guard block.frames.count == 1 else { return hasLikeHeads = false }
        let length = block.frames[0].offset - block.offset
        if headLength == nil { headLength = length }
        if headLength != length { hasLikeHeads = false }
    }

    /// What the sample itself says; nil where it cannot be read as one.
    private func look(
        _ parser: SampleParser,
        _ frame: ByteExtent,
        _ block: MatroskaBlock,
        _ packet: inout ListedPacket,
        _ window: ByteWindow
    ) throws -> SampleParser.Finding? {
        let found = try parser.next(
            byteCount: packet.byteCount,
            presentationTicks: packet.presentationTicks ?? 0,
            position: block.offset
        ) { try window.copy(from: frame.offset, to: $0) }
        guard let found, found.presentationTicks == packet.presentationTicks else { return nil }
        packet.marks = found.isKey ?? block.isKeyframe || hasOnlyKeys ? .sync : []
        return found
    }

    /// As FFmpeg finds decode times: the earliest of the times that wait, of which there are as many as are held back.
    private mutating func decodeTicks(_ shown: Int64, depth: Int) -> Int64? {
        waiting[0] = shown
        var place = 0
        while place < depth, waiting[place] > waiting[place + 1] {
            waiting.swapAt(place, place + 1)
            place += 1
        }
        return waiting[0] == .min ? nil : waiting[0]
    }

    // MARK: What FFmpeg says

    /// FFmpeg says the same of a packet. Times of decoding and durations count where they are settled.
    mutating func agrees(_ packet: ListedPacket, with other: ListedPacket, _ isSettled: Bool) -> Bool {
        var expected = packet
        if !isSettled {
            (expected.decodeTicks, expected.durationTicks) = (other.decodeTicks, other.durationTicks)
        } else if packet.durationTicks < 0 {
            silentDuration = silentDuration ?? other.durationTicks
            expected.durationTicks = silentDuration ?? 0
        }
        return expected == other
    }

    /// A packet behind those with a duration where nobody says it; nil where that cannot be known.
    func settled(_ packet: ListedPacket) -> ListedPacket? {
        guard packet.durationTicks < 0 else { return packet }
        // Of pictures it depends on more than one that was seen.
        guard let silentDuration, isSound else { return nil }
        var packet = packet
        packet.durationTicks = silentDuration
        return packet
    }
}
