internal import AssetKitBitstream
internal import AssetKitMedia

extension CodecHeaders.Draft {
    /// `esds`: what codec it is, and the header of that.
    mutating func readDescriptor(_ record: ArraySlice<UInt8>) throws(BitstreamError) {
        let descriptor = try ElementaryStreamDescriptor(record: record)
        let header = descriptor.decoderConfiguration.map { $0[...] }
        switch descriptor.objectTypeIndication {
        case 0x20:
            identify(as: .mpeg4)
            if let header { try readMPEG4(stream: header) }
        case 0x60...0x65, 0x6A:
            identify(as: descriptor.objectTypeIndication == 0x6A ? .mpeg1 : .mpeg2)
            if let header { try readMPEG2(stream: header) }
        case 0x40, 0x66, 0x67, 0x68:
            identify(as: .aac)
            if let header { try readAAC(header) }
        // The half rates and MPEG-1 audio, of whatever layer: nearly always 3, and the header would say it.
        case 0x69, 0x6B: identify(as: .mp3)
        case 0x6C: identify(as: .jpeg)
        case 0x6D: identify(as: .png)
        case 0xA5: identify(as: .ac3)
        case 0xA6: identify(as: .eac3)
        case 0xA9...0xAC: identify(as: .dts)
        case 0xAD: identify(as: .opus)
        case 0xDD: identify(as: .vorbis)
        default: break
        }
    }

    /// An AudioSpecificConfig, whatever codec of MPEG-4 it is for.
    mutating func readAAC(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        let config = try AudioSpecificConfig(bytes)
        if config.hasBandReplication == nil, isKnownToReplicateBands { return }
        switch config.objectType.rawValue {
        case 32, 33, 34: identify(as: [.mp1, .mp2, .mp3][config.objectType.rawValue - 32])
        default: track.profile = config.profileName
        }
        var frames = config.frameLength.map { $0 * (config.hasBandReplication == true ? 2 : 1) }
        if config.objectType == .unifiedSpeechAndAudio {
            frames = try Self.unifiedFrameLength(bytes)
            // Only some of its frames can be decoded by themselves.
            track.hasSampleDependencies = true
        }
        setSound(
            rate: config.outputSampleRate,
            channels: config.channelCount,
            layout: ChannelLayoutName.aac(config),
            framesPerPacket: frames
        )
    }

    mutating func describe(_ header: ADTSHeader) {
        guard !isKnownToReplicateBands else { return }
        track.profile = header.objectType.name
        setSound(
            rate: header.sampleRate,
            channels: header.channelCount,
            layout: ChannelLayoutName.aac(configuration: header.channelConfiguration),
            framesPerPacket: 1024 * header.blockCount
        )
    }

    /// Somebody has decoded the stream and found what a header can leave out.
    private var isKnownToReplicateBands: Bool { track.profile?.hasPrefix("HE-AAC") == true }

    /// What people call AAC of a profile.
    static func nameOfAAC(profile: String?) -> String {
        guard let profile else { return "AAC" }
        return profile.contains("AAC") ? profile : "AAC \(profile)"
    }

    /// The samples of a frame after band replication (ISO/IEC 23003-3, table 70), which the core's length does not tell.
    private static func unifiedFrameLength(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) -> Int {
        var reader = BitReader(bytes)
        _ = try AudioObjectType(from: &reader)
        if try reader.unsigned(4) == 15 { try reader.skip(24) }
        try reader.skip(4)
        if try reader.unsigned(5) == 31 { try reader.skip(24) }
        let index = try reader.unsigned(3)
        guard index <= 4 else { throw .invalid("coreSbrFrameLengthIndex") }
        return [768, 1024, 2048, 2048, 4096][index]
    }
}
