internal import AssetKitBitstream
internal import AssetKitContainers

// Headers of FLAC and Apple Lossless.

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
