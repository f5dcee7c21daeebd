package import CFFmpeg

/// How sound lies in memory: rate, kind of samples, channels.
package struct SoundShape: Hashable, Sendable {
    package var sampleRate: Int
    package var format: AVSampleFormat
    package var channels: SoundChannels

    package init(sampleRate: Int, format: AVSampleFormat, channels: SoundChannels) {
        self.sampleRate = sampleRate
        self.format = format
        self.channels = channels
    }

    /// The shape of decoded sound.
    package init(_ raw: UnsafeMutablePointer<AVFrame>) {
        sampleRate = Int(raw.pointee.sample_rate)
        format = AVSampleFormat(raw.pointee.format)
        channels = SoundChannels(raw.pointee.ch_layout)
    }

    /// Whether every channel has a plane of its own.
    package var isPlanar: Bool { av_sample_fmt_is_planar(format) == 1 }
    package var planeCount: Int { isPlanar ? channels.count : min(channels.count, 1) }
    var bytesPerSample: Int { Int(av_get_bytes_per_sample(format)) }
    /// Bytes of one sound frame within a plane.
    package var bytesPerFrame: Int { isPlanar ? bytesPerSample : bytesPerSample * channels.count }

    /// Whether sound can be like this.
    package var isSensible: Bool {
        (1...Int(Int32.max / 64)).contains(sampleRate) && (1...64).contains(channels.count) && bytesPerSample > 0
    }

    /// Writes the shape into a C frame.
    package func describe(_ raw: UnsafeMutablePointer<AVFrame>) {
        raw.pointee.sample_rate = CInt(clamping: sampleRate)
        raw.pointee.format = format.rawValue
        raw.pointee.ch_layout = channels.layout
    }
}

extension Frame {
    /// How the sound of the frame lies in memory.
    package var soundShape: SoundShape { withRaw { SoundShape($0) } }
}

extension Frame {
    /// Makes silence.
    package init(silence shape: SoundShape, sampleCount: Int) throws {
        try self.init(shape, sampleCount: sampleCount)
        _ = withRaw { raw in
            av_samples_set_silence(
                raw.pointee.extended_data,
                0,
                raw.pointee.nb_samples,
                CInt(clamping: shape.channels.count),
                shape.format
            )
        }
    }
}

extension SoundShape {
    /// How one sample is written.
    package enum Number: Hashable, Sendable { case integer16, integer32, float32, float64 }

    /// Sound of a kind of numbers, interleaved or with every channel in a plane of its own.
    package init(sampleRate: Int, number: Number, isPlanar: Bool, channels: SoundChannels) {
        let format =
            switch number {
            case .integer16: isPlanar ? AV_SAMPLE_FMT_S16P : AV_SAMPLE_FMT_S16
            case .integer32: isPlanar ? AV_SAMPLE_FMT_S32P : AV_SAMPLE_FMT_S32
            case .float32: isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
            case .float64: isPlanar ? AV_SAMPLE_FMT_DBLP : AV_SAMPLE_FMT_DBL
            }
        self.init(sampleRate: sampleRate, format: format, channels: channels)
    }

    /// The same sound as 32-bit floating-point numbers, every channel in a plane of its own.
    var asFloats: SoundShape { SoundShape(sampleRate: sampleRate, format: AV_SAMPLE_FMT_FLTP, channels: channels) }
}
