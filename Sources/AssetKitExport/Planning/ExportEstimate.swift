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

    init(_ facts: MediaFacts, _ preset: ExportPreset, _ settings: ExportSettings) {
        // A speed that cannot be had is refused when the export begins.
        let speed = (try? ExportSpeed(settings, facts).speed) ?? .normal
        duration = speed.target(settings.timeRange.clipped(to: facts.duration).duration)
        let seconds = duration.isNumeric ? duration.seconds : 0
        // Nothing says how much text there is; it is little.
        let isText = settings.outputFileType?.isSubtitleFile ?? false
        let bits = (isText ? [] : facts.tracks).filter { $0.mediaType == .video || $0.mediaType == .audio }
            .reduce(0) { $0 + Self.bitRate(of: $1, at: speed, preset, settings.options) }
        let estimate = Int64((bits * seconds / 8 * 1.01).rounded())
        let limit = settings.fileLengthLimit
        byteCount = limit > 0 ? min(estimate, limit) : estimate
    }

    /// Bits a second that a track becomes.
    private static func bitRate(
        of track: TrackFacts,
        at speed: Speed,
        _ preset: ExportPreset,
        _ options: AKExportOptions
    ) -> Double {
        let isCopied = track.mediaType == .video ? options.video == .copied : options.audio == .copied
        let isLeftOut = track.mediaType == .video ? options.video == .leftOut : options.audio == .leftOut
        guard !isLeftOut else { return 0 }
        guard !isCopied, !preset.copies else { return max(0, track.estimatedDataRate) * speed.value }
        if track.mediaType == .audio { return soundRate(track, preset, options) }
        guard let pictures = preset.pictures, let video = track.video else { return 0 }
        if let rate = options.videoBitRate { return Double(rate) }
        var pixels = Double(video.codedWidth) * Double(video.codedHeight)
        if let bound = pictures.bound { pixels = min(pixels, Double(bound.long * bound.short)) }
        let rate = video.nominalFrameRate > 0 ? video.nominalFrameRate : 30
        return pixels * rate * pictures.bitsPerPixel
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

extension CMTimeRange {
    /// The part from zero to the end of something that lasts so long; all of it where nobody knows how long.
    func clipped(to duration: CMTime) -> CMTimeRange {
        let end = duration.isNumeric ? duration : .positiveInfinity
        let whole = CMTimeRange(start: .zero, end: end)
        return intersection(whole)
    }
}
