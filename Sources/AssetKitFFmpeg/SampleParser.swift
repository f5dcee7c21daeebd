internal import CFFmpeg

/// Finds out by FFmpeg's parsers what its demuxers say of samples that a container stores whole. Not Sendable.
package final class SampleParser {
    /// What a sample tells.
    package struct Finding {
        /// nil where the sample does not say, so that the container's word counts.
        package var isKey: Bool?
        package var isBidirectional = false
        /// In samples of sound; 0 where that is not told.
        package var frameCount: Int64 = 0
        package var presentationTicks: Int64?
        /// How many fields more than one a picture shows for; in FFmpeg's count, from which it makes durations.
        package var repeatCount = 0
    }

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)

    /// nil where FFmpeg has no parser for the stream.
    package init?(_ stream: DemuxedStream) {
        let copy = stream.withParameters { parameters -> UnsafeMutablePointer<AVCodecContext>? in
            var made = avcodec_alloc_context3(nil)
            if avcodec_parameters_to_context(made, parameters) < 0 { avcodec_free_context(&made) }
            return made
        }
        guard let context = copy else { return nil }
        guard let parser = av_parser_init(CInt(bitPattern: context.pointee.codec_id.rawValue)) else {
            var pointer: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&pointer)
            return nil
        }
        context.pointee.pkt_timebase = stream.withStream { $0.pointee.time_base }
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        (self.context, self.parser) = (context, parser)
    }

    deinit {
        av_parser_close(parser)
        var pointer: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&pointer)
        memory.deallocate()
    }

    /// How many pictures a decoder holds back, as far as is known.
    package var reorderingDepth: Int { Int(context.pointee.has_b_frames) }

    /// Samples of sound in a second; 0 where that is not known.
    package var sampleRate: Int { Int(context.pointee.sample_rate) }

    /// Nothing is known to be held back, and there is a picture that others are shown before.
    package func noteReordering() { if context.pointee.has_b_frames == 0 { context.pointee.has_b_frames = 1 } }

    /// Looks at the next sample, whose bytes `fill` writes; nil where they are not there, or are not one whole sample.
    package func next(
        byteCount: Int,
        presentationTicks: Int64,
        position: Int64,
        fill: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> Finding? {
        let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
        if byteCount + padding > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: 2 * byteCount + padding, alignment: 64)
        }
        guard try fill(UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])) == byteCount else { return nil }
        UnsafeMutableRawBufferPointer(rebasing: memory[byteCount..<byteCount + padding]).initializeMemory(
            as: UInt8.self,
            repeating: 0
        )
        var (data, size): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
        let bytes = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
        let read = av_parser_parse2(
            parser,
            context,
            &data,
            &size,
            bytes,
            CInt(byteCount),
            presentationTicks,
            ak_NOPTS_VALUE,
            position
        )
        guard read == CInt(byteCount), size == CInt(byteCount), data == bytes else { return nil }
        return finding
    }

    private var finding: Finding {
        let (key, type) = (parser.pointee.key_frame, parser.pointee.pict_type)
        let isIntra = type == CInt(bitPattern: AV_PICTURE_TYPE_I.rawValue)
        var finding = Finding()
        if key != -1 || type != CInt(bitPattern: AV_PICTURE_TYPE_NONE.rawValue) {
            finding.isKey = key == 1 || key == -1 && isIntra
        }
        finding.isBidirectional = type == CInt(bitPattern: AV_PICTURE_TYPE_B.rawValue)
        finding.frameCount = Int64(parser.pointee.duration)
        finding.presentationTicks = Demuxer.known(parser.pointee.pts)
        finding.repeatCount = Int(parser.pointee.repeat_pict)
        return finding
    }
}

extension DemuxedStream {
    /// Samples of sound in a second; 0 where that is not known.
    package var sampleRate: Int { withParameters { Int($0.pointee.sample_rate) } }

    /// FFmpeg marks every sample of the codec as one to start at.
    package var hasOnlyKeys: Bool {
        withParameters { parameters in
            guard let known = avcodec_descriptor_get(parameters.pointee.codec_id) else { return false }
            let isCoded = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains(known.pointee.type)
            return !isCoded || known.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
        }
    }
}
