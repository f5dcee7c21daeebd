internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

/// What a codec of sound can do, and what it is called.
package struct SoundCodecTraits: Sendable {
    /// What sentences call the codec.
    package var name: String
    /// None for samples that are not compressed.
    var encoder: EncoderName?
    package var formatID: AudioFormatID
    /// Frames in a second; none where any will do.
    package var sampleRates: [Int] = []
    /// The channels; none where any will do up to ``maximumChannels``.
    package var channelMasks: [UInt64] = []
    package var maximumChannels = 8
    /// What the encoder takes: interleaved or every channel in a plane of its own.
    var number = SoundShape.Number.float32
    var isPlanar = true
    /// Bits of a sample that can be asked for.
    var bitDepths: [Int] = []
    /// The last packet may hold fewer frames than the others.
    var endsShort = false
    package var isLossless = false
}

extension SoundEncoding.Codec {
    /// What encodes the sound of a codec anew; nil where nothing does.
    package init?(_ source: CodecTraits) {
        switch source.codec {
        case .aac: self = .aac
        case .alac: self = .alac
        case .opus: self = .opus
        case .mp3: self = .mp3
        case .flac: self = .flac
        case .vorbis: self = .vorbis
        case .ac3: self = .ac3
        case .eac3: self = .eac3
        case _ where source.habits.contains(.isPlain): self = .pcm
        default: return nil
        }
    }

    package var traits: SoundCodecTraits {
        switch self {
        case .aac: .aac
        case .alac: .alac
        case .opus: .opus
        case .mp3: .mp3
        case .flac: .flac
        case .vorbis: .vorbis
        case .ac3: .ac3("AC-3", .ac3, kAudioFormatAC3)
        case .eac3: .ac3("E-AC-3", .eac3, kAudioFormatEnhancedAC3)
        case .pcm: .pcm
        }
    }
}

extension SoundCodecTraits {
    fileprivate static let aac = SoundCodecTraits(
        name: "AAC",
        encoder: .aac,
        formatID: kAudioFormatMPEG4AAC,
        sampleRates: [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350],
        // The configurations that have a number: one to five channels, 5.1 and 7.1.
        channelMasks: [0x4, 0x3, 0x7, 0x107, 0x37, 0x3F, 0x63F]
    )

    fileprivate static let alac = SoundCodecTraits(
        name: "ALAC",
        encoder: .alac,
        formatID: kAudioFormatAppleLossless,
        channelMasks: [0x4, 0x3, 0x7, 0x107, 0x37, 0x3F, 0x13F, 0xFF],
        number: .integer16,
        bitDepths: [16, 24],
        endsShort: true,
        isLossless: true
    )

    fileprivate static let opus = SoundCodecTraits(
        name: "Opus",
        encoder: .opus,
        formatID: kAudioFormatOpus,
        sampleRates: [48000, 24000, 16000, 12000, 8000],
        // Those that Vorbis has an order for.
        channelMasks: [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F],
        isPlanar: false
    )

    fileprivate static let mp3 = SoundCodecTraits(
        name: "MP3",
        encoder: .lame,
        formatID: kAudioFormatMPEGLayer3,
        sampleRates: [48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000],
        channelMasks: [0x4, 0x3],
        maximumChannels: 2
    )

    fileprivate static let flac = SoundCodecTraits(
        name: "FLAC",
        encoder: .flac,
        formatID: kAudioFormatFLAC,
        channelMasks: [0x4, 0x3, 0x7, 0x33, 0x603, 0x37, 0x607, 0x3F, 0x60F, 0x70F, 0x63F],
        number: .integer16,
        isPlanar: false,
        bitDepths: [16, 24],
        endsShort: true,
        isLossless: true
    )

    fileprivate static let vorbis = SoundCodecTraits(
        name: "Vorbis",
        encoder: .vorbis,
        formatID: AKAudioFormatVorbis,
        channelMasks: [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
    )

    fileprivate static func ac3(_ name: String, _ encoder: EncoderName, _ formatID: AudioFormatID) -> SoundCodecTraits {
        SoundCodecTraits(
            name: name,
            encoder: encoder,
            formatID: formatID,
            sampleRates: [48000, 44100, 32000],
            // Four corners have no low frequencies beside them.
            channelMasks: acModes.keys.sorted()
                + acModes.keys.map { $0 | 8 }.filter { $0 != 0x3B && $0 != 0x60B }.sorted(),
            maximumChannels: 6
        )
    }

    /// The mode of AC-3 for its channels but the low frequencies.
    static let acModes: [UInt64: UInt8] = [
        0x4: 1, 0x3: 2, 0x7: 3, 0x103: 4, 0x107: 5, 0x603: 6, 0x33: 6, 0x607: 7, 0x37: 7,
    ]

    fileprivate static let pcm = SoundCodecTraits(
        name: "PCM",
        encoder: nil,
        formatID: kAudioFormatLinearPCM,
        maximumChannels: 64,
        endsShort: true,
        isLossless: true
    )

    // MARK: Bit rates

    /// The bit rates that there are; nil where any will do within the range.
    package func bitRates(_ sampleRate: Int) -> [Int]? {
        switch formatID {
        case kAudioFormatMPEGLayer3:
            // MPEG-1, then MPEG-2, then what has a quarter of MPEG-1's rates.
            let table =
                sampleRate >= 32000
                ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
                : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
            return table.filter { sampleRate > 12000 || $0 <= 64 }.map { $0 * 1000 }
        case kAudioFormatAC3: return AC3FrameHeader.kilobitRates.map { $0 * 1000 }
        default: return nil
        }
    }

    package func bitRateRange(_ sampleRate: Int, _ channelCount: Int) -> ClosedRange<Int> {
        switch formatID {
        // A packet has at most 6144 bits for a channel.
        case kAudioFormatMPEG4AAC: 8000...max(8000, 6 * sampleRate * channelCount)
        case kAudioFormatOpus: 6000...256_000 * channelCount
        case kAudioFormatEnhancedAC3: 32000 * channelCount...6_144_000
        default: 8000 * channelCount...250_000 * channelCount
        }
    }

    package func usualBitRate(_ sampleRate: Int, _ channelCount: Int) -> Int {
        let count = max(channelCount, 1)
        switch formatID {
        case kAudioFormatMPEGLayer3:
            let wish = (sampleRate >= 32000 ? 96000 : sampleRate > 12000 ? 40000 : 24000) * count
            let rates = bitRates(sampleRate) ?? []
            return rates.first { $0 >= wish } ?? rates.last ?? wish
        case kAudioFormatAC3, kAudioFormatEnhancedAC3: return [96, 192, 256, 320, 384, 448][min(count, 6) - 1] * 1000
        // Half as many frames need half as many bits.
        case kAudioFormatMPEG4AAC: return max(min(sampleRate * 3 / 2, 64000), 16000) * count
        default: return 64000 * count
        }
    }
}
