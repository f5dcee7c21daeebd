internal import AssetKitBitstream
internal import AssetKitContainers

// Headers of FLAC, Apple Lossless and Vorbis.

/// The decoder's configuration of Apple Lossless: ALACSpecificConfig.
struct AppleLosslessConfig: Hashable, Sendable {
    var framesPerPacket: Int
    var bitDepth: Int
    var channelCount: Int
    var sampleRate: Int

    /// Parses it bare as Matroska has it, or as the payload or the whole of a box `alac`.
    init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var rest = bytes
        for name in ["frma", "alac"] where rest.dropFirst(4).starts(with: Array(name.utf8)) {
            rest = rest.dropFirst(name == "frma" ? 12 : 8)
        }
        // Version and flags of the box are 0, and 0 frames are in no packet.
        if rest.starts(with: [0, 0, 0, 0]) { rest = rest.dropFirst(4) }
        var reader = BitReader(rest)
        framesPerPacket = try reader.unsigned(32)
        try reader.skip(8)  // version of the codec
        bitDepth = try reader.unsigned(8)
        try reader.skip(24)  // parameters of the coder
        channelCount = try reader.unsigned(8)
        try reader.skip(16 + 32 + 32)  // runs, largest packet, bit rate
        sampleRate = try reader.unsigned(32)
        guard (1...1 << 20).contains(framesPerPacket) else { throw .invalid("frameLength") }
        guard [16, 20, 24, 32].contains(bitDepth) else { throw .invalid("bitDepth") }
        guard (1...8).contains(channelCount), sampleRate > 0 else { throw .invalid("numChannels") }
    }
}

/// The identification header of Vorbis (4.2.2 of its specification).
struct VorbisIdentification: Hashable, Sendable {
    var channelCount: Int
    var sampleRate: Int

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
    }
}
