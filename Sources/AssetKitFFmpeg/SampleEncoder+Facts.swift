internal import CFFmpeg

extension SampleEncoder {
    /// The codec's own header, where the encoder was asked to put it aside and has one.
    package var header: [UInt8] {
        withContext { context in
            guard let bytes = context.pointee.extradata, context.pointee.extradata_size > 0 else { return [] }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(context.pointee.extradata_size)))
        }
    }

    /// Whether the encoder holds back what it was given, and gives it at the end.
    package var holdsBack: Bool {
        withContext { $0.pointee.codec.pointee.capabilities & AV_CODEC_CAP_DELAY != 0 }
    }

    /// Whether FFmpeg was built with the encoder.
    package static func exists(_ name: EncoderName) -> Bool {
        FFmpegLog.install()
        return avcodec_find_encoder_by_name(name.rawValue) != nil
    }
}

extension SampleEncoder.PictureSettings {
    /// Pictures of a pixel format by FFmpeg's name.
    package init(width: Int, height: Int, formatNamed name: String) {
        self.init(width: width, height: height, format: av_get_pix_fmt(name))
    }
}

extension Frame {
    /// Makes a picture for an encoder, of which only its kind matters.
    package init(blank settings: SampleEncoder.PictureSettings) throws {
        try self.init(width: settings.width, height: settings.height, format: settings.format)
        // Some encoders abort the process at a sample that has more bits than it should.
        withRaw { raw in
            withUnsafeBytes(of: raw.pointee.buf) { buffers in
                for buffer in buffers.bindMemory(to: UnsafeMutablePointer<AVBufferRef>?.self) {
                    if let buffer { memset(buffer.pointee.data, 0, buffer.pointee.size) }
                }
            }
        }
        setColor(settings.color)
        setPresentationTicks(0)
    }
}
