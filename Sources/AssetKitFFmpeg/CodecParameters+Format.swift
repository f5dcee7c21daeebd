package import AssetKitMedia
internal import CFFmpeg
internal import CMTimeLib
internal import Foundation

extension CodecParameters {
    /// What a description of pictures says, beyond codec and size.
    package struct PictureFacts {
        package var pixelAspect = (horizontal: 1, vertical: 1)
        package var color = PictureColor()
        package var isInterlaced: Bool?
        package var isTopFieldFirst: Bool?

        package init(
            pixelAspect: (horizontal: Int, vertical: Int) = (horizontal: 1, vertical: 1),
            color: PictureColor = PictureColor(),
            isInterlaced: Bool? = nil,
            isTopFieldFirst: Bool? = nil
        ) {
            self.pixelAspect = pixelAspect
            self.color = color
            self.isInterlaced = isInterlaced
            self.isTopFieldFirst = isTopFieldFirst
        }
    }

    /// The parameters of a stream that samples of this description go into.
    ///
    /// `codecName` is FFmpeg's, `codecPrivate` the codec's header in FFmpeg's form. `tag` is the code that a container
    /// is to store; 0 leaves the choice to it.
    package convenience init(
        _ format: CMFormatDescription,
        codecName: String,
        codecPrivate: [UInt8],
        pictures: PictureFacts = PictureFacts(),
        priming: Int = 0,
        tag: UInt32 = 0,
        timeBase: (numerator: Int32, denominator: Int32)
    ) throws {
        guard let codec = avcodec_descriptor_get_by_name(codecName) else {
            throw FFmpegError(
                code: ak_ERROR_ENCODER_NOT_FOUND,
                function: "avcodec_descriptor_get_by_name",
                detail: "the codec is \(codecName)"
            )
        }
        try self.init(codecName, timeBase: timeBase) { raw in
            raw.pointee.codec_type = codec.pointee.type
            raw.pointee.codec_id = codec.pointee.id
            raw.pointee.codec_tag = tag
            try Self.fill(raw, codecPrivate: codecPrivate)
            switch codec.pointee.type {
            case AVMEDIA_TYPE_VIDEO: Self.fill(raw, format.dimensions, pictures)
            case AVMEDIA_TYPE_AUDIO: Self.fill(raw, sound: format, priming: priming)
            default: break
            }
        }
    }

    private static func fill(_ raw: UnsafeMutablePointer<AVCodecParameters>, codecPrivate bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw FFmpegError.noMemory("av_mallocz")
        }
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        raw.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        raw.pointee.extradata_size = CInt(clamping: bytes.count)
    }

    private static func fill(
        _ raw: UnsafeMutablePointer<AVCodecParameters>,
        _ size: CMVideoDimensions,
        _ facts: PictureFacts
    ) {
        raw.pointee.width = size.width
        raw.pointee.height = size.height
        raw.pointee.sample_aspect_ratio = AVRational(
            num: CInt(clamping: facts.pixelAspect.horizontal),
            den: CInt(clamping: facts.pixelAspect.vertical)
        )
        raw.pointee.color_primaries = AVColorPrimaries(UInt32(bitPattern: facts.color.primaries))
        raw.pointee.color_trc = AVColorTransferCharacteristic(UInt32(bitPattern: facts.color.transfer))
        raw.pointee.color_space = AVColorSpace(UInt32(bitPattern: facts.color.matrix))
        if let isFull = facts.color.isFullRange {
            raw.pointee.color_range = isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        }
        switch (facts.isInterlaced, facts.isTopFieldFirst) {
        case (false?, _): raw.pointee.field_order = AV_FIELD_PROGRESSIVE
        case (true?, true?): raw.pointee.field_order = AV_FIELD_TT
        case (true?, false?): raw.pointee.field_order = AV_FIELD_BB
        default: raw.pointee.field_order = AV_FIELD_UNKNOWN
        }
    }

    private static func fill(
        _ raw: UnsafeMutablePointer<AVCodecParameters>,
        sound format: CMFormatDescription,
        priming: Int
    ) {
        guard let basic = format.audioStreamBasicDescription else { return }
        let count = Int(basic.mChannelsPerFrame)
        let known = format.audioChannelLayout.flatMap { SoundChannels($0) }
        let channels = known.flatMap { $0.count == count ? $0 : nil } ?? SoundChannels(usualFor: count)
        raw.pointee.sample_rate = CInt(clamping: basic.wholeSampleRate)
        raw.pointee.ch_layout = channels.layout
        raw.pointee.frame_size = CInt(clamping: basic.mFramesPerPacket > 1 ? Int(basic.mFramesPerPacket) : 0)
        raw.pointee.block_align = CInt(clamping: Int(basic.mBytesPerPacket))
        let bits = Int(av_get_bits_per_sample(raw.pointee.codec_id))
        raw.pointee.bits_per_coded_sample = CInt(clamping: bits > 0 ? bits : Int(basic.mBitsPerChannel))
        raw.pointee.bits_per_raw_sample = CInt(clamping: Int(basic.mBitsPerChannel))
        raw.pointee.initial_padding = CInt(clamping: priming)
        if bits > 0 {
            raw.pointee.bit_rate = Int64(bits) * Int64(count) * Int64(raw.pointee.sample_rate)
        }
    }
}
