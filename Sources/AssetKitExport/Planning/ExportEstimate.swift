internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// What a file is likely to be like, from headers alone. A plain value.
struct ExportEstimate: Sendable, Hashable {
    /// How long the part of the asset's timeline is that is there, at its speed.
    let duration: CMTime
    let byteCount: Int64

    init(_ loaded: LoadedAsset, _ preset: ExportPreset, _ settings: ExportSettings) {
        let facts = loaded.facts
        // A speed that cannot be had is refused when the export begins.
        let speed = (try? ExportSpeed(settings, facts).speed) ?? .normal
        duration = speed.target(settings.timeRange.clipped(to: facts.duration).duration)
        let seconds = duration.isNumeric ? duration.seconds : 0
        // Nothing says how much text there is; it is little.
        let isText = settings.outputFileType?.isSubtitleFile ?? false
        let bits = (isText ? [] : Self.tracks(of: loaded, preset, settings))
            .reduce(0) { $0 + Self.bitRate(of: $1, at: speed, preset, settings) }
        let estimate = Int64((bits * seconds / 8 * 1.01).rounded())
        let limit = settings.fileLengthLimit
        byteCount = limit > 0 ? min(estimate, limit) : estimate
    }

    /// Those of pictures and sound that tracks of the file are made of. For several whose sound is mixed the first stands.
    private static func tracks(
        of loaded: LoadedAsset,
        _ preset: ExportPreset,
        _ settings: ExportSettings
    ) -> [TrackFacts] {
        let options = settings.options
        let isComposed = loaded.composed != nil
        let chosen = isComposed ? loaded.exportedTracks(options.trackIDs) : loaded.facts.tracks
        let pictures = chosen.filter { $0.mediaType == .video }
        let sound = chosen.filter { $0.mediaType == .audio }
        let copiesSound =
            options.audio == .copied || preset.copies && options.audio == .byPreset && !options.matchesSource
        let isMixed = !copiesSound && (isComposed || settings.audioMix != nil)
        return pictures + (isMixed ? Array(sound.prefix(1)) : sound)
    }

    /// Bits a second that a track becomes.
    private static func bitRate(
        of track: TrackFacts,
        at speed: Speed,
        _ preset: ExportPreset,
        _ settings: ExportSettings
    ) -> Double {
        let options = settings.options
        let isCopied = track.mediaType == .video ? options.video == .copied : options.audio == .copied
        let isLeftOut = track.mediaType == .video ? options.video == .leftOut : options.audio == .leftOut
        guard !isLeftOut else { return 0 }
        guard !isCopied, !preset.copies else { return max(0, track.estimatedDataRate) * speed.value }
        if track.mediaType == .audio { return soundRate(track, preset, options) }
        guard let pictures = preset.pictures, let video = track.video else { return 0 }
        if let rate = options.videoBitRate { return Double(rate) }
        let composition = settings.videoComposition?.composition
        let size = composition?.renderSize ?? CGSize(width: video.codedWidth, height: video.codedHeight)
        var pixels = Double(size.width) * Double(size.height)
        if let bound = pictures.bound { pixels = min(pixels, Double(bound.long * bound.short)) }
        return pixels * rate(of: video, composition) * pictures.bitsPerPixel
    }

    /// Pictures a second.
    private static func rate(of video: VideoFacts, _ composition: AVVideoComposition?) -> Double {
        if let composition, composition.sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid {
            return 1 / composition.frameDuration.seconds
        }
        return video.nominalFrameRate > 0 ? video.nominalFrameRate : 30
    }

    private static func soundRate(_ track: TrackFacts, _ preset: ExportPreset, _ options: AKExportOptions)
        -> Double
    {
        if let rate = options.audioBitRate { return Double(rate) }
        guard let sound = preset.sound, let audio = track.audio else { return 0 }
        if let rate = sound.bitRate { return Double(rate) * Double(max(1, audio.channelCount)) / 2 }
        let plain = audio.sampleRate * Double(audio.channelCount * max(16, audio.bitDepth ?? 16))
        return sound.format == kAudioFormatLinearPCM ? plain : plain * 0.6
    }
}
