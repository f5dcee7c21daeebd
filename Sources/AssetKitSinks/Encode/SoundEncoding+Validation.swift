internal import AssetKitBase
package import AssetKitCore
internal import AssetKitFFmpeg
internal import Foundation

extension SoundEncoding {
    /// Throws where the codec's encoder cannot do what is asked for. Opens no encoder.
    package func validate() throws(MediaProblem) {
        let traits = codec.traits
        guard traits.encoder.map(SampleEncoder.exists) ?? true else {
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder of \(traits.name) here")
        }
        guard traits.sampleRates.isEmpty ? (1...768_000).contains(sampleRate) : traits.sampleRates.contains(sampleRate)
        else {
            let known = traits.sampleRates.map(String.init).joined(separator: ", ")
            let rest = known.isEmpty ? "" : "; it can have \(known)"
            throw .unsupported("\(traits.name) cannot have \(sampleRate) frames in a second\(rest)")
        }
        try validateChannels(traits)
        try validateRate(traits)
        if !traits.bitDepths.isEmpty, !traits.bitDepths.contains(bitDepth) {
            let known = traits.bitDepths.map(String.init).joined(separator: " or ")
            throw .unsupported("\(traits.name) cannot have samples of \(bitDepth) bits here, only of \(known)")
        }
        if codec == .vorbis, !(8000...192_000).contains(sampleRate) {
            throw .unsupported("Vorbis cannot have \(sampleRate) frames in a second; it can have 8000 to 192000")
        }
    }

    private func validateChannels(_ traits: SoundCodecTraits) throws(MediaProblem) {
        guard (1...traits.maximumChannels).contains(channels.count) else {
            throw .unsupported(
                "\(traits.name) cannot have \(channels.count) channels; it can have 1 to \(traits.maximumChannels)"
            )
        }
        guard traits.channelMasks.isEmpty || traits.channelMasks.contains(codedChannels.mask) else {
            throw .unsupported("\(traits.name) cannot have \(channels.count) channels in this layout here")
        }
    }

    private func validateRate(_ traits: SoundCodecTraits) throws(MediaProblem) {
        switch rate {
        case .usual: return
        case .quality(let value):
            guard (0...1).contains(value) else { throw .unsupported("a quality is from 0 to 1, and not \(value)") }
        case .bitRate(let value, let strategy):
            guard !traits.isLossless else {
                throw .unsupported("\(traits.name) cannot be made with a bit rate: it is without loss")
            }
            if let known = traits.bitRates(sampleRate) {
                // On average anything between will do for LAME.
                let isBetween =
                    codec == .mp3 && strategy == .average && (known[0]...known[known.count - 1]).contains(value)
                guard !known.contains(value), !isBetween else { return }
                throw .unsupported(
                    "\(traits.name) cannot have \(value) bits in a second; it can have "
                        + known.map(String.init).joined(separator: ", ")
                )
            }
            let range = traits.bitRateRange(sampleRate, codedChannels.count)
            guard range.contains(value) else {
                throw .unsupported(
                    "\(traits.name) cannot have \(value) bits in a second; it can have \(range.lowerBound) to "
                        + "\(range.upperBound)"
                )
            }
        }
    }
}
