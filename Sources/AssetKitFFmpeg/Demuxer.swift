package import AssetKitBase
package import AssetKitMedia
internal import CFFmpeg
internal import Foundation

/// An open container. Not Sendable: one reader owns it.
package final class Demuxer {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let inputOutput: InputOutput
    private let guardian: ReferenceGuardian
    package let limits: Limits
    /// Streams whose first packet makes no sound, and is counted by FFmpeg all the same.
    private var streamsCountingFirst: Set<Int> = []
    /// How long that packet is in each of them, since the demuxer went somewhere, and where the latest one ended.
    private var countedPages: [Int: (first: Int64, end: Int64)] = [:]

    /// Opens a container and reads its header, no more.
    ///
    /// `name` is the file's name or URL: where the bytes do not tell the format, its extension does. `references`
    /// decides about every other file or address that the container names; `network` says how addresses are read.
    package init(
        _ source: any AKByteSource,
        name: String,
        references: ReferencePolicy,
        network: NetworkOptions = NetworkOptions(),
        limits: Limits = Limits(),
        flag: CancellationFlag
    ) throws {
        self.limits = limits
        let inputOutput = try InputOutput(source, flag: flag)
        let guardian = ReferenceGuardian(references, network, flag: flag)
        self.inputOutput = inputOutput
        self.guardian = guardian
        context = try explaining {
            var opened: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()!  // only without memory
            opened?.pointee.pb = inputOutput.context
            opened?.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
            opened?.pointee.probesize = limits.probeSize
            opened?.pointee.max_analyze_duration = limits.probeDuration
            if let count = limits.probedPacketCount { opened?.pointee.max_probe_packets = count }
            opened?.pointee.max_streams = CInt(clamping: limits.streamCount)
            opened?.pointee.max_index_size = CUnsignedInt(clamping: limits.indexMemory)
            opened?.pointee.format_whitelist = av_strdup(Self.formats)
            guardian.watch(opened!)
            // On failure FFmpeg frees the context and sets the pointer to nil.
            // Playlists would go on over connections of FFmpeg's own, and there are none.
            var options: OpaquePointer?
            for option in ["http_persistent", "http_multiple"] { av_dict_set(&options, option, "0", 0) }
            let code = avformat_open_input(&opened, name, nil, &options)
            av_dict_free(&options)
            // A playlist may open although a member was refused.
            if guardian.forbidden != nil { avformat_close_input(&opened) }
            if let forbidden = guardian.forbidden { throw forbidden }
            if code < 0, let failure = inputOutput.failure ?? guardian.failure { throw failure }
            try check(code, "avformat_open_input")
            return opened!
        }
    }

    /// Every format but those that open other files by themselves, where no guardian sees it, or that are no files.
    private static let formats: String = {
        let refused =
            "concat,sdp,rtsp,rtp,sap,imf,dash,tty,avisynth,vapoursynth,libgme,libmodplug,libopenmpt,webm_dash_manifest"
        var names = ""
        var state: UnsafeMutableRawPointer?
        while let format = av_demuxer_iterate(&state) {
            // A format may have several names, with commas between them, just like the list.
            guard let name = format.pointee.name,
                av_match_list(name, refused, CChar(bitPattern: UInt8(ascii: ","))) == 0
            else { continue }
            if !names.isEmpty { names += "," }
            names += String(cString: name)
        }
        return names
    }()

    deinit {
        // The I/O is ours: this closes the format only, and `inputOutput` goes after it.
        var pointer: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&pointer)
    }

    /// How far probing goes.
    package enum ProbeDepth {
        /// H.264 is not decoded. What FFmpeg then cannot tell stands in the parameter sets, which it finds all the same.
        case parameterSets
        /// Decodes the first pictures.
        case pictures
    }

    /// Reads packets until the streams are known. Needed only where the header leaves something open.
    package func probe(_ depth: ProbeDepth = .pictures) throws {
        try explaining {
            let code = withProbeOptions(depth) { avformat_find_stream_info(context, $0) }
            if let forbidden = guardian.forbidden { throw forbidden }
            try check(code, "avformat_find_stream_info")
        }
    }

    /// Lends one dictionary of decoder options for each stream that there is now.
    private func withProbeOptions(
        _ depth: ProbeDepth,
        _ body: (UnsafeMutablePointer<OpaquePointer?>?) -> CInt
    ) -> CInt {
        guard depth == .parameterSets, !streams.isEmpty else { return body(nil) }
        var options = streams.map { stream in
            var options: OpaquePointer?
            if stream.knownCodec == .h264 { av_dict_set(&options, "skip_frame", "all", 0) }
            return options
        }
        defer { for index in options.indices { av_dict_free(&options[index]) } }
        return options.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }

    /// The short names of the format, such as `matroska,webm`.
    package var formatName: String { String(cString: context.pointee.iformat.pointee.name) }

    /// What is known of the container.
    package var traits: ContainerTraits { ContainerTraits.named(formatName) }

    /// The container, where it is one that the table lists.
    package var knownContainer: MediaContainer? { traits.container }

    /// The header tells nothing about streams: they appear as packets are read.
    package var hasNoHeader: Bool { context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0 }

    /// The duration in microseconds, where FFmpeg has one.
    package var durationMicroseconds: Int64? { Self.known(context.pointee.duration) }

    /// The start in microseconds, where FFmpeg has one.
    package var startMicroseconds: Int64? { Self.known(context.pointee.start_time) }

    /// What to add to the times of packets and streams, in ticks, to have what is stored.
    ///
    /// The 33-bit clock of a transport stream starts again now and then. Where that happens soon after the start, FFmpeg
    /// moves what comes before it to below zero, where nothing else in such a stream can be.
    package var clockOffset: Int64 {
        formatName == "mpegts" && startMicroseconds.map { $0 < 0 } ?? false ? 1 << 33 : 0
    }

    /// FFmpeg had nothing better to go by than the bit rate.
    package var durationIsEstimate: Bool { context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE }

    var bytesRead: Int64 { inputOutput.bytesRead }

    package var streams: [DemuxedStream] {
        (0..<Int(context.pointee.nb_streams)).map { DemuxedStream(demuxer: self, index: $0) }
    }

    package var metadata: [(key: String, value: String)] { dictionary(context.pointee.metadata) }

    /// A chapter as FFmpeg tells it.
    package struct Chapter {
        package let title: String
        package let start: Int64
        package let end: Int64
        package let timeBase: (numerator: Int32, denominator: Int32)

        package init(title: String, start: Int64, end: Int64, timeBase: (numerator: Int32, denominator: Int32)) {
            self.title = title
            self.start = start
            self.end = end
            self.timeBase = timeBase
        }
    }

    package var chapters: [Chapter] {
        (0..<Int(context.pointee.nb_chapters)).compactMap { index in
            guard let chapter = context.pointee.chapters[index]?.pointee else { return nil }
            return Chapter(
                title: dictionary(chapter.metadata).first { $0.key == "title" }?.value ?? "",
                start: chapter.start,
                end: chapter.end,
                timeBase: (chapter.time_base.num, chapter.time_base.den)
            )
        }
    }

    /// Reads the next packet into the slot; false at the end.
    package func read(into packet: borrowing Packet) throws -> Bool {
        try explaining {
            let code = packet.withRaw { raw in
                av_packet_unref(raw)
                return av_read_frame(context, raw)
            }
            if let failure = inputOutput.failure { throw failure }
            guard try flow(code, "av_read_frame") != .end else { return false }
            try limits.check(packet)
            moveBehindFirst(packet)
            return true
        }
    }

    /// Tells of streams of Vorbis in Ogg whose sound is all on one page. Their first packet only prepares the next one.
    /// FFmpeg finds that out by when a page says that it ends, but not for a last page, which may cut the end.
    package func expectCountedFirstPackets(of streams: Set<Int>) { streamsCountingFirst = streams }

    /// Wherever the demuxer is to go, it comes to the first packet of the page, and counts from that on.
    private func moveBehindFirst(_ packet: borrowing Packet) {
        let stream = packet.streamIndex
        guard packet.byteCount > 0, streamsCountingFirst.contains(stream) else { return }
        let first = countedPages[stream]?.first ?? packet.durationTicks
        packet.moveTimes(by: -first)
        packet.hideLessAtEnd(frames: first)
        // A last packet that seems to be all hidden has no time.
        packet.completeTimes(countedPages[stream]?.end ?? -first)
        let end = (packet.presentationTicks ?? -first).addingClamped(packet.durationTicks)
        countedPages[stream] = (first: first, end: end)
    }

    /// Goes to the last key packet at or before this time of a stream, as it is stored.
    package func seek(toTicks ticks: Int64, of stream: Int) throws {
        countedPages = [:]
        try explaining {
            let target = ticks.subtractingReportingOverflow(clockOffset)
            let place = target.overflow ? ticks : target.partialValue
            try check(av_seek_frame(context, CInt(stream), place, AVSEEK_FLAG_BACKWARD), "av_seek_frame")
        }
    }

    /// Goes back to the first packet.
    package func rewind() throws {
        countedPages = [:]
        let start = context.pointee.start_time == ak_NOPTS_VALUE ? 0 : context.pointee.start_time
        let byTime = { av_seek_frame(self.context, -1, start, AVSEEK_FLAG_BACKWARD) }
        let byPlace = { av_seek_frame(self.context, -1, 0, AVSEEK_FLAG_BYTE) }
        // Where times may start again, only the place is sure; where there is a table of contents, only the time.
        let isStream = context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
        try explaining {
            if isStream, byPlace() >= 0 { return }
            if byTime() >= 0 { return }
            try check(byPlace(), "av_seek_frame")
        }
    }

    /// Puts as many frames of plain sound into a packet as fill up to `frameCount`, where the format leaves that to whoever
    /// reads it: FFmpeg's own packets of 4,096 bytes are so many that most time goes into handing them on. A whole number
    /// of those is one of these, so that what ends with one of these ends with one of those. Answers whether it does so from
    /// the next packet on.
    package func allowLargePackets(of stream: Int, frameCount: Int) -> Bool {
        guard [.wave, .wave64].contains(knownContainer) else { return false }
        let frameSize = withStream(stream) { Int($0.pointee.codecpar.pointee.block_align) }
        guard frameSize > 0 else { return false }
        let usual = max(1, Self.usualPacketSize / frameSize) * frameSize
        let size = max(1, frameCount * frameSize / usual) * usual
        guard size <= min(limits.packetByteCount, Self.largePacketLimit) else { return false }
        return withContext { av_opt_set_int($0.pointee.priv_data, "max_size", Int64(size), 0) == 0 }
    }

    /// What FFmpeg reads of plain sound in WAVE files at once, and what it may.
    private static let usualPacketSize = 4096
    private static let largePacketLimit = 1 << 20

    /// Leaves out the packets of all other streams.
    package func readOnly(_ indices: Set<Int>) {
        for index in 0..<Int(context.pointee.nb_streams) {
            withStream(index) { $0.pointee.discard = indices.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL }
        }
    }

    /// Lends one C stream. C does not check the index, so we do.
    func withStream<R>(_ index: Int, _ body: (UnsafeMutablePointer<AVStream>) throws -> R) rethrows -> R {
        precondition((0..<Int(context.pointee.nb_streams)).contains(index), "no stream \(index)")
        return try body(context.pointee.streams[index]!)
    }

    /// Lends the C context.
    func withContext<R>(_ body: (UnsafeMutablePointer<AVFormatContext>) throws -> R) rethrows -> R { try body(context) }

    package static func known(_ ticks: Int64) -> Int64? { ticks == ak_NOPTS_VALUE ? nil : ticks }
}

/// The entries of an FFmpeg dictionary in their order.
package func dictionary(_ pointer: OpaquePointer?) -> [(key: String, value: String)] {
    var entries: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(pointer, "", entry, AV_DICT_IGNORE_SUFFIX) {
        entries.append((String(cString: next.pointee.key), String(cString: next.pointee.value)))
        entry = next
    }
    return entries
}
