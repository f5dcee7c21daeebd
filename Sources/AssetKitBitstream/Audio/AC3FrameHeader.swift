/// The front of an AC-3 frame (ETSI TS 102 366, 4.3).
package struct AC3FrameHeader: Hashable, Sendable {
    package var sampleRate: Int
    package var bitRate: Int
    package var frameByteCount: Int
    /// bsid: 8, or 6 for the alternative syntax; 9 and 10 halve and quarter the sample rate.
    package var bitstreamID: Int
    package var bitstreamMode: Int
    package var channels: AC3Channels

    package static let samplesPerFrame = 1_536

    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.unsigned(16) == 0x0B77 else { throw .invalid("syncword") }
        try reader.skip(16)  // checksum
        let rateIndex = try reader.unsigned(2)
        guard let rate = AC3Channels.sampleRate(rateIndex) else { throw .invalid("fscod") }
        let sizeIndex = try reader.unsigned(6)
        guard sizeIndex / 2 < Self.kilobitRates.count else { throw .invalid("frmsizecod") }
        bitstreamID = try reader.unsigned(5)
        guard bitstreamID <= 10 else { throw .invalid("bsid") }
        bitstreamMode = try reader.unsigned(3)
        let mode = try reader.unsigned(3)
        if mode & 1 != 0, mode != 1 { try reader.skip(2) }  // level of the centre
        if mode & 4 != 0 { try reader.skip(2) }  // level of the surrounds
        if mode == 2 { try reader.skip(2) }  // Dolby Surround
        channels = AC3Channels(mode: mode, hasLowFrequency: try reader.flag())
        let shift = max(0, bitstreamID - 8)
        sampleRate = rate >> shift
        bitRate = Self.kilobitRates[sizeIndex / 2] * 1_000 >> shift
        // 1536 samples; at 44.1 kHz the frames take turns at being a word longer.
        let words = Self.kilobitRates[sizeIndex / 2] * 1_000 * Self.samplesPerFrame / rate / 16
        frameByteCount = 2 * (rateIndex == 1 ? words + sizeIndex % 2 : words)
    }

    /// Table 4.13: frmsizecod / 2.
    package static let kilobitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
}
