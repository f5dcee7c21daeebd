package import AssetKitCore
package import AssetKitFFmpeg
internal import Foundation

/// Everything that decides the bytes of encoded sound. A plain value.
package struct SoundEncoding: Codable, Sendable, Hashable {
    package enum Codec: String, Codable, CaseIterable, Sendable {
        case aac, alac, opus, mp3, flac, vorbis, ac3, eac3, pcm
    }

    /// What decides how many bits sound gets.
    package enum Rate: Codable, Hashable, Sendable {
        /// What is usual for the codec and the number of channels.
        case usual
        /// Bits in a second, of all channels.
        case bitRate(Int, Strategy)
        /// From 0, small files, to 1, good sound.
        case quality(Double)
    }

    /// How a bit rate may vary.
    package enum Strategy: String, Codable, Sendable { case constant, average, constrained, variable }

    /// How uncompressed samples are written.
    package struct Samples: Codable, Hashable, Sendable {
        package var depth = LinearPCM.Depth.integer16
        package var isBigEndian = false
        package var isInterleaved = true
        /// Wave files have bytes without a sign.
        package var isUnsigned = false

        package init(
            depth: LinearPCM.Depth = LinearPCM.Depth.integer16,
            isBigEndian: Bool = false,
            isInterleaved: Bool = true,
            isUnsigned: Bool = false
        ) {
            self.depth = depth
            self.isBigEndian = isBigEndian
            self.isInterleaved = isInterleaved
            self.isUnsigned = isUnsigned
        }
    }

    package var codec: Codec
    /// Frames in a second that the codec counts.
    package var sampleRate: Int
    var channels: SoundChannels
    package var rate = Rate.usual
    /// Bits of a sample of ALAC and FLAC: 16 or 24.
    package var bitDepth = 16
    /// Only of PCM.
    package var samples = Samples()

    package init(_ codec: Codec, sampleRate: Int, channels: SoundChannels) {
        (self.codec, self.sampleRate, self.channels) = (codec, sampleRate, channels)
    }

    init(_ codec: Codec, sampleRate: Int, channelCount: Int) {
        self.init(codec, sampleRate: sampleRate, channels: SoundChannels(usualFor: channelCount))
    }

    /// The rate of the track: Opus always counts 48,000 frames in a second, whatever its source had.
    package var codedRate: Int { codec == .opus ? 48000 : sampleRate }

    /// The channels as the codec has them: pairs at the sides and at the back stand for each other.
    package var codedChannels: SoundChannels {
        let allowed = codec.traits.channelMasks
        let usual = channels.usual
        guard !allowed.isEmpty, !allowed.contains(usual.mask) else { return codec == .pcm ? channels : usual }
        let other = usual.withSidesAsBacks
        return allowed.contains(other.mask) ? other : usual
    }

    /// Bits in a second that the encoder gets; nil where a quality decides.
    package var codedBitRate: Int? {
        let count = codedChannels.count
        switch (codec, rate) {
        case (.alac, _), (.flac, _), (.pcm, _): return nil
        case (.mp3, .quality), (.vorbis, .quality), (.vorbis, .usual): return nil
        case (_, .bitRate(let value, _)): return value
        case (_, .usual): return codec.traits.usualBitRate(sampleRate, count)
        case (_, .quality(let quality)): return qualityBitRate(quality, count)
        }
    }

    /// A rate for a quality, for codecs whose encoders have no scale of their own. The usual rate is that of 0.5.
    private func qualityBitRate(_ quality: Double, _ count: Int) -> Int {
        let wish = Double(codec.traits.usualBitRate(sampleRate, count)) * pow(2.5, quality * 2 - 1)
        if let rates = codec.traits.bitRates(sampleRate), let most = rates.last {
            return rates.first { Double($0) >= wish } ?? most
        }
        let range = codec.traits.bitRateRange(sampleRate, count)
        return min(max(Int(wish / 1000) * 1000, range.lowerBound), range.upperBound)
    }

    /// The encoder's own scale of quality; nil where a bit rate decides.
    var codedQuality: Double? {
        guard case .quality(let value) = rate else { return codec == .vorbis && rate == .usual ? 5 : nil }
        switch codec {
        case .vorbis: return value * 11 - 1
        case .mp3: return ((1 - value) * 9).rounded()
        default: return nil
        }
    }
}

extension SoundChannels {
    /// The same with the pair at the sides called that at the back or the other way round, where there is one of them.
    var withSidesAsBacks: SoundChannels {
        let (back, side): (UInt64, UInt64) = (0x30, 0x600)
        if mask & back == 0, mask & side == side { return SoundChannels(mask: mask & ~side | back) }
        if mask & side == 0, mask & back == back { return SoundChannels(mask: mask & ~back | side) }
        return self
    }
}
