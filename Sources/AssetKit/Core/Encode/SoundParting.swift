internal import CMTimeLib
internal import Foundation

/// A stretch of sound in an encoder's own form: whole blocks of it, and at the end what is left.
struct SoundPart: Sendable {
    /// Its place among the parts.
    var number: Int
    /// Its first frame, counted from that of the first part.
    var start: Int
    /// How many frames it has.
    var count: Int
    /// How many frames of what comes before it lie in front of it, for an encoder to hear first.
    var leadCount = 0
    /// No sound follows it.
    var isLast = false
    var bytes: [UInt8]

    /// Which encoder it is for.
    var lane: Int { number % SoundParting.laneCount }
}

/// How sound is cut into parts that are encoded apart. Which parts there are, and which lane has which, depends on the
/// encoding only, so that the bytes are the same however many threads work. A plain value.
struct SoundParting: Sendable {
    /// What a codec makes of a block that others come before.
    enum Kind: Sendable {
        /// Blocks stand alone: the samples are those of one run over everything.
        case apart
        /// Blocks depend on those just before, in an encoder and in a decoder, and ever less on those before them: an encoder
        /// that has heard some of them goes on as another one would have done.
        case fading
    }

    /// Few enough for the parts that wait to be small.
    private static let blocksInPart = 16
    /// Parts of fading blocks are ten seconds long, and so is the time between places where one encoder takes over from
    /// another. It has heard a second before: its measures of loudness, pitch and tone have settled by then.
    private static let fadingBlocksInPart = 500
    private static let leadBlocks = 50
    /// How many encoders share the parts, each having every fourth: fixed, because an encoder of FLAC counts its frames, and
    /// may decide by the length of that number how it stores what cannot be compressed.
    static let laneCount = 4

    let encoding: SoundEncoding
    let kind: Kind
    let blockSize: Int

    /// nil for encodings that are one run.
    init?(_ encoding: SoundEncoding) throws {
        guard let kind = encoding.partingKind, let encoder = try SoundEncoder.open(encoding) else { return nil }
        guard encoder.samplesPerFrame > 0 else { return nil }
        (self.encoding, self.kind) = (encoding, kind)
        blockSize = encoder.samplesPerFrame
    }

    /// How many frames a part has, the last one aside.
    var partSize: Int { blockSize * (kind == .apart ? Self.blocksInPart : Self.fadingBlocksInPart) }

    /// How many frames an encoder hears before those of its part.
    var leadSize: Int { kind == .apart ? 0 : blockSize * Self.leadBlocks }

    func lane() throws -> any SoundLane {
        switch kind {
        case .apart: try BlockLane(self)
        case .fading: FadingLane(self)
        }
    }
}

extension SoundEncoding {
    fileprivate var partingKind: SoundParting.Kind? {
        switch codec {
        case .flac: .apart
        // With fewer bits some of it is coded as speech, where a decoder that has heard other samples stays off for longer.
        // So are the channels of surround sound that get few of them.
        case .opus where codedChannels.count <= 2 && (codedBitRate ?? 0) >= 64_000: .fading
        default: nil
        }
    }
}

/// One of the encoders that parts of sound are shared among. Not Sendable: one thread owns it.
protocol SoundLane: AnyObject {
    /// All samples of a part, which comes after those that the lane had before.
    func samples(of part: SoundPart) throws -> [SinkSample]
}
