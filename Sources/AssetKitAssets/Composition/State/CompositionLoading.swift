internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Loads a composition as it is now: what is loaded is a snapshot, which later changes do not touch.
final class CompositionLoading: AssetLoading {
    private let storage: CompositionStorage
    private let latest = Lock<(version: Int, loader: Loader<LoadedAsset>)?>(nil)

    init(_ storage: CompositionStorage) { self.storage = storage }

    var loader: Loader<LoadedAsset> {
        let (state, version) = storage.current
        return latest.withLock { latest in
            if let latest, latest.version == version { return latest.loader }
            let files = storage.files
            let fresh = Loader(
                work: { flag in try LoadedAsset(state, files, flag) },
                // What is said of a file names it already.
                describe: { $0 as? AVError ?? AVError.opening(LoadedAsset.compositionName, because: $0) }
            )
            latest = (version, fresh)
            return fresh
        }
    }

    func cancel() { latest.withLock { $0?.loader.cancel() } }
}

extension LoadedAsset {
    /// What messages call a composition.
    static let compositionName = "the composition"

    /// Opens what has not been opened yet, and puts together what all of it says.
    convenience init(_ state: CompositionState, _ files: CompositionFiles, _ flag: CancellationFlag) throws {
        var composed: [Int32: ComposedTrack] = [:]
        var facts = MediaFacts.unknown
        var assets = CompositionAssets(files)
        for track in state.tracks {
            try flag.check()
            let made = try ComposedFacts(track, &assets)
            composed[track.trackID] = made.composed
            facts.tracks.append(made.facts.lasting(state.minimumDuration))
        }
        facts.duration = state.duration
        facts.chapters = state.chapters
        facts.isPrecise = true
        facts.naturalSize = state.naturalSize ?? facts.tracks.lazy.compactMap { $0.video?.naturalSize }.first
        let frozen = CompositionStorage(state, files)
        let tracks = state.tracks.map { AVCompositionTrack(frozen, $0.trackID, $0.mediaType) }
        self.init(composed: composed, of: assets.all, facts, tracks, named: Self.compositionName)
    }
}
