/// A channel layout in words of its own (ISO/IEC 14496-3, 4.4.1.1): speakers by region.
package struct ProgramConfigElement: Hashable, Sendable {
    package var frontChannels: Int
    package var sideChannels: Int
    package var backChannels: Int
    package var lowFrequencyChannels: Int

    package var channelCount: Int { frontChannels + sideChannels + backChannels + lowFrequencyChannels }

    package init(from reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(4 + 2 + 4)  // tag, object type, sampling frequency
        let front = try reader.unsigned(4)
        let side = try reader.unsigned(4)
        let back = try reader.unsigned(4)
        lowFrequencyChannels = try reader.unsigned(2)
        let data = try reader.unsigned(3)
        let coupling = try reader.unsigned(4)
        for bits in [4, 4, 3] where try reader.flag() { try reader.skip(bits) }  // mono, stereo, matrix mixdown
        frontChannels = try Self.channels(of: front, in: &reader)
        sideChannels = try Self.channels(of: side, in: &reader)
        backChannels = try Self.channels(of: back, in: &reader)
        try reader.skip(4 * (lowFrequencyChannels + data) + 5 * coupling)
        reader.skipToByteBoundary()
        try reader.skip(8 * (try reader.unsigned(8)))  // a comment
    }

    /// Elements of one region: single channels or pairs.
    private static func channels(of elements: Int, in reader: inout BitReader) throws(BitstreamError) -> Int {
        var count = 0
        for _ in 0..<elements {
            count += try reader.flag() ? 2 : 1
            try reader.skip(4)  // tag
        }
        return count
    }
}
