/// The channel layout of AC-3 and E-AC-3: acmod and lfeon (ETSI TS 102 366, 4.4.2.3).
package struct AC3Channels: Hashable, Sendable {
    package var mode: Int
    package var hasLowFrequency: Bool

    /// Full channels of each mode, in front and behind; mode 0 is two independent ones.
    package var channelCount: Int { [2, 1, 2, 3, 3, 4, 4, 5][mode] + (hasLowFrequency ? 1 : 0) }

    /// Reads acmod and lfeon where they follow each other.
    package init(from reader: inout BitReader) throws(BitstreamError) {
        mode = try reader.unsigned(3)
        hasLowFrequency = try reader.flag()
    }

    package init(mode: Int, hasLowFrequency: Bool) {
        self.mode = mode
        self.hasLowFrequency = hasLowFrequency
    }

    /// fscod; `nil` is for the value that stands for none of the rates.
    package static func sampleRate(_ index: Int) -> Int? { [48_000, 44_100, 32_000, nil][index] }

    /// The number of a rate; 3 is for those that need a second number.
    package static func rateIndex(_ rate: Int) -> Int { [48_000, 44_100, 32_000].firstIndex(of: rate) ?? 3 }
}
