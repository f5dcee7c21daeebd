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

    /// How many bytes tell all of this.
    private static let fixedByteCount = 7

    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        let head = Array(bytes.prefix(Self.fixedByteCount))
        guard head.count == Self.fixedByteCount else {
            // Two bytes are enough to be none.
            guard head.count < 2 || head[0] == 0xFF && head[1] >> 4 == 0xF else { throw .invalid("syncword") }
            throw .endOfData
        }
        try self.init(fields: head.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Reads the header of a frame that lies in memory: in long files there are millions.
    package init(_ bytes: UnsafeRawBufferPointer) throws(BitstreamError) {
        guard bytes.count >= Self.fixedByteCount else { throw .endOfData }
        var fields: UInt64 = 0
        for place in 0..<Self.fixedByteCount { fields = fields << 8 | UInt64(bytes[place]) }
        try self.init(fields: fields)
    }

    /// `fields`: the first 56 bits.
    private init(fields: UInt64) throws(BitstreamError) {
        func field(_ count: UInt64, endingBefore rest: UInt64) -> Int { Int(fields >> rest & (1 << count - 1)) }
        guard field(12, endingBefore: 44) == 0xFFF else { throw .invalid("syncword") }
        // The bit between them: MPEG-2 or MPEG-4.
        guard field(2, endingBefore: 41) == 0 else { throw .invalid("layer") }
        hasChecksum = field(1, endingBefore: 40) == 0
        objectType = AudioObjectType(rawValue: field(2, endingBefore: 38) + 1)
        let index = field(4, endingBefore: 34)
        guard AudioSpecificConfig.sampleRates.indices.contains(index) else {
            throw .invalid("sampling_frequency_index")
        }
        sampleRate = AudioSpecificConfig.sampleRates[index]
        channelConfiguration = field(3, endingBefore: 30)
        frameByteCount = field(13, endingBefore: 13)
        // Before it: how full the buffer is.
        blockCount = field(2, endingBefore: 0) + 1
        guard frameByteCount >= headerByteCount else { throw .invalid("aac_frame_length") }
    }
}
