internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Plans a file of the samples of a source as they are: which of its tracks there are, and what becomes of them. Pure.
struct PassthroughPlanner: Sendable {
    let loaded: LoadedAsset
    let settings: ExportSettings
    let fileType: AVFileType

    func plan() throws -> ExportPlan {
        let (tracks, warnings) = try tracks()
        let timeline = Timeline.range(settings.timeRange, of: tracks.map(\.facts))
        let stretches = timeline.tracks.flatMap(\.stretches)
        return ExportPlan(
            range: settings.timeRange,
            fileType: fileType,
            tracks: zip(tracks, stretches).map { track, stretch in
                let text = loaded.text(of: track, in: fileType)
                let why = text.map { SubtitleLoss(track.facts, $0).why } ?? "samples are copied as they are"
                return ExportTrack(track.facts, PlannedStretch(stretch, text == nil ? .copied : .text, because: why))
            },
            warnings: ExportWishes.uselessEdits(settings) + warnings
        )
    }

    /// The tracks that the file can hold; what it cannot is left out.
    private func tracks() throws -> ([AVAssetTrack], warnings: [String]) {
        var warnings: [String] = []
        var chosen: [AVAssetTrack] = []
        for track in loaded.tracks where settings.options.trackIDs?.contains(track.trackID) ?? true {
            guard let format = track.sampleFormats.first, track.facts.codec != "atcc".fourCharCode else { continue }
            if let text = loaded.text(of: track, in: fileType) {
                warnings += SubtitleLoss(track, text).warnings
                chosen.append(track)
            } else if let obstacle = MediaSinks.obstacle(to: format, in: fileType) {
                warnings.append("track \(track.trackID) is left out: \(obstacle)")
            } else if MediaSinks.isSingleSound(fileType), !chosen.isEmpty {
                warnings.append("track \(track.trackID) is left out: such a file has one track of sound")
            } else {
                warnings += [AlphaLoss.warning(track.facts, in: fileType)].compactMap { $0 }
                chosen.append(track)
            }
            if chosen.last === track, let warning = track.facts.beginningWarning(in: settings.timeRange) {
                warnings.append(warning)
            }
        }
        guard !chosen.isEmpty else {
            let reason = warnings.first ?? "it has no tracks"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        return (chosen, warnings)
    }
}
