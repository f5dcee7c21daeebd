/// The front of a frame of DTS' core (ETSI TS 102 114, 5.3.1), which every player decodes. What extensions add to it,
/// more channels or a higher rate, they say themselves.
package struct DTSCoreHeader: Hashable, Sendable {
    package var sampleRate: Int
    package var samplesPerFrame: Int
    package var frameByteCount: Int
    /// AMODE: how the channels but for the low frequencies are arranged.
    package var arrangement: Int
    package var hasLowFrequency: Bool

    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.unsigned(32) == 0x7FFE_8001 else { throw .invalid("SYNC") }
        try reader.skip(1 + 5)  // kind of frame, missing samples
        let hasChecksum = try reader.flag()
        samplesPerFrame = (try reader.unsigned(7) + 1) * 32
        frameByteCount = try reader.unsigned(14) + 1
        arrangement = try reader.unsigned(6)
        guard let rate = Self.sampleRates[try reader.unsigned(4)] else { throw .invalid("SFREQ") }
        sampleRate = rate
        try reader.skip(5)  // bit rate
        try reader.skip(1 + 1 + 1 + 1 + 1)  // reserved, dynamic range, time stamp, auxiliary data, HDCD
        try reader.skip(3 + 1 + 1)  // extensions, where to synchronise
        hasLowFrequency = [1, 2].contains(try reader.unsigned(2))
        guard samplesPerFrame >= 192, frameByteCount >= 96, !hasChecksum || frameByteCount > 96 else {
            throw .invalid("NBLKS")
        }
    }

    /// How many channels there are; nil for an arrangement that the user defines.
    package var channelCount: Int? {
        guard Self.channelCounts.indices.contains(arrangement) else { return nil }
        return Self.channelCounts[arrangement] + (hasLowFrequency ? 1 : 0)
    }

    /// Table 5-4.
    private static let channelCounts = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 7, 8, 8]

    /// Table 5-5; what is not here is invalid.
    private static let sampleRates = [
        1: 8_000, 2: 16_000, 3: 32_000, 6: 11_025, 7: 22_050, 8: 44_100, 11: 12_000, 12: 24_000, 13: 48_000,
    ]
}
