package import AssetKitBitstream
internal import AssetKitContainers

/// STREAMINFO of FLAC (RFC 9639, 8.2).
package struct FLACStreamInfo: Hashable, Sendable {
    package var minimumBlockSize: Int
    package var maximumBlockSize: Int
    package var sampleRate: Int
    package var channelCount: Int
    package var bitDepth: Int
    /// 0 where the encoder did not know.
    package var sampleCount: Int

    /// Parses the block itself, or finds it behind `fLaC` as Matroska has it, or in the payload of `dfLa`.
    package init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(bytes)
        let byteCount = 34
        if bytes.starts(with: Array("fLaC".utf8)) || bytes.starts(with: [0, 0, 0, 0]) { try reader.skip(32) }
        if reader.position > 0 || bytes.count > byteCount {
            try reader.skip(1)  // the last block
            guard try reader.unsigned(7) == 0 else { throw .invalid("metadata block type") }
            guard try reader.unsigned(24) == byteCount else { throw .invalid("metadata block size") }
        }
        minimumBlockSize = try reader.unsigned(16)
        maximumBlockSize = try reader.unsigned(16)
        try reader.skip(24 + 24)  // sizes of frames
        sampleRate = try reader.unsigned(20)
        channelCount = try reader.unsigned(3) + 1
        bitDepth = try reader.unsigned(5) + 1
        sampleCount = try reader.unsigned(4) << 32 | reader.unsigned(32)
        try reader.skip(128)  // checksum of the samples
        guard sampleRate > 0 else { throw .invalid("sample rate") }
        guard bitDepth >= 4, maximumBlockSize >= 16 else { throw .invalid("STREAMINFO") }
    }
}
