internal import AssetKitBitstream

/// The identification header of Vorbis (4.2.2 of its specification).
struct VorbisIdentification: Hashable, Sendable {
    var channelCount: Int
    var sampleRate: Int
    /// How long short and long blocks are; empty where that is not there.
    var blockSizes: [Int] = []

    /// Parses the header alone, or finds it first of the three that containers lace together.
    init(codecPrivate bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        let mark = [1] + Array("vorbis".utf8)
        var rest = bytes
        if rest.first == 2 {
            // Xiph lacing: two sizes, each a sum of bytes of which only the last is not 255.
            rest = rest.dropFirst()
            for _ in 0..<2 { rest = rest.drop { $0 == 255 }.dropFirst() }
        } else if rest.starts(with: [0, 30]) {
            rest = rest.dropFirst(2)
        }
        guard rest.starts(with: mark) else { throw .invalid("packet type") }
        let fields = rest.dropFirst(mark.count).prefix(9).map(Int.init)
        guard fields.count == 9 else { throw .endOfData }
        // Numbers are little-endian: a version, the channels, the rate.
        guard fields[0..<4].allSatisfy({ $0 == 0 }) else { throw .unsupported("a version of Vorbis other than 0") }
        channelCount = fields[4]
        sampleRate = fields[5...8].reversed().reduce(0) { $0 << 8 | $1 }
        guard channelCount > 0 else { throw .invalid("audio_channels") }
        guard sampleRate > 0, sampleRate <= Int(Int32.max) else { throw .invalid("audio_sample_rate") }
        // Behind three bit rates stand the exponents of both, the short one's below.
        guard let sizes = rest.dropFirst(mark.count + 21).first else { return }
        blockSizes = [1 << Int(sizes & 15), 1 << Int(sizes >> 4)]
    }
}
