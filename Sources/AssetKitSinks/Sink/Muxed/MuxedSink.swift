internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes files through FFmpeg's muxers: transport streams, and sound files of one track.
///
/// What comes before zero is left out to the sample where sound is uncompressed, and hidden to the sample where the file
/// can say so (Opus, Vorbis, MP3). Of other sound whole packets are left out, so that less than one packet remains.
final class MuxedSink: MediaSink {
    let plan: SinkPlan
    let title: String
    private let bytes: any ByteSink
    /// What the muxer writes goes through this where the header is ours.
    private let headered: HeaderedBytes?
    private let tags: SinkTags
    private var pages = OggRenumbering(by: 0)
    private let muxer: Muxer
    private let formats: [SinkFormat]
    private let packet = Packet()
    /// Where sound goes in a file without times; nil for a transport stream.
    private var untimed: UntimedSound?
    private var stamped: [TransportSamples] = []
    private var streams: [Int] = []
    private var hasHeader = false
    private var vorbis: VorbisPaging?
    private var beginning: MP3Beginning?
    private var streamInfo: FLACStreamInfoPatch?
    /// What makes the file last as it grows; nil where it appears when it is complete.
    private var growth: SoundGrowth?
    private var growing: GrowingHeader?

    /// `format` is FFmpeg's short name of the container.
    init(_ plan: SinkPlan, format name: String, into bytes: any ByteSink) throws {
        self.plan = plan
        self.bytes = bytes
        title = ContainerRules.rules(of: plan.fileType)?.title ?? "the file"
        guard !plan.tracks.isEmpty else { throw MediaSinks.refusal("\(title) needs a track") }
        formats = try plan.tracks.map { track in
            guard let first = track.formats.first, let format = SinkFormat(first) else {
                throw MediaSinks.refusal("the track has no description that fits into a file of this type")
            }
            return format
        }
        for track in plan.tracks where track.formats.count > 1 {
            let kinds = track.formats.map { SinkFormat($0).map { [Array($0.codec.rawValue.utf8), $0.codecPrivate] } }
            guard kinds.allSatisfy({ $0 == kinds[0] }) else {
                throw MediaSinks.refusal("the samples of a track of \(title) have one description; encode them anew")
            }
        }
        tags = try SinkTags(plan.metadata)
        headered = [.mp3, .akFLAC, .akOgg].contains(plan.fileType) ? HeaderedBytes(bytes) : nil
        muxer = try Muxer(name, into: headered ?? bytes)
        growth = SoundGrowth(plan.layout, sampleRate: formats[0].sampleRate)
        if plan.fileType == .akMPEGTransportStream {
            stamped = zip(plan.tracks, formats).map { TransportSamples($0, $1) }
        } else {
            untimed = UntimedSound(plan.tracks[0], formats[0], in: title, canHidePriming: canHidePriming)
            if formats[0].codec == .vorbis {
                vorbis = VorbisPaging(formats[0], isCut: plan.tracks[0].isCut)
            }
            if plan.fileType == .mp3 { beginning = MP3Beginning(plan.tracks[0], formats[0]) }
            if plan.fileType == .akFLAC {
                streamInfo = FLACStreamInfoPatch(formats[0].codecPrivate, isCut: plan.tracks[0].isCut)
            }
        }
    }

    private var canHidePriming: Bool {
        plan.fileType == .mp3 || plan.fileType == .akOgg && [.opus, .vorbis].contains(formats[0].codec)
    }

    // MARK: Samples

    func write(_ sample: SinkSample, to track: Int) throws {
        if untimed == nil { return try writeStamped(sample, to: track) }
        for sample in try beginning?.samples(sample) ?? [sample] { try writeFed(sample) }
        if growth?.isDue ?? false { try grow() }
    }

