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

    /// The pictures of a track, of which only those are rendered that cannot be copied, and what renders those. Throws why none of
    /// them can be copied, the end of a sentence.
    ///
    /// `ways`: the same composition, with its layers stored in one way or another. The first one of which most is copied is taken.
    static func pictures(
        of track: AVAssetTrack,
        _ ways: [SourceContext],
        in range: CMTimeRange
    ) throws -> (clips: ComposedClips, context: SourceContext) {
        var all: [(pictures: ComposedPictures, context: SourceContext)] = []
        for context in ways {
            let loaded = context.loaded
            guard let own = loaded.tracks.first(where: { $0.trackID == track.trackID }) else { continue }
            let pictures = try ComposedPictures(own, of: loaded, in: range) { try loaded.timed($0, context.flag) }
            all.append((pictures, context))
        }
        guard let best = all.max(by: { $0.pictures.copiedLength < $1.pictures.copiedLength }), best.pictures.hasCopies
        else {
            let reasons = Set(all.first?.pictures.clips.compactMap(\.whyRendered) ?? []).sorted()
            let reason = reasons.joined(separator: ", and ")
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        return (ComposedClips(best.pictures), best.context)
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
