package import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

extension SoundEncoding {
    /// The sound that is encoded.
    var encoderShape: SoundShape {
        let traits = codec.traits
        let isDeep = !traits.bitDepths.isEmpty && bitDepth > 16
        return SoundShape(
            sampleRate: codedRate,
            number: isDeep ? .integer32 : traits.number,
            isPlanar: traits.isPlanar,
            channels: codedChannels
        )
    }

    /// The same in the words of the converter.
    package var encoderInput: LinearPCM {
        var wish = LinearPCM(sampleRate: codedRate, channels: codedChannels)
        if codec == .pcm {
            wish.depth = samples.depth
            (wish.isBigEndian, wish.isInterleaved) = (samples.isBigEndian, samples.isInterleaved)
            return wish
        }
        let traits = codec.traits
        if traits.bitDepths.isEmpty {
            wish.depth = .float32
        } else {
            wish.depth = bitDepth > 16 ? .integer32 : .integer16
        }
        wish.isInterleaved = !traits.isPlanar
        return wish
    }

    /// How the encoder is opened.
    var encoderOptions: SampleEncoder.Options {
        var options = SampleEncoder.Options(threadCount: 1, putsHeaderAside: true)
        options.bitRate = codedBitRate.map(Int64.init)
        options.soundQuality = codedQuality
        if bitDepth > 16, !codec.traits.bitDepths.isEmpty { options.significantBits = bitDepth }
        guard case .bitRate(_, let strategy) = rate else { return options }
        switch codec {
        case .opus:
            let mode = [Strategy.constant: "off", .constrained: "constrained"][strategy] ?? "on"
            options.specific.append(("vbr", mode))
        case .mp3 where strategy != .constant: options.specific.append(("abr", "1"))
        default: break
        }
        return options
    }

    /// Silence in the form of uncompressed samples.
    func silence(_ count: Int) throws -> CMBlockBuffer {
        let bytes = count * codedChannels.count * samples.depth.bytes
        return try [UInt8](repeating: 0, count: bytes).withUnsafeBytes { try CMBlockBuffer(copying: $0) }
    }
}
