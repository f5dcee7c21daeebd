internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources

/// Chooses the tracks of an asset that a file is made of, where not all of them are copied: those that were asked for, or what
/// people mean when they name none. What the file can hold of these is asked behind it.
struct TrackChoice {
    let loaded: LoadedAsset
    /// The numbers of the tracks that were asked for; nil where none were.
    let asked: [Int32]?

    /// The tracks, in the order of the asset. Throws where one was asked for that is not there.
    func tracks() throws -> [AVAssetTrack] {
        if let asked {
            let known = loaded.tracks.map(\.trackID)
            if let missing = asked.first(where: { !known.contains($0) }) {
                let all = known.map(String.init).joined(separator: ", ")
                throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(missing); it has \(all)")
            }
            return loaded.tracks.filter { asked.contains($0.trackID) }
        }
        if loaded.composed != nil {
            let exported = loaded.exportedTracks(nil).map(\.trackID)
            return loaded.tracks.filter { exported.contains($0.trackID) }
        }
        let chapters = loaded.facts.referredChapterTracks
        let pictures = loaded.tracks.filter { $0.mediaType == .video }
        let main = pictures.first(where: \.isEnabled) ?? pictures.first
        return loaded.tracks.filter { track in
            if track.mediaType == .video { return track === main }
            // What pictures carry inside goes with them.
            return !chapters.contains(track.trackID) && track.facts.codec != "atcc".fourCharCode
        }
    }

    /// The one track of sound that goes into a file which has no more.
    var mainSound: AVAssetTrack? {
        let sounds = loaded.tracks.filter { $0.mediaType == .audio && asked?.contains($0.trackID) ?? true }
        return sounds.first(where: \.isEnabled) ?? sounds.first
    }

    /// The track was named, and is not just there.
    func isAskedFor(_ track: AVAssetTrack) -> Bool { asked?.contains(track.trackID) ?? false }
}

extension MediaFacts {
    /// Tracks that only say what the chapters are.
    fileprivate var referredChapterTracks: Set<Int32> { Set(tracks.flatMap { $0.references["chap"] ?? [] }) }
}
