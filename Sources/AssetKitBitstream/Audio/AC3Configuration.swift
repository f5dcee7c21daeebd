/// The records in `dac3` and `dec3` (ETSI TS 102 366, Annex F).
package struct AC3Configuration: Hashable, Sendable {
    package var sampleRate: Int
    package var bitstreamID: Int
    package var bitstreamMode: Int
    package var channels: AC3Channels
    package var bitRate: Int

    package init(sampleRate: Int, bitstreamID: Int, bitstreamMode: Int, channels: AC3Channels, bitRate: Int) {
        self.sampleRate = sampleRate
        self.bitstreamID = bitstreamID
        self.bitstreamMode = bitstreamMode
        self.channels = channels
        self.bitRate = bitRate
    }
}

extension AC3Configuration {
    /// Parses the payload of `dac3`.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        guard let rate = AC3Channels.sampleRate(try reader.unsigned(2)) else { throw .invalid("fscod") }
        sampleRate = rate
        bitstreamID = try reader.unsigned(5)
        bitstreamMode = try reader.unsigned(3)
        channels = try AC3Channels(from: &reader)
        let code = try reader.unsigned(5)
        guard AC3FrameHeader.kilobitRates.indices.contains(code) else { throw .invalid("bit_rate_code") }
        bitRate = AC3FrameHeader.kilobitRates[code] * 1_000
    }
}
