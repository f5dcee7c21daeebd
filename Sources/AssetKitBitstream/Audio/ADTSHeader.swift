/// The header before each AAC frame of a bare stream (ISO/IEC 14496-3, 1.A.2.2).
package struct ADTSHeader: Hashable, Sendable {
    package var objectType: AudioObjectType
    package var sampleRate: Int
    /// 0 where a program config element at the start of the frame tells.
    package var channelConfiguration: Int
    package var hasChecksum: Bool
    /// Header and data.
    package var frameByteCount: Int
    /// Blocks of 1024 samples, nearly always 1.
    package var blockCount: Int

    package var headerByteCount: Int { hasChecksum ? 9 : 7 }
    package var channelCount: Int? { AudioSpecificConfig.channelCount(ofConfiguration: channelConfiguration) }

    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.unsigned(12) == 0xFFF else { throw .invalid("syncword") }
        try reader.skip(1)  // MPEG-2 or MPEG-4
        guard try reader.unsigned(2) == 0 else { throw .invalid("layer") }
        hasChecksum = try !reader.flag()
        objectType = AudioObjectType(rawValue: try reader.unsigned(2) + 1)
        let index = try reader.unsigned(4)
        guard AudioSpecificConfig.sampleRates.indices.contains(index) else {
            throw .invalid("sampling_frequency_index")
        }
        sampleRate = AudioSpecificConfig.sampleRates[index]
        try reader.skip(1)
        channelConfiguration = try reader.unsigned(3)
        try reader.skip(4)
        frameByteCount = try reader.unsigned(13)
        try reader.skip(11)  // fullness of the buffer
        blockCount = try reader.unsigned(2) + 1
        guard frameByteCount >= headerByteCount else { throw .invalid("aac_frame_length") }
    }
}
