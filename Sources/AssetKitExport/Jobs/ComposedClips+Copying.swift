internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension ComposedClips {
    /// All of the tracks as clips, each of which shows one asset. `leavesEndOut`: what is black and silent at the end is not among
    /// them. Throws why there are no such clips: an obstacle, or that tracks are turned.
    static func all(
        of tracks: [TrackFacts],
        _ loaded: LoadedAsset,
        in range: CMTimeRange,
        leavesEndOut: Bool
    ) throws -> ComposedClips {
        for track in tracks {
            let turns = (loaded.composed?[track.trackID]?.sources ?? []).compactMap { $0.facts.video?.transform }
            guard turns.allSatisfy({ $0 == track.video?.transform }) else {
                let reason = "track \(track.trackID) is to be turned another way than its sources say"
                throw MediaProblem.copyingComposition(reason)
            }
        }
        return try ComposedClips(loaded, tracks, in: range, leavesEndOut: leavesEndOut)
    }

    /// The pictures of a track, of which only those are rendered that cannot be copied. Throws why none of them can, the end of
    /// a sentence. `flag`: gives up reading for the times of sources without tables.
    static func pictures(
        of track: AVAssetTrack,
        _ loaded: LoadedAsset,
        in range: CMTimeRange,
        _ flag: CancellationFlag
    ) throws -> ComposedClips {
        let pictures = try ComposedPictures(track, of: loaded, in: range) { try loaded.timed($0, flag) }
        guard pictures.hasCopies else {
            let reasons = Set(pictures.clips.compactMap(\.whyRendered)).sorted().joined(separator: ", and ")
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reasons)
        }
        return ComposedClips(pictures)
    }
}

extension ComposedClips.Obstacle {
    /// The list of edits of a file can say it, where all samples are copied.
    var isSayable: Bool {
        switch self {
        case .hasGap, .isScaled, .isHeld, .isMixed, .isShifted, .isRepeated, .isReordered: true
        case .isEmpty, .isRedescribed, .isStill: false
        }
    }

    var problem: MediaProblem { .copyingComposition(rawValue) }
}

extension MediaProblem {
    /// Why all of a composition cannot be copied. `reason`: the end of a sentence.
    static func copyingComposition(_ reason: String) -> MediaProblem {
        MediaProblem(
            code: .operationNotSupportedForAsset,
            reason: "the composition cannot be copied: \(reason)"
        )
    }
}