    /// Makes what has come so far last, and the header tell of it.
    private func grow() throws {
        growth?.wasMade()
        try muxer.flushBytes()
        growing = try growing ?? GrowingHeader(bytes)
        try growing?.update(bytes)
        try bytes.synchronize()
    }

    private func writeFed(_ sample: SinkSample) throws {
        let format = formats[0]
        let frames = try sample.data.withBytes { data in
            vorbis?.frameCount(data, sample) ?? SinkTimes.frameCount(data, of: format)
                ?? Int(SinkTimes.ticks(sample.duration, Int32(clamping: max(1, format.sampleRate))))
        }
        guard let placement = try untimed?.placement(sample, frames: frames) else { return }
        try begin()
        growth?.add(placement.frameCount + placement.silenceCount)
        if placement.silenceCount > 0 { try writeSilence(placement.silenceCount, before: placement.position) }
        try sample.data.withBytes { data in
            let part = UnsafeRawBufferPointer(rebasing: data[placement.range])
            if let frame = try streamInfo?.numbered(part, frameCount: placement.frameCount) {
                return try frame.withUnsafeBytes { try put($0, placement, of: frames, sample) }
            }
            try put(part, placement, of: frames, sample)
        }
    }

    private func put(
        _ part: UnsafeRawBufferPointer,
        _ placement: UntimedSound.Placement,
        of frames: Int,
        _ sample: SinkSample
    ) throws {
        streamInfo?.add(part, frameCount: placement.frameCount)
        let trimmed = formats[0].isLinear ? 0 : SinkTimes.trimmedFrames(sample, of: frames, formats[0])
        try put(part, at: placement.position, frames: placement.frameCount, trimmed: trimmed)
        let priming = untimed?.priming ?? 0
        if try vorbis?.endsPage(placement, trimmed: trimmed, priming: priming) ?? false { try muxer.flush() }
    }

    private func put(_ data: UnsafeRawBufferPointer, at position: Int64, frames: Int, trimmed: Int) throws {
        let base = muxer.timeBase(of: streams[0])
        let rate = Int32(clamping: max(1, formats[0].sampleRate))
        func ticks(_ frames: Int64) -> Int64 {
            let time = CMTime(value: frames, timescale: rate)
            return SinkTimes.ticks(time, base.denominator) / Int64(max(1, base.numerator))
        }
        // An Ogg page says when its last packet ends, and that is how the end is trimmed.
        let isOgg = plan.fileType == .akOgg
        let end = position + Int64(frames - (isOgg ? trimmed : 0))
        let label = PacketLabel(
            presentationTicks: ticks(position),
            decodeTicks: ticks(position),
            durationTicks: ticks(end) - ticks(position),
            isKey: true
        )
        try packet.fill(byteCount: data.count, label) { $0.copyMemory(from: data) }
        if plan.fileType == .mp3 { try packet.attach(skippedAtStart: untimed?.priming ?? 0, atEnd: trimmed) }
        try muxer.write(packet, to: streams[0])
    }

    private func writeSilence(_ count: Int, before position: Int64) throws {
        let frameBytes = Int(formats[0].basic?.mBytesPerFrame ?? 1)
        // Samples without a sign have silence in the middle, and so do the two laws of telephony.
        let silence: [MediaCodec: UInt8] = [.pcmU8: 0x80, .muLaw: 0xFF, .aLaw: 0xD5]
        let value = silence[formats[0].codec] ?? 0
        var rest = count
        while rest > 0 {
            let block = min(rest, 16_384)
            let bytes = [UInt8](repeating: value, count: block * frameBytes)
            try bytes.withUnsafeBytes { try put($0, at: position - Int64(rest), frames: block, trimmed: 0) }
            rest -= block
        }
    }

