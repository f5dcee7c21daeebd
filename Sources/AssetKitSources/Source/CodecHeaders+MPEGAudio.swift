internal import AssetKitBitstream
internal import AssetKitMedia

/// The header of a frame of MPEG-1 audio, of its half rates (MPEG-2) and quarter rates (ISO/IEC 11172-3, 2.4.2.3).
struct MPEGAudioHeader: Hashable, Sendable {
    /// 1 to 3.
    var layer: Int
    var sampleRate: Int
    var channelCount: Int
    var framesPerPacket: Int

    init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.unsigned(11) == 0x7ff else { throw .invalid("syncword") }
        let version = try reader.unsigned(2)
        guard version != 1 else { throw .invalid("ID") }
        layer = 4 - (try reader.unsigned(2))
        guard layer < 4 else { throw .invalid("layer") }
        try reader.skip(1)  // checksum
        guard try reader.unsigned(4) < 15 else { throw .invalid("bitrate_index") }
        let index = try reader.unsigned(2)
        guard index < 3 else { throw .invalid("sampling_frequency") }
        // 3 is MPEG-1, 2 halves its rates, 0 quarters them.
        sampleRate = [44_100, 48_000, 32_000][index] >> [2, 0, 1, 0][version]
        try reader.skip(2)  // padding, private
        channelCount = try reader.unsigned(2) == 3 ? 1 : 2
        framesPerPacket = layer == 1 ? 384 : layer == 3 && version != 3 ? 576 : 1152
    }
}

extension CodecHeaders.Draft {
    /// The frame names its layer, which containers mix up.
    mutating func readMPEGAudio(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try MPEGAudioHeader(frame)
        identify(as: header.layer == 1 ? .mp1 : header.layer == 2 ? .mp2 : .mp3)
        setSound(
            rate: header.sampleRate,
            channels: header.channelCount,
            layout: header.channelCount == 1 ? "mono" : "stereo",
            framesPerPacket: header.framesPerPacket
        )
    }
}
