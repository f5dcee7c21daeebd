internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Decides how a track of sound is encoded. Pure.
struct SoundPlanner {
    let source: TrackSource
    let preset: ExportPreset
    var options: AKExportOptions
    let fileType: AVFileType
    /// How good sound that matches its source is made; nil for as good as the preset's.
    var matchedQuality: Double? = 0.9

    private var facts: TrackFacts { source.facts }
    private var audio: AudioFacts { source.facts.audio ?? AudioFacts() }

    func rendering() throws -> SoundRendering {
        let codec = try codec()
        let channels = channels(codec)
        var encoding = SoundEncoding(codec, sampleRate: sampleRate(codec), channels: channels)
        encoding.rate = rate(encoding)
        encoding.bitDepth = isDeep ? 24 : 16
        if codec == .pcm { encoding.samples = samples }
        try encoding.validate()
        return SoundRendering(encoding: encoding)
    }

    // MARK: The codec

    private func codec() throws -> SoundEncoding.Codec {
        if case .encoded(let format) = options.audio { return try Self.codec(format) }
        if options.matchesSource || preset.sound == nil {
            if let own = SoundEncoding.Codec(facts.traits) { return own }
            let name = facts.codecName.isEmpty ? "its sound" : facts.codecName
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder for \(name)")
        }
        let wanted = try Self.codec(preset.sound?.format ?? kAudioFormatMPEG4AAC)
        // The preset's sound, in files of a type that has no place for it.
        return fileType == .akWebM || fileType == .akOgg ? wanted == .aac ? .opus : wanted : wanted
    }

    private static func codec(_ format: AudioFormatID) throws -> SoundEncoding.Codec {
        if let codec = SoundEncoding.Codec.allCases.first(where: { $0.traits.formatID == format }) { return codec }
        let name = format.fourCharacterText
        throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder for sound of the format \(name)")
    }

    // MARK: What sound is like

    /// The source's rate, or the next higher one that the codec has.
    private func sampleRate(_ codec: SoundEncoding.Codec) -> Int {
        if let rate = options.sampleRate { return rate }
        let own = audio.sampleRate.isFinite && audio.sampleRate >= 1 ? Int(audio.sampleRate) : 48_000
        let known = codec.traits.sampleRates.sorted()
        guard !known.isEmpty else { return codec == .vorbis ? min(max(own, 8000), 192_000) : own }
        // Opus plays at 48,000 whatever went in.
        if codec == .opus { return 48_000 }
        return known.first { $0 >= own } ?? known[known.count - 1]
    }

    private func channels(_ codec: SoundEncoding.Codec) -> SoundChannels {
        if let count = options.channelCount { return SoundChannels(usualFor: count) }
        let count = max(audio.channelCount, 1)
        let layout = facts.formatDescriptions.first?.audio?.layout
        let own = (layout.flatMap { SoundChannels($0) } ?? SoundChannels(usualFor: count)).usual
        let wishes = [own, SoundChannels(usualFor: count), SoundChannels(usualFor: 6), SoundChannels(usualFor: 2)]
        let fitting = wishes.first { channels in
            guard channels.count <= min(count, codec.traits.maximumChannels) else { return false }
            let coded = SoundEncoding(codec, sampleRate: 48_000, channels: channels).codedChannels
            return codec.traits.channelMasks.isEmpty || codec.traits.channelMasks.contains(coded.mask)
        }
        return fitting ?? SoundChannels(usualFor: 1)
    }

    private func rate(_ encoding: SoundEncoding) -> SoundEncoding.Rate {
        let traits = encoding.codec.traits
        if let rate = options.audioBitRate { return .bitRate(rate, .average) }
        guard !traits.isLossless else { return .usual }
        if options.matchesSource, let matchedQuality { return .quality(matchedQuality) }
        guard let usual = preset.sound?.bitRate, preset.sound?.format == traits.formatID else { return .usual }
        let count = encoding.codedChannels.count
        let wish = usual * (count == 1 ? 1 : count) / 2
        if let known = traits.bitRates(encoding.sampleRate) {
            return .bitRate(known.first { $0 >= wish } ?? known.last ?? wish, .average)
        }
        let range = traits.bitRateRange(encoding.sampleRate, count)
        return .bitRate(min(max(wish, range.lowerBound), range.upperBound), .average)
    }

    /// Samples have more than 16 bits that count.
    private var isDeep: Bool {
        guard !facts.traits.habits.isDisjoint(with: [.isLossless, .isPlain]) else { return false }
        return audio.isFloatingPoint || (audio.bitDepth ?? 16) > 16
    }

    private var samples: SoundEncoding.Samples {
        var samples = SoundEncoding.Samples()
        samples.isBigEndian = fileType == .aiff
        if options.matchesSource, [.mov, .caf].contains(fileType) { samples.isBigEndian = audio.isBigEndian }
        if isDeep {
            switch (audio.isFloatingPoint, audio.bitDepth ?? 24) {
            case (true, 64) where fileType != .aiff: samples.depth = .float64
            case (true, _) where fileType != .aiff: samples.depth = .float32
            case (false, 32): samples.depth = .integer32
            default: samples.depth = .integer24
            }
        }
        return samples
    }
}

extension SoundEncoding {
    /// What people call the codec.
    var codecTitle: String { codec.traits.name }
}
