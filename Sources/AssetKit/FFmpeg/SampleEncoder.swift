internal import CFFmpeg

/// A codec that makes packets of pictures or sound. Not Sendable: one stage owns it.
///
/// Send a frame, then receive packets until the answer is `again`; at the end send the end and receive until the answer
/// is `end`.
final class SampleEncoder {
    /// What pictures to expect.
    struct PictureSettings {
        var width: Int
        var height: Int
        var format: AVPixelFormat
        var color = PictureColor()
        var pixelAspect = (horizontal: 1, vertical: 1)
        /// Ticks of a second that the frames' times count.
        var timescale: Int32 = 1
        /// Pictures in so many seconds, where the rate is constant.
        var frameRate: (frames: Int32, seconds: Int32)?
    }

    /// Everything that is not about the kind of content.
    struct Options {
        /// How many threads encode; 0 is one for each core.
        var threadCount = 0
        /// Bits in a second; nil where a quality says it.
        var bitRate: Int64?
        /// FFmpeg's scale of the quantiser, for codecs that work by it.
        var quantiser: Int?
        /// The container wants the codec's header for itself, not in the packets.
        var putsHeaderAside = false
        /// The same input gives the same bytes, and the library's version is not among them.
        var isReproducible = true
        /// Options of the codec's own. One that it does not know is an error.
        var specific: KeyValuePairs<String, String> = [:]
    }

    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Opens an encoder of pictures by FFmpeg's name.
    convenience init(_ name: String, pictures: PictureSettings, options: Options = Options()) throws {
        try self.init(name, options: options) { context in
            context.pointee.width = CInt(clamping: pictures.width)
            context.pointee.height = CInt(clamping: pictures.height)
            context.pointee.pix_fmt = pictures.format
            context.pointee.time_base = AVRational(num: 1, den: max(pictures.timescale, 1))
            let aspect = pictures.pixelAspect
            context.pointee.sample_aspect_ratio = AVRational(
                num: CInt(clamping: aspect.horizontal),
                den: CInt(clamping: aspect.vertical)
            )
            if let rate = pictures.frameRate {
                context.pointee.framerate = AVRational(num: rate.frames, den: rate.seconds)
            }
            let color = pictures.color
            context.pointee.color_primaries = AVColorPrimaries(UInt32(bitPattern: color.primaries))
            context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(bitPattern: color.transfer))
            context.pointee.colorspace = AVColorSpace(UInt32(bitPattern: color.matrix))
            if let isFull = color.isFullRange {
                context.pointee.color_range = isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
            }
        }
    }

    /// Opens an encoder of sound by FFmpeg's name.
    convenience init(_ name: String, sound: SoundShape, options: Options = Options()) throws {
        try self.init(name, options: options) { context in
            context.pointee.sample_rate = CInt(clamping: sound.sampleRate)
            context.pointee.sample_fmt = sound.format
            context.pointee.ch_layout = sound.channels.layout
            context.pointee.time_base = AVRational(num: 1, den: CInt(clamping: sound.sampleRate))
        }
    }

    private init(
        _ name: String,
        options: Options,
        configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
    ) throws {
        FFmpegLog.install()
        guard let encoder = avcodec_find_encoder_by_name(name) else {
            throw FFmpegError(
                code: ak_ERROR_ENCODER_NOT_FOUND,
                function: "avcodec_find_encoder_by_name",
                detail: "the encoder is \(name)"
            )
        }
        context = avcodec_alloc_context3(encoder)!  // fails only when there is no memory left
        configure(context)
        context.pointee.thread_count = CInt(clamping: SampleDecoder.threadCount(options.threadCount))
        if let rate = options.bitRate { context.pointee.bit_rate = rate }
        if let quantiser = options.quantiser {
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = CInt(clamping: quantiser) * FF_QP2LAMBDA
            context.pointee.qmin = CInt(clamping: quantiser)
            context.pointee.qmax = CInt(clamping: quantiser)
        }
        if options.putsHeaderAside { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        if options.isReproducible { context.pointee.flags |= AV_CODEC_FLAG_BITEXACT }
        try explaining {
            try withOptions(options.specific, for: "avcodec_open2") { dictionary in
                try check(avcodec_open2(context, encoder, dictionary), "avcodec_open2")
            }
        }
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&pointer)
    }

    /// How many sound frames the encoder wants at once; 0 where any number will do.
    var samplesPerFrame: Int { Int(context.pointee.frame_size) }

    /// How many sound frames the encoder puts before the first one it is given.
    var priming: Int { Int(context.pointee.initial_padding) }

    /// Gives the encoder a frame. `again` means: receive first, then send this frame once more.
    func send(_ frame: borrowing Frame) throws -> Flow {
        try frame.withRaw { raw in
            try explaining { try flow(avcodec_send_frame(context, raw), "avcodec_send_frame") }
        }
    }

    /// Says that no frame follows: what the encoder holds back comes out.
    func sendEnd() throws {
        _ = try explaining { try flow(avcodec_send_frame(context, nil), "avcodec_send_frame") }
    }

    /// Fills the slot with the next packet. `again` asks for a frame, `end` for nothing more.
    func receive(into packet: borrowing Packet) throws -> Flow {
        try packet.withRaw { raw in
            try explaining { try flow(avcodec_receive_packet(context, raw), "avcodec_receive_packet") }
        }
    }

    /// Lends the C context, for whoever writes its parameters into a container.
    func withContext<R>(_ body: (UnsafeMutablePointer<AVCodecContext>) throws -> R) rethrows -> R { try body(context) }
}
