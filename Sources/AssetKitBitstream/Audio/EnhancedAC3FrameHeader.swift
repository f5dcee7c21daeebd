/// The front of an E-AC-3 frame (ETSI TS 102 366, Annex E.1.2).
package struct EnhancedAC3FrameHeader: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case independent, dependent, converted
    }

    package var kind: Kind
    package var substream: Int
    package var frameByteCount: Int
    package var sampleRate: Int
    package var blockCount: Int
    package var channels: AC3Channels
    package var bitstreamID: Int
    /// The speakers that a dependent substream adds or replaces, left first in the highest of 16 bits.
    var channelMap: Int?

    package var sampleCount: Int { blockCount * 256 }
    /// The rate is half of one of AC-3's.
    var hasHalfRate: Bool { AC3Channels.rateIndex(sampleRate) == 3 }

    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        try self.init(from: &reader)
    }

    /// Leaves the reader behind the channel map, where what ``EnhancedAC3Services`` reads begins.
    package init(from reader: inout BitReader) throws(BitstreamError) {
        guard try reader.unsigned(16) == 0x0B77 else { throw .invalid("syncword") }
        guard let kind = Kind(rawValue: try reader.unsigned(2)) else { throw .invalid("strmtyp") }
        self.kind = kind
        substream = try reader.unsigned(3)
        frameByteCount = (try reader.unsigned(11) + 1) * 2
        let rateIndex = try reader.unsigned(2)
        let otherIndex = try reader.unsigned(2)
        if let rate = AC3Channels.sampleRate(rateIndex) {
            (sampleRate, blockCount) = (rate, [1, 2, 3, 6][otherIndex])
        } else if let rate = AC3Channels.sampleRate(otherIndex) {
            (sampleRate, blockCount) = (rate / 2, 6)
        } else {
            throw .invalid("fscod2")
        }
        channels = try AC3Channels(from: &reader)
        bitstreamID = try reader.unsigned(5)
        guard (11...16).contains(bitstreamID) else { throw .invalid("bsid") }
        // Loudness, once more for the second of two independent channels.
        for _ in 0..<(channels.mode == 0 ? 2 : 1) {
            try reader.skip(5)
            if try reader.flag() { try reader.skip(8) }
        }
        if kind == .dependent, try reader.flag() { channelMap = try reader.unsigned(16) }
    }
}
