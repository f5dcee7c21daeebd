internal import AssetKitAssets
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension CopyPlan {
    /// The plan in public words, where it is of one clip.
    var published: AKExportPlan {
        let clip = clips[0]
        let stretches = clip.copiedRuns.map { copied in
            let facts = sources[clip.source].tracks[copied.sourceTrack].facts
            let text = texts[copied.track]
            return AKExportPlan.Stretch(
                trackID: facts.trackID,
                mediaType: facts.mediaType,
                action: text == nil ? .copy : .encode,
                codec: text?.title ?? facts.codecName,
                range: clip.actual,
                sampleCount: copied.sampleCount,
                why: text.map { SubtitleLoss(facts, $0).why } ?? "samples are copied as they are"
            )
        }
        return AKExportPlan(fileType: sink.fileType, range: clip.actual, stretches: stretches, warnings: warnings)
    }

    /// What has been made of the plan, where it is of one clip. `textCounts`: how many texts there are that did not come of
    /// one sample each, by their tracks.
    func result(_ url: URL, fileLength: Int64, textCounts: [Int: Int]) -> AKExportResult {
        AKExportResult(
            url: url,
            requestedTimeRange: clips[0].requested,
            actualTimeRange: clips[0].actual,
            duration: duration,
            fileLength: fileLength,
            tracks: sink.tracks.indices.map { number in
                let isText = texts[number] != nil
                let count = textCounts[number] ?? sampleCount(ofTrack: number)
                return AKExportResult.Track(
                    mediaType: sink.tracks[number].mediaType,
                    codec: sink.tracks[number].formats.first?.mediaSubType.rawValue ?? 0,
                    copiedSampleCount: isText ? 0 : count,
                    encodedSampleCount: isText ? count : 0
                )
            },
            warnings: warnings
        )
    }
}
