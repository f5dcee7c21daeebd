internal import AssetKitFFmpeg
internal import CMTimeLib
internal import Foundation

/// How sound is cut into chunks that are encoded by themselves. Which chunks there are, and which lane has which,
/// depends on the encoding only, so that the bytes are the same however many threads there are. A plain value.
package struct SoundChunking: Sendable {
    /// How what a codec makes of a block depends on the blocks before it.
    enum Kind: Sendable {
        /// Not at all: the samples are those of one encoder over everything.
        case apart
        /// On those just before, in an encoder and in a decoder, and ever less on those before them: an encoder that
        /// has been given some of them goes on as another one would have done.
        case fading
    }

    /// Few, so that the chunks that wait take little memory.
    private static let blocksInChunk = 16
    /// Chunks of fading blocks are ten seconds long: so far apart are the places where one encoder takes over from
    /// another. It has been given a second before that: its measures of loudness, pitch and tone have settled by then.
    private static let fadingBlocksInChunk = 500
    private static let leadBlocks = 50
    /// How many encoders share the chunks, each having every fourth: fixed, because an encoder of FLAC counts its
    /// frames, and may decide by the length of that number how it stores what cannot be compressed.
    package static let laneCount = 4

    package let encoding: SoundEncoding
    let kind: Kind
    let blockSize: Int

    /// nil for encodings that one encoder has to make from beginning to end.
    package init?(_ encoding: SoundEncoding) throws {
        guard let kind = encoding.chunkingKind, let encoder = try SoundEncoder.open(encoding) else { return nil }
        guard encoder.samplesPerFrame > 0 else { return nil }
        (self.encoding, self.kind) = (encoding, kind)
        blockSize = encoder.samplesPerFrame
    }

    /// How many frames a chunk has, the last one aside.
    package var chunkSize: Int { blockSize * (kind == .apart ? Self.blocksInChunk : Self.fadingBlocksInChunk) }

    /// How many frames an encoder is given before those of its chunk.
    package var leadSize: Int { kind == .apart ? 0 : blockSize * Self.leadBlocks }

    package func lane() throws -> any SoundLane {
        switch kind {
        case .apart: try BlockLane(self)
        case .fading: FadingLane(self)
        }
    }
}

extension SoundEncoding {
    fileprivate var chunkingKind: SoundChunking.Kind? {
        switch codec {
        case .flac: .apart
        // With fewer bits some of it is coded as speech, where a decoder that has heard other samples stays off for longer.
        // So are the channels of surround sound that get few of them.
        case .opus where codedChannels.count <= 2 && (codedBitRate ?? 0) >= 64_000: .fading
        default: nil
        }
    }
}
