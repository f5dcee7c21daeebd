internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

// How many bytes a file is likely to have, before anything is read.
extension ExportPlan {
    /// About how many bits a second a track takes; nil for what nothing tells.
    func bitRate(of track: ExportTrack, _ loaded: LoadedAsset) -> Double? {
        guard !track.stretches.isEmpty else { return nil }
        return track.stretches.reduce(0.0) { sum, stretch in
            guard let sum, let rate = bitRate(of: stretch, of: track, loaded) else { return nil }
            return sum + rate * track.share(of: stretch)
        }
    }

    /// About how many bits a second a stretch of a track takes; nil for what nothing tells.
    func bitRate(of stretch: PlannedStretch, of track: ExportTrack, _ loaded: LoadedAsset) -> Double? {
        guard let facts = loaded.facts.tracks.first(where: { $0.trackID == track.trackID }) else { return nil }
        return switch stretch.treatment {
        case .copied, .spliced, .text: max(0, facts.estimatedDataRate) * stretch.speed.value
        case .sound(let rendering): rendering.encoding.expectedBitRate
        case .pictures(let rendering): rendering.encoding.expectedBitRate
        }
    }
}

extension ExportTrack {
    /// From what part to how many times of what is expected a track takes as a rule.
    struct Spread {
        var least: Double
        var most: Double
    }

    /// nil where a rate decides, or samples are copied: pictures of a quality take what they need, and so does sound
    /// without loss.
    var spread: Spread? {
        let known = stretches.compactMap(\.spread)
        guard let least = known.map(\.least).min(), let most = known.map(\.most).max() else { return nil }
        return Spread(least: least, most: most)
    }

    /// How much of the track's time a stretch takes.
    fileprivate func share(of stretch: PlannedStretch) -> Double {
        guard stretches.count > 1 else { return 1 }
        return stretch.target.duration.seconds / stretches.reduce(0) { $0 + $1.target.duration.seconds }
    }
}

extension PlannedStretch {
    fileprivate var spread: ExportTrack.Spread? {
        switch treatment {
        case .copied, .spliced, .text: nil
        case .sound(let rendering): rendering.encoding.spread
        case .pictures(let rendering):
            rendering.encoding.rate.isBudget ? nil : ExportTrack.Spread(least: 0.25, most: 4)
        }
    }
}

extension SoundEncoding {
    /// What is usually left of sound that is made smaller without loss.
    private static let usualPart = 0.55

    fileprivate var spread: ExportTrack.Spread? {
        guard codec != .pcm, codedBitRate == nil else { return nil }
        // Without loss it is hardly ever more than all of it.
        return ExportTrack.Spread(least: 0.25, most: codec.traits.isLossless ? 1 / Self.usualPart : 2)
    }

    fileprivate var expectedBitRate: Double {
        if let rate = codedBitRate { return Double(rate) }
        let frames = Double(codedRate * codedChannels.count)
        if codec == .pcm { return frames * Double(samples.depth.bytes * 8) }
        if codec.traits.isLossless { return frames * Double(bitDepth) * Self.usualPart }
        return Double(codec.traits.usualBitRate(sampleRate, codedChannels.count))
    }
}

extension PictureEncoding {
    fileprivate var expectedBitRate: Double {
        if case .bitRate(let rate) = rate { return Double(rate) }
        let pixelRate = Double(width * height) * Double(frameRate.frames) / Double(max(frameRate.seconds, 1))
        let presets = ExportPreset.all.compactMap(\.pictures).filter { preset in
            preset.codec.rawValue.fourCharCode == codec.traits.subtype
        }
        let usual = presets.max { $0.bitsPerPixel < $1.bitsPerPixel }
        let bits = usual?.bitsPerPixel ?? (codec.traits.isIntra ? 2 : 0.15)
        if rate == .lossless { return pixelRate * 2 }
        guard !codec.traits.isIntra else { return pixelRate * bits }
        return pixelRate * bits * smallness * fineness(beside: usual?.quality ?? 0.6)
    }

    /// Pixels of small pictures have less in common with those around them: with a quarter of the pixels each takes about
    /// 1.4 times as many bits.
    private var smallness: Double {
        let known = Double(1280 * 720)
        return min(max(pow(known / Double(max(width * height, 1)), 0.25), 1), 3)
    }

    /// How many times as many bits a quality takes as that of a preset. Over the range of their scales encoders double the
    /// bits about eight times; a quantiser that doubles halves them.
    private func fineness(beside quality: Double) -> Double {
        guard let scale = codec.traits.scale else { return 1 }
        let usual = scale.value(quality)
        let own: Double
        switch rate {
        case .quality(let value): own = scale.value(value)
        case .crf(let value): own = value
        default: return 1
        }
        if scale.isGeometric { return usual / max(own, 1) }
        return pow(2, (usual - own) * 8 / (scale.range.upperBound - scale.range.lowerBound))
    }
}
