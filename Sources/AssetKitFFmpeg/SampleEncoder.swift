internal import AssetKitBase
package import CFFmpeg
internal import Dispatch

/// A codec that makes packets of pictures or sound. Not Sendable: one stage owns it.
///
/// Send a frame, then receive packets until the answer is `again`; at the end send the end and receive until the answer
/// is `end`.
package final class SampleEncoder {
    /// What pictures to expect.
    package struct PictureSettings {
        package var width: Int
        package var height: Int
        package var format: AVPixelFormat
        package var color = PictureColor()
        package var pixelAspect = (horizontal: 1, vertical: 1)
        /// The length of a tick that the frames' times count, in seconds.
        package var tick: (numerator: Int32, denominator: Int32) = (1, 1)
        /// Pictures in so many seconds: the rate that the encoder plans with.
        package var frameRate: (frames: Int32, seconds: Int32)?
        /// At most so many pictures from one key frame to the next; nil for the codec's habit.
        package var keyFrameInterval: Int?
        /// Key frames come at that interval and where they are asked for, and nowhere else, so that those of the alpha
        /// stream fall on the same pictures.
        package var fixesKeyFrames = false
        /// At most so many B-frames in a row; nil for the codec's habit.
        package var reorderedPictures: Int?
        /// GOPs are closed: no picture refers across a key frame.
        package var closesGroups = false
        /// Pictures are interlaced.
        package var isInterlaced = false
        package var profile: Int32?
        package var level: Int32?

        package init(
            width: Int,
            height: Int,
            format: AVPixelFormat,
            color: PictureColor = PictureColor(),
            pixelAspect: (horizontal: Int, vertical: Int) = (horizontal: 1, vertical: 1),
            tick: (numerator: Int32, denominator: Int32) = (1, 1),
            frameRate: (frames: Int32, seconds: Int32)? = nil,
            keyFrameInterval: Int? = nil,
            fixesKeyFrames: Bool = false,
            reorderedPictures: Int? = nil,
            closesGroups: Bool = false,
            isInterlaced: Bool = false,
            profile: Int32? = nil,
            level: Int32? = nil
        ) {
            self.width = width
            self.height = height
            self.format = format
            self.color = color
            self.pixelAspect = pixelAspect
            self.tick = tick
            self.frameRate = frameRate
            self.keyFrameInterval = keyFrameInterval
            self.fixesKeyFrames = fixesKeyFrames
            self.reorderedPictures = reorderedPictures
            self.closesGroups = closesGroups
            self.isInterlaced = isInterlaced
            self.profile = profile
            self.level = level
        }
    }

    /// One of two passes over the same pictures: the first only measures them for the second.
    package enum Pass: Sendable { case first, second }

    /// Everything that is not about the kind of content.
    package struct Options {
        /// How many threads encode; 0 is one for each core.
        package var threadCount = 0
        /// Bits in a second; nil where a quality says it.
        package var bitRate: Int64?
        /// The rate of the hypothetical decoder's buffer (VBV), in bits a second, and its size in bits.
        package var limit: (bitRate: Int64, bufferSize: Int)?
        /// Bits of a sample that carry something, where the sample format has more.
        package var significantBits: Int?
        /// FFmpeg's scale of the quantiser, for codecs that work by it.
        package var quantiser: Int?
        /// The scale of quality of an encoder of sound.
        package var soundQuality: Double?
        /// The container wants the codec's header for itself, not in the packets.
        package var putsHeaderAside = false
        /// The same input gives the same bytes, and the library's version is not among them.
        var isReproducible = true
        /// Which of two passes it is; nil for the only one.
        package var pass: Pass?
        /// Options of the codec's own. One that it does not know is an error.
        package var specific: [(key: String, value: String)] = []

        package init(
            threadCount: Int = 0,
            bitRate: Int64? = nil,
            limit: (bitRate: Int64, bufferSize: Int)? = nil,
            significantBits: Int? = nil,
            quantiser: Int? = nil,
            soundQuality: Double? = nil,
            putsHeaderAside: Bool = false,
            isReproducible: Bool = true,
            pass: Pass? = nil,
            specific: [(key: String, value: String)] = []
        ) {
            self.threadCount = threadCount
            self.bitRate = bitRate
            self.limit = limit
            self.significantBits = significantBits
            self.quantiser = quantiser
            self.soundQuality = soundQuality
            self.putsHeaderAside = putsHeaderAside
            self.isReproducible = isReproducible
            self.pass = pass
            self.specific = specific
        }
    }

    /// A context on its way to another thread, for good.
    private struct Abandoned: @unchecked Sendable {
        let context: UnsafeMutablePointer<AVCodecContext>

        func close() {
            var pointer: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&pointer)
        }
    }

    /// Closes what nobody waits for.
    private static let closing = DispatchQueue(label: "assetkit.encoders.closing", attributes: .concurrent)

    private let context: UnsafeMutablePointer<AVCodecContext>
    /// Some encoders finish everything they were given before they close. Where that is of no use any more, nobody waits.
    package var closesApart = false

    /// Opens an encoder of pictures.
    package convenience init(_ name: EncoderName, pictures: PictureSettings, options: Options = Options()) throws {
        try self.init(name, options: options) { context in
            pictures.describe(context)
        }
    }

    /// Opens an encoder of sound.
    package convenience init(_ name: EncoderName, sound: SoundShape, options: Options = Options()) throws {
        try self.init(name, options: options) { context in
            context.pointee.sample_rate = CInt(clamping: sound.sampleRate)
            context.pointee.sample_fmt = sound.format
            context.pointee.ch_layout = sound.channels.layout
            context.pointee.time_base = AVRational(num: 1, den: CInt(clamping: sound.sampleRate))
        }
    }

    private init(
        _ name: EncoderName,
        options: Options,
        configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
    ) throws {
        FFmpegLog.install()
        guard let encoder = avcodec_find_encoder_by_name(name.rawValue) else {
            throw FFmpegError(
                code: ak_ERROR_ENCODER_NOT_FOUND,
                function: "avcodec_find_encoder_by_name",
                detail: "the encoder is \(name.rawValue)"
            )
        }
        context = avcodec_alloc_context3(encoder)!  // fails only when there is no memory left
        configure(context)
        context.pointee.thread_count = CInt(clamping: SampleDecoder.threadCount(options.threadCount))
        if let rate = options.bitRate { context.pointee.bit_rate = rate }
        if let limit = options.limit {
            context.pointee.rc_max_rate = limit.bitRate
            context.pointee.rc_buffer_size = CInt(clamping: limit.bufferSize)
        }
        if let bits = options.significantBits { context.pointee.bits_per_raw_sample = CInt(clamping: bits) }
        if let quantiser = options.quantiser {
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = CInt(clamping: quantiser) * FF_QP2LAMBDA
            context.pointee.qmin = CInt(clamping: quantiser)
            context.pointee.qmax = CInt(clamping: quantiser)
        }
        if let quality = options.soundQuality {
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = CInt((quality * Double(FF_QP2LAMBDA)).rounded())
        }
        if options.putsHeaderAside { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        if let pass = options.pass {
            context.pointee.flags |= pass == .first ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2
        }
        if options.isReproducible { context.pointee.flags |= AV_CODEC_FLAG_BITEXACT }
        try explaining {
            try withOptions(options.specific, for: "avcodec_open2") { dictionary in
                try SchedulingRight.withheld {
                    try check(avcodec_open2(context, encoder, dictionary), "avcodec_open2")
                }
            }
        }
    }

    deinit {
        let abandoned = Abandoned(context: context)
        if closesApart { Self.closing.async { abandoned.close() } } else { abandoned.close() }
    }

    /// How many sound frames the encoder wants at once; 0 where any number will do.
    package var samplesPerFrame: Int { Int(context.pointee.frame_size) }

    /// How many sound frames the encoder puts before the first one it is given.
    package var priming: Int { Int(context.pointee.initial_padding) }

    /// Gives the encoder a frame. `again` means: receive first, then send this frame once more.
    package func send(_ frame: borrowing Frame) throws -> Flow {
        try frame.withRaw { raw in
            try explaining { try flow(avcodec_send_frame(context, raw), "avcodec_send_frame") }
        }
    }

    /// Says that no frame follows: what the encoder holds back comes out.
    package func sendEnd() throws {
        _ = try explaining { try flow(avcodec_send_frame(context, nil), "avcodec_send_frame") }
    }

    /// Fills the slot with the next packet. `again` asks for a frame, `end` for nothing more.
    package func receive(into packet: borrowing Packet) throws -> Flow {
        try packet.withRaw { raw in
            try explaining { try flow(avcodec_receive_packet(context, raw), "avcodec_receive_packet") }
        }
    }

    /// Lends the C context, for whoever writes its parameters into a container.
    func withContext<R>(_ body: (UnsafeMutablePointer<AVCodecContext>) throws -> R) rethrows -> R { try body(context) }
}