    private func writeStamped(_ sample: SinkSample, to track: Int) throws {
        try begin()
        guard let preparation = try stamped[track].preparation(sample) else { return }
        let base = muxer.timeBase(of: streams[track])
        let ends = SinkTimes.ticks(sample.presentationTime + preparation.length, base.denominator)
        let start = SinkTimes.ticks(sample.presentationTime, base.denominator)
        let label = PacketLabel(
            presentationTicks: start,
            decodeTicks: min(start, SinkTimes.ticks(sample.decodeTime, base.denominator)),
            durationTicks: max(0, ends - start),
            isKey: plan.tracks[track].mediaType != .video || sample.isSync
        )
        try sample.data.withBytes { data in
            let rest = UnsafeRawBufferPointer(rebasing: data[preparation.skippedBytes...])
            try packet.fill(byteCount: preparation.head.count + rest.count, label) { memory in
                memory.copyBytes(from: preparation.head)
                UnsafeMutableRawBufferPointer(rebasing: memory[preparation.head.count...]).copyMemory(from: rest)
            }
        }
        if preparation.isOpus {
            try packet.attach(skippedAtStart: preparation.skippedAtStart, atEnd: sample.trimmedFramesAtEnd)
        }
        try muxer.write(packet, to: streams[track])
    }

    // MARK: Header and end

    private func begin() throws {
        guard !hasHeader else { return }
        hasHeader = true
        let header = MuxedHeader(plan: plan, formats: formats, priming: untimed?.priming ?? 0)
        if plan.fileType == .mp3 { try headered?.replaceHeader { _ in try tags.id3Tag(plan.chapters) } }
        streams = try header.write(to: muxer)
        try muxer.flushBytes()
        if plan.fileType == .akFLAC {
            try headered?.replaceHeader { try FLACHeader.replaced($0, tags, plan.chapters) }
        } else if plan.fileType == .akOgg {
            try replaceOggHeader()
        }
    }

    private func replaceOggHeader() throws {
        try headered?.replaceHeader { own in
            let header = OggHeader(replacing: own, codec: formats[0].codec) {
                tags.vorbisComments(replacing: $0, plan.chapters, hasPictures: true)
            }
            guard let header else {
                guard tags.texts.isEmpty, tags.pictures.isEmpty, plan.chapters.isEmpty else {
                    throw MediaSinks.refusal("an Ogg file of this codec has no place for metadata")
                }
                return own
            }
            pages = OggRenumbering(by: header.addedPageCount)
            return header.bytes
        }
        guard pages.count != 0 else { return }
        headered?.rewriting = { [unowned self] in pages.add($0) }
    }

    /// Where the information chunk cannot hold all metadata, a tag of ID3 at the end has all of it: programs read one
    /// or the other.
    private func appendTags() throws {
        let isAIFF = [.aiff, .aifc].contains(plan.fileType)
        guard isAIFF || plan.fileType == .wav else { return }
        var held: Set<String> = []
        let isEnough =
            tags.pictures.isEmpty && plan.chapters.isEmpty
            && tags.texts.allSatisfy { text in
                // The header keeps one value for each key.
                MuxedHeader.key(of: text, in: plan.fileType).map { held.insert($0).inserted } ?? false
            }
        guard !isEnough else { return }
        try TagChunk.append(try tags.id3Tag(plan.chapters), to: bytes, isBigEndian: isAIFF)
    }

    func finish(_ ending: SinkEnding) throws {
        guard ending.metadata == nil, ending.chapters == nil else {
            throw MediaSinks.refusal("the metadata of \(title) has to be known before its samples")
        }
        try SinkEdits.check(ending.edits, untimed.map { [$0.ending] } ?? stamped.map(\.ending), in: title)
        for sample in beginning?.finish() ?? [] { try writeFed(sample) }
        try begin()
        try muxer.writeTrailer()
        try streamInfo?.apply(to: bytes, digest: ending.soundDigest)
        if plan.fileType == .mp3, (untimed?.priming ?? 0) < MP3Gapless.decoderDelay {
            try MP3Gapless.remove(from: bytes)
        }
        try appendTags()
    }
}
