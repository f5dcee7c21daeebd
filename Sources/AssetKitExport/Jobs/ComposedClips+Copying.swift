internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension ComposedClips {
    /// All of the tracks as clips, each of which shows one asset. Throws why there are no such clips.
    static func all(of tracks: [TrackFacts], _ loaded: LoadedAsset, in range: CMTimeRange) throws -> ComposedClips {
        func refuse(_ reason: String) -> MediaProblem {
            let reason = "the composition cannot be copied: \(reason)"
            return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        for track in tracks {
            let turns = (loaded.composed?[track.trackID]?.sources ?? []).compactMap { $0.facts.video?.transform }
            guard turns.allSatisfy({ $0 == track.video?.transform }) else {
                throw refuse("track \(track.trackID) is to be turned another way than its sources say")
            }
        }
        do {
            return try ComposedClips(loaded, tracks, in: range)
        } catch {
            throw refuse(error.rawValue)
        }
    }

    /// The pictures of a track, of which only those are rendered that cannot be copied. Throws why none of them can, the end of
    /// a sentence.
    static func pictures(
        of track: AVAssetTrack,
        _ loaded: LoadedAsset,
        in range: CMTimeRange
    ) throws -> ComposedClips {
        let pictures = ComposedPictures(track, of: loaded, in: range)
        guard pictures.hasCopies else {
            let reasons = Set(pictures.clips.compactMap(\.whyRendered)).sorted().joined(separator: ", and ")
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reasons)
        }
        return ComposedClips(pictures)
    }
}