extension SampleEncoder.PictureSettings {
    fileprivate func describe(_ context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.width = CInt(clamping: width)
        context.pointee.height = CInt(clamping: height)
        context.pointee.pix_fmt = format
        context.pointee.time_base = AVRational(num: max(tick.numerator, 1), den: max(tick.denominator, 1))
        context.pointee.sample_aspect_ratio = AVRational(
            num: CInt(clamping: pixelAspect.horizontal),
            den: CInt(clamping: pixelAspect.vertical)
        )
        if let frameRate { context.pointee.framerate = AVRational(num: frameRate.frames, den: frameRate.seconds) }
        context.pointee.color_primaries = AVColorPrimaries(UInt32(bitPattern: color.primaries))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(bitPattern: color.transfer))
        context.pointee.colorspace = AVColorSpace(UInt32(bitPattern: color.matrix))
        if let isFull = color.isFullRange {
            context.pointee.color_range = isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        }
        if let keyFrameInterval { context.pointee.gop_size = CInt(clamping: keyFrameInterval) }
        if fixesKeyFrames { context.pointee.keyint_min = context.pointee.gop_size }
        if let reorderedPictures { context.pointee.max_b_frames = CInt(clamping: reorderedPictures) }
        if closesGroups { context.pointee.flags |= CInt(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP)) }
        if isInterlaced { context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME }
        if let profile { context.pointee.profile = profile }
        if let level { context.pointee.level = level }
    }
}
