package import AssetKitMedia
package import CFFmpeg
internal import Foundation

/// A codec that makes pictures or sound of packets. Not Sendable: one stage owns it.
/// (The standard library has the name `Decoder` already.)
///
/// Send a packet, then receive frames until the answer is `again`; at the end of the stream send the end and receive
/// until the answer is `end`. After a seek, flush. A packet that cannot be decoded throws, and the next one may follow.
package final class SampleDecoder {
    /// How a decoder works, and what it may spend on a stream that may be hostile.
    package struct Options: Sendable, Hashable {
        /// How many threads decode; 0 is one for each core.
        package var threadCount = 0
        /// The largest picture: that of 16K, with room. More is an error.
        package var maximumPixels: Int64 = 1 << 27
        /// The most sound frames that one packet may give. More is an error.
        var maximumSamples: Int64 = 1 << 24
        /// Also gives what the container says is not to be heard: the priming and padding of sound.
        package var keepsSkippedSamples = false
        /// Also gives pictures that refer to others the decoder never saw.
        package var givesDamagedPictures = false

        package init(
            threadCount: Int = 0,
            maximumPixels: Int64 = 1 << 27,
            maximumSamples: Int64 = 1 << 24,
            keepsSkippedSamples: Bool = false,
            givesDamagedPictures: Bool = false
        ) {
            self.threadCount = threadCount
            self.maximumPixels = maximumPixels
            self.maximumSamples = maximumSamples
            self.keepsSkippedSamples = keepsSkippedSamples
            self.givesDamagedPictures = givesDamagedPictures
        }
    }

    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Opens the decoder of a stream.
    package convenience init(_ stream: DemuxedStream, options: Options = Options()) throws {
        let codec = stream.withParameters { $0.pointee.codec_id }
        try self.init(codec, options: options) { context in
            _ = try stream.withParameters { parameters in
                try check(avcodec_parameters_to_context(context, parameters), "avcodec_parameters_to_context")
            }
            let base = stream.timeBase
            context.pointee.pkt_timebase = AVRational(num: base.numerator, den: base.denominator)
        }
    }

    /// Opens a decoder for samples whose container need not be open any more.
    package convenience init(_ parameters: CodecParameters, options: Options = Options()) throws {
        let codec = parameters.withRaw { $0.pointee.codec_id }
        try self.init(codec, named: parameters.decoderName, options: options) { context in
            _ = try parameters.withRaw { raw in
                try check(avcodec_parameters_to_context(context, raw), "avcodec_parameters_to_context")
            }
            let base = parameters.timeBase
            context.pointee.pkt_timebase = AVRational(num: base.numerator, den: base.denominator)
        }
    }

    /// Opens a decoder for packets that say everything themselves, such as still pictures.
    package convenience init(_ codec: AVCodecID, options: Options = Options()) throws {
        try self.init(codec, options: options) { _ in }
    }

    /// Opens a decoder for packets of a codec, with the header and the pictures' size that a container keeps for it.
    package convenience init(
        _ codec: CodecTraits,
        header: [UInt8] = [],
        size: (width: Int, height: Int) = (0, 0),
        options: Options = Options()
    ) throws {
        guard let descriptor = avcodec_descriptor_get_by_name(codec.name) else {
            throw FFmpegError(
                code: ak_ERROR_DECODER_NOT_FOUND,
                function: "avcodec_descriptor_get_by_name",
                detail: "the codec is \(codec.name)"
            )
        }
        try self.init(descriptor.pointee.id, options: options) { context in
            context.pointee.width = CInt(clamping: size.width)
            context.pointee.height = CInt(clamping: size.height)
            guard !header.isEmpty else { return }
            guard let memory = av_mallocz(header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
                throw FFmpegError.noMemory("av_mallocz")
            }
            memory.copyMemory(from: header, byteCount: header.count)
            context.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            context.pointee.extradata_size = CInt(header.count)
        }
    }

    private init(
        _ codec: AVCodecID,
        named name: String? = nil,
        options: Options,
        configure: (UnsafeMutablePointer<AVCodecContext>) throws -> Void
    ) throws {
        FFmpegLog.install()
        guard let decoder = name.map({ avcodec_find_decoder_by_name($0) }) ?? avcodec_find_decoder(codec) else {
            let name = String(cString: avcodec_get_name(codec))
            throw FFmpegError(
                code: ak_ERROR_DECODER_NOT_FOUND,
                function: "avcodec_find_decoder",
                detail: "the codec is \(name)"
            )
        }
        context = avcodec_alloc_context3(decoder)!  // fails only when there is no memory left
        try configure(context)
        context.pointee.max_pixels = options.maximumPixels
        context.pointee.max_samples = options.maximumSamples
        context.pointee.thread_count = CInt(clamping: Self.threadCount(options.threadCount))
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        // With damaged alpha it answers both that there is a picture and that there is none, and libavcodec's frame
        // threads abort the process at that.
        if decoder.pointee.id == AV_CODEC_ID_WEBP { context.pointee.thread_type = FF_THREAD_SLICE }
        // Otherwise FFmpeg rounds the crop of the left side so that rows stay aligned.
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        if options.givesDamagedPictures { context.pointee.flags |= CInt(AV_CODEC_FLAG_OUTPUT_CORRUPT) }
        if options.keepsSkippedSamples { context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
        try explaining { try check(avcodec_open2(context, decoder, nil), "avcodec_open2") }
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&pointer)
    }

    /// FFmpeg's name of the decoder, such as `libdav1d`.
    package var name: String { String(cString: context.pointee.codec.pointee.name) }

    /// How many pictures the decoder holds back before the first one comes, threads aside.
    package var reorderedPictures: Int { Int(context.pointee.has_b_frames) }

    /// Gives the decoder a packet. `again` means: receive first, then send this packet once more.
    package func send(_ packet: borrowing Packet) throws -> Flow {
        try packet.withRaw { raw in
            try explaining {
                // An empty packet would end the stream for FFmpeg; it has nothing to decode.
                guard raw.pointee.size > 0 || raw.pointee.side_data_elems > 0 else { return Flow.done }
                return try flow(avcodec_send_packet(context, raw), "avcodec_send_packet")
            }
        }
    }

    /// Says that no packet follows: what the decoder holds back comes out. An error here is that of a sample on its way
    /// out; receiving goes on after it.
    package func sendEnd() throws {
        _ = try explaining { try flow(avcodec_send_packet(context, nil), "avcodec_send_packet") }
    }

    /// Fills the slot with the next frame in presentation order. `again` asks for a packet, `end` for nothing more.
    package func receive(into frame: borrowing Frame) throws -> Flow {
        try frame.withRaw { raw in
            try explaining { try flow(avcodec_receive_frame(context, raw), "avcodec_receive_frame") }
        }
    }

    /// Whether pictures are given that refer to others the decoder never saw: of the packets that are sent from now on.
    package var givesDamagedPictures: Bool {
        get { context.pointee.flags & CInt(AV_CODEC_FLAG_OUTPUT_CORRUPT) != 0 }
        set {
            let flag = CInt(AV_CODEC_FLAG_OUTPUT_CORRUPT)
            context.pointee.flags = newValue ? context.pointee.flags | flag : context.pointee.flags & ~flag
        }
    }

    /// Forgets everything sent so far: after a seek, and to start again after the end.
    package func flush() { avcodec_flush_buffers(context) }

    package static func threadCount(_ wish: Int) -> Int {
        // More than sixteen gain nothing and hold a picture each.
        wish > 0 ? wish : min(ProcessInfo.processInfo.activeProcessorCount, 16)
    }
}
