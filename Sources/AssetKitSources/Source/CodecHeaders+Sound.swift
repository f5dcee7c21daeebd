internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitMedia

extension CodecHeaders.Draft {
    /// The sound facts, made when they are first needed.
    private var audio: AudioFacts {
        get { track.audio ?? AudioFacts() }
        set { track.audio = newValue }
    }

    mutating func setSound(rate: Int, channels: Int?, layout: String?, framesPerPacket: Int?) {
        audio.sampleRate = Double(rate)
        if let channels {
            // A layout of the container's is kept as long as it is one of so many channels.
            if audio.channelCount != channels || layout != nil { audio.channelLayout = layout }
            audio.channelCount = channels
        }
        if let framesPerPacket { audio.framesPerPacket = framesPerPacket }
    }

    /// The frames of MPEG-1 audio and of its half rates, which are all that these formats have.
    mutating func setLayerFrames() {
        guard audio.framesPerPacket == 0, audio.sampleRate > 0 else { return }
        switch codec {
        case .mp1: audio.framesPerPacket = 384
        case .mp2: audio.framesPerPacket = 1152
        default: audio.framesPerPacket = audio.sampleRate >= 32_000 ? 1152 : 576
        }
    }

    mutating func describe(_ header: OpusHeader) {
        // Opus decodes at this rate whatever it was made from.
        setSound(
            rate: 48_000,
            channels: header.channelCount,
            layout: ChannelLayoutName.opus(header),
            framesPerPacket: nil
        )
        audio.priming = audio.priming ?? header.preSkip
    }

    /// A packet of Opus tells how long it is (RFC 6716, 3.1).
    mutating func readOpus(packet: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(packet)
        let configuration = try reader.unsigned(5)
        try reader.skip(1)
        // In steps of 2.5 ms.
        let length =
            switch configuration {
            case ..<12: [4, 8, 16, 24][configuration % 4]
            case ..<16: [4, 8][configuration % 2]
            default: [1, 2, 4, 8][configuration % 4]
            }
        var count = [1, 2, 2, 0][try reader.unsigned(2)]
        if count == 0 {
            try reader.skip(2)
            count = try reader.unsigned(6)
        }
        guard count > 0, count * length <= 48 else { throw .invalid("frame count") }
        audio.framesPerPacket = count * length * 120
        if audio.sampleRate == 0 { audio.sampleRate = 48_000 }
    }

    mutating func describe(_ header: VorbisIdentification) {
        setSound(
            rate: header.sampleRate,
            channels: header.channelCount,
            layout: ChannelLayoutName.vorbis(header.channelCount),
            framesPerPacket: nil
        )
    }

    mutating func describe(_ info: FLACStreamInfo) {
        let isFixed = info.minimumBlockSize == info.maximumBlockSize
        // The mask that overrides this order stands in a comment, for the container's reader to find.
        let layout = audio.channelCount == info.channelCount ? audio.channelLayout : nil
        setSound(
            rate: info.sampleRate,
            channels: info.channelCount,
            layout: layout ?? ChannelLayoutName.flac(info.channelCount),
            framesPerPacket: isFixed ? info.maximumBlockSize : nil
        )
        audio.bitDepth = info.bitDepth
    }

    mutating func describe(_ config: AppleLosslessConfig) {
        setSound(
            rate: config.sampleRate,
            channels: config.channelCount,
            layout: ChannelLayoutName.appleLossless(config.channelCount),
            framesPerPacket: config.framesPerPacket
        )
        audio.bitDepth = config.bitDepth
    }
}

// AC-3 and Enhanced AC-3.
extension CodecHeaders.Draft {
    mutating func readAC3(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try AC3Configuration(record: record)
        setDolby(rate: configuration.sampleRate, configuration.channels, frames: AC3FrameHeader.samplesPerFrame)
    }

    mutating func readAC3(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try AC3FrameHeader(frame)
        setDolby(rate: header.sampleRate, header.channels, frames: AC3FrameHeader.samplesPerFrame)
    }

    mutating func readEnhancedAC3(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try EnhancedAC3Configuration(record: record)
        guard let substream = configuration.substreams.first else { throw .endOfData }
        setDolby(
            rate: substream.sampleRate,
            substream.channels,
            addedLocations: substream.addedLocations,
            channelCount: substream.channelCount,
            frames: AC3FrameHeader.samplesPerFrame
        )
        // FFmpeg's words, from its release 6 on.
        if configuration.objectComplexity != nil { track.profile = "Dolby Digital Plus + Dolby Atmos" }
    }

    mutating func readEnhancedAC3(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        // Old AC-3 may stand first where a stream is to play on old receivers.
        if frame.count > 5, frame[frame.startIndex + 5] >> 3 <= 10 { return try readAC3(frame: frame) }
        let header = try EnhancedAC3FrameHeader(frame)
        setDolby(rate: header.sampleRate, header.channels, frames: header.sampleCount)
    }

    private mutating func setDolby(
        rate: Int,
        _ channels: AC3Channels,
        addedLocations: Int = 0,
        channelCount: Int? = nil,
        frames: Int
    ) {
        setSound(
            rate: rate,
            channels: channelCount ?? channels.channelCount,
            layout: ChannelLayoutName.dolby(channels, addedLocations: addedLocations),
            framesPerPacket: frames
        )
    }
}
