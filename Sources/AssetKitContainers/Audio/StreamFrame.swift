/// What the head of a frame tells, whatever the format of the stream.
package struct StreamFrame: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case mpeg(version: MPEGAudioHead.Version, layer: Int)
        case adts(profile: Int)
        case ac3, enhancedAC3
    }

    package var kind: Kind
    /// 0 for frames of free format, whose size only the next frame tells.
    package var byteCount: Int
    package var sampleCount: Int
    package var sampleRate: Int
    package var channelCount: Int
    package var bitsPerSecond: Int
    /// True for frames that add to one before them and take no time of their own.
    var isDependent = false

    /// Two frames belong to one stream when these agree. Channels may change with the joint modes.
    package func isLike(_ other: StreamFrame) -> Bool { kind == other.kind && sampleRate == other.sampleRate }

    /// How many bytes a head has at most.
    package static let headByteCount = 8

    /// Reads the head of a frame of any of the formats; nil when the bytes are none.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.headByteCount else { return nil }
        self.init(head: Array(bytes.prefix(Self.headByteCount)))
    }

    /// Reads a head of `headByteCount` bytes.
    package init?(head: [UInt8]) {
        guard let frame = MPEGAudioHead(head)?.frame ?? ADTSHead(head)?.frame ?? DolbyHead(head)?.frame else {
            return nil
        }
        self = frame
    }

    package init(kind: Kind, byteCount: Int, sampleCount: Int, sampleRate: Int, channelCount: Int, bitsPerSecond: Int) {
        self.kind = kind
        self.byteCount = byteCount
        self.sampleCount = sampleCount
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.bitsPerSecond = bitsPerSecond
    }
}

/// The head of an AAC frame in its transport stream of old.
struct ADTSHead: Hashable, Sendable {
    var frame: StreamFrame

    private static let frequencies = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == 0xff, bytes[1] & 0xf6 == 0xf0 else { return nil }
        let frequencyIndex = Int(bytes[2] >> 2 & 15)
        guard frequencyIndex < Self.frequencies.count else { return nil }
        let channels = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
        let size = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        let headSize = bytes[1] & 1 == 0 ? 9 : 7
        guard size >= headSize else { return nil }
        let samples = 1_024 * (Int(bytes[6] & 3) + 1)
        let rate = Self.frequencies[frequencyIndex]
        frame = StreamFrame(
            kind: .adts(profile: Int(bytes[2] >> 6) + 1),
            byteCount: size,
            sampleCount: samples,
            sampleRate: rate,
            channelCount: channels == 7 ? 8 : channels,
            bitsPerSecond: size * 8 * rate / samples
        )
    }
}

/// The head of an AC-3 or E-AC-3 frame.
struct DolbyHead: Hashable, Sendable {
    var frame: StreamFrame

    private static let rates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    private static let channels = [2, 1, 2, 3, 3, 4, 4, 5]

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[0] == 0x0b, bytes[1] == 0x77 else { return nil }
        let streamVersion = Int(bytes[5] >> 3)
        if streamVersion <= 10 {
            guard let frame = Self.ac3(bytes, shift: max(8, streamVersion) - 8) else { return nil }
            self.frame = frame
        } else if streamVersion <= 16, let frame = Self.enhanced(bytes) {
            self.frame = frame
        } else {
            return nil
        }
    }

    private static func ac3(_ bytes: [UInt8], shift: Int) -> StreamFrame? {
        let frequencyIndex = Int(bytes[4] >> 6)
        let sizeIndex = Int(bytes[4] & 0x3f)
        guard frequencyIndex < 3, sizeIndex < 38 else { return nil }
        let rate = rates[sizeIndex / 2]
        // Sizes in words of two bytes; at 44.1 kHz, odd numbers have one more.
        let words =
            switch frequencyIndex {
            case 0: rate * 2
            case 1: 320 * rate / 147 + (sizeIndex & 1)
            default: rate * 3
            }
        let mode = Int(bytes[6] >> 5)
        // Where the mark of the low-frequency channel stands depends on the fields that the mode brings along.
        var skipped = 0
        if mode & 1 != 0, mode != 1 { skipped += 2 }
        if mode & 4 != 0 { skipped += 2 }
        if mode == 2 { skipped += 2 }
        let rest = UInt16(bytes[6]) << 8 | UInt16(bytes[7])
        let hasLow = rest >> (12 - UInt16(skipped)) & 1 == 1
        return StreamFrame(
            kind: .ac3,
            byteCount: words * 2,
            sampleCount: 1_536,
            sampleRate: [48_000, 44_100, 32_000][frequencyIndex] >> shift,
            channelCount: channels[mode] + (hasLow ? 1 : 0),
            bitsPerSecond: (rate * 1_000) >> shift
        )
    }

    private static func enhanced(_ bytes: [UInt8]) -> StreamFrame? {
        let streamType = Int(bytes[2] >> 6)
        let substream = Int(bytes[2] >> 3 & 7)
        let size = ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) * 2
        var rate = 0
        var blocks = 6
        let code = Int(bytes[4] >> 6)
        if code == 3 {
            let half = Int(bytes[4] >> 4 & 3)
            guard half < 3 else { return nil }
            rate = [24_000, 22_050, 16_000][half]
        } else {
            rate = [48_000, 44_100, 32_000][code]
            blocks = [1, 2, 3, 6][Int(bytes[4] >> 4 & 3)]
        }
        guard streamType != 3, size >= 8 else { return nil }
        let mode = Int(bytes[4] >> 1 & 7)
        var frame = StreamFrame(
            kind: .enhancedAC3,
            byteCount: size,
            sampleCount: blocks * 256,
            sampleRate: rate,
            channelCount: channels[mode] + Int(bytes[4] & 1),
            bitsPerSecond: size * 8 * rate / (blocks * 256)
        )
        frame.isDependent = streamType == 1 || substream != 0
        return frame
    }
}
