package import AssetKitBase
internal import CFFmpeg

/// A container that is being written. Not Sendable: one stage owns it.
///
/// Add streams and say what is known of the file, then write the header, packets and the trailer. What the sink throws
/// comes out of the call during which it did. Nothing of the library's version or of the time of day gets into the file.
package final class Muxer {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let output: SinkOutput
    private var hasHeader = false

    /// `format` is FFmpeg's short name of the container.
    package init(_ format: String, into sink: any ByteSink, flag: CancellationFlag = CancellationFlag()) throws {
        let output = SinkOutput(sink, flag: flag)
        self.output = output
        context = try explaining {
            var opened: UnsafeMutablePointer<AVFormatContext>?
            try check(avformat_alloc_output_context2(&opened, nil, format, nil), "avformat_alloc_output_context2")
            opened!.pointee.pb = output.context
            opened!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
            // FFmpeg is not to move times so that none is negative: what comes before zero is hidden, or left out.
            opened!.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
            return opened!
        }
    }

    deinit {
        // The I/O is ours: it goes after the context that uses it, and what is still in its buffer is dropped.
        avformat_free_context(context)
    }

    // MARK: Before the header

    /// What a container is told of a stream beyond its codec.
    package struct StreamFacts {
        package var metadata: [(key: String, value: String)] = []
        package var isDefault = false
        package var isForced = false
        package var frameRate: (frames: Int32, seconds: Int32)?

        package init(
            metadata: [(key: String, value: String)] = [],
            isDefault: Bool = false,
            isForced: Bool = false,
            frameRate: (frames: Int32, seconds: Int32)? = nil
        ) {
            self.metadata = metadata
            self.isDefault = isDefault
            self.isForced = isForced
            self.frameRate = frameRate
        }
    }

    /// Adds a stream; its number.
    package func addStream(_ parameters: CodecParameters, _ facts: StreamFacts = StreamFacts()) throws -> Int {
        guard let stream = avformat_new_stream(context, nil) else { throw FFmpegError.noMemory("avformat_new_stream") }
        _ = try parameters.withRaw { (from) throws(FFmpegError) -> CInt in
            try check(avcodec_parameters_copy(stream.pointee.codecpar, from), "avcodec_parameters_copy")
        }
        stream.pointee.time_base = AVRational(num: parameters.timeBase.numerator, den: parameters.timeBase.denominator)
        stream.pointee.sample_aspect_ratio = stream.pointee.codecpar.pointee.sample_aspect_ratio
        if let rate = facts.frameRate {
            stream.pointee.avg_frame_rate = AVRational(num: rate.frames, den: rate.seconds)
        }
        if facts.isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
        if facts.isForced { stream.pointee.disposition |= AV_DISPOSITION_FORCED }
        for (key, value) in facts.metadata { try set(&stream.pointee.metadata, key, value) }
        return Int(stream.pointee.index)
    }

    /// Says something about the file.
    package func addMetadata(_ key: String, _ value: String) throws { try set(&context.pointee.metadata, key, value) }

    /// How long the muxer lets decoders wait, for containers with a clock in the stream.
    package func setDelay(microseconds: Int) { context.pointee.max_delay = CInt(clamping: microseconds) }

    private func set(_ list: inout OpaquePointer?, _ key: String, _ value: String) throws {
        try check(av_dict_set(&list, key, value, 0), "av_dict_set")
    }

    // MARK: Writing

    /// Writes the header. An option that the muxer does not know is an error.
    package func writeHeader(_ options: KeyValuePairs<String, String> = [:]) throws {
        try perform {
            _ = try withOptions(options, for: "avformat_write_header") { dictionary in
                try check(avformat_write_header(context, dictionary), "avformat_write_header")
            }
        }
        hasHeader = true
    }

    /// Ticks of a second that the packets' times have to count: known once the header is written.
    package func timeBase(of stream: Int) -> (numerator: Int32, denominator: Int32) {
        precondition((0..<Int(context.pointee.nb_streams)).contains(stream), "no stream \(stream)")
        let base = context.pointee.streams[stream]!.pointee.time_base
        return (base.num, base.den)
    }

    /// Writes a packet, which is labelled in ticks of the stream. The slot is empty afterwards.
    package func write(_ packet: borrowing Packet, to stream: Int) throws {
        try perform {
            try packet.withRaw { raw in
                raw.pointee.stream_index = CInt(stream)
                defer { av_packet_unref(raw) }
                _ = try check(av_write_frame(context, raw), "av_write_frame")
            }
        }
    }

    /// Writes what the muxer has kept back. In Ogg a page ends.
    package func flush() throws {
        try perform { _ = try check(av_write_frame(context, nil), "av_write_frame") }
    }

    /// Hands on what has been written to memory only.
    package func flushBytes() throws { try perform { avio_flush(context.pointee.pb) } }

    /// Completes the file.
    package func writeTrailer() throws {
        precondition(hasHeader, "a trailer needs a header")
        try perform {
            try check(av_write_trailer(context), "av_write_trailer")
            avio_flush(context.pointee.pb)
        }
    }

    /// Runs a call, and throws what the sink threw meanwhile rather than the number that FFmpeg makes of it. Muxers do not
    /// look at every write.
    private func perform(_ body: () throws -> Void) throws {
        let result = Result { try explaining(body) }
        if let failure = output.failure { throw failure }
        try result.get()
        try check(context.pointee.pb.pointee.error, "avio_write")
    }
}

extension Packet {
    /// Says how many sound frames of the sample are not to be heard, as containers store it.
    package func attach(skippedAtStart start: Int, atEnd end: Int) throws {
        try withRaw { raw in
            guard let memory = av_packet_new_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
                throw FFmpegError.noMemory("av_packet_new_side_data")
            }
            let bytes = UnsafeMutableRawBufferPointer(start: memory, count: 10)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.storeBytes(of: UInt32(clamping: start).littleEndian, toByteOffset: 0, as: UInt32.self)
            bytes.storeBytes(of: UInt32(clamping: end).littleEndian, toByteOffset: 4, as: UInt32.self)
        }
    }
}
