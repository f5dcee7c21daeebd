/// The head of an MPEG audio frame, layers I to III.
package struct MPEGAudioHead: Hashable, Sendable {
    package enum Version: Hashable, Sendable { case one, two, twoAndAHalf }

    package var version: Version
    package var layer: Int
    var hasChecksum: Bool
    /// 0 stands for free format.
    package var bitsPerSecond: Int
    package var sampleRate: Int
    package var isPadded: Bool
    package var channelCount: Int
    /// 0 stereo, 1 joint stereo, 2 two languages, 3 mono.
    package var mode: Int

    private static let rates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return nil }
        switch bytes[1] >> 3 & 3 {
        case 0: version = .twoAndAHalf
        case 2: version = .two
        case 3: version = .one
        default: return nil
        }
        layer = 4 - Int(bytes[1] >> 1 & 3)
        let rateIndex = Int(bytes[2] >> 4)
        let frequencyIndex = Int(bytes[2] >> 2 & 3)
        // The emphasis that is reserved occurs in sound streams, so it is no sign of a false head.
        guard layer < 4, rateIndex < 15, frequencyIndex < 3 else { return nil }
        hasChecksum = bytes[1] & 1 == 0
        let table = version == .one ? layer - 1 : layer == 1 ? 3 : 4
        bitsPerSecond = Self.rates[table][rateIndex] * 1_000
        let divisor = version == .one ? 1 : version == .two ? 2 : 4
        sampleRate = [44_100, 48_000, 32_000][frequencyIndex] / divisor
        isPadded = bytes[2] & 2 != 0
        mode = Int(bytes[3] >> 6)
        channelCount = mode == 3 ? 1 : 2
    }

    package var samplesPerFrame: Int {
        switch layer {
        case 1: 384
        case 2: 1_152
        default: version == .one ? 1_152 : 576
        }
    }

    /// The size of the frame with its head; 0 for free format.
    package var byteCount: Int {
        guard bitsPerSecond > 0 else { return 0 }
        let slot = layer == 1 ? 4 : 1
        return (samplesPerFrame / 8 * bitsPerSecond / sampleRate / slot + (isPadded ? 1 : 0)) * slot
    }

    /// Where the side information of layer III ends and Xing's block may stand, counted from the head.
    package var sideEnd: Int {
        let side = version == .one ? (channelCount == 1 ? 17 : 32) : (channelCount == 1 ? 9 : 17)
        return 4 + (hasChecksum ? 2 : 0) + side
    }

    package var frame: StreamFrame? {
        StreamFrame(
            kind: .mpeg(version: version, layer: layer),
            byteCount: byteCount,
            sampleCount: samplesPerFrame,
            sampleRate: sampleRate,
            channelCount: channelCount,
            bitsPerSecond: bitsPerSecond
        )
    }
}
