internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

/// The assets that clips are of, with a context for each file, however often it is given.
struct JoinSources: Sendable {
    /// What is known of the files of the assets, in the order in which these are first given. What encoders say of their
    /// samples is the same for all.
    private(set) var contexts: [SourceContext] = []
    private var places: [ObjectIdentifier: Int] = [:]

    /// Of assets whose tracks are loaded. `flag` ends the join.
    init(_ assets: [AVAsset], _ flag: CancellationFlag) throws {
        var known: [LoadedAsset.File: SourceContext] = [:]
        for asset in assets where places[ObjectIdentifier(asset)] == nil {
            let loaded = try asset.requireLoaded()
            let name = (asset as? AVURLAsset)?.url.path(percentEncoded: false) ?? "media"
            let file = loaded.file
            let context = file.flatMap { known[$0] } ?? makeContext(of: loaded, name, flag)
            if let file { known[file] = context }
            places[ObjectIdentifier(asset)] = contexts.count
            contexts.append(context)
        }
    }

    /// That of a file that was not given before.
    private func makeContext(of loaded: LoadedAsset, _ name: String, _ flag: CancellationFlag) -> SourceContext {
        guard let first = contexts.first else { return SourceContext(loaded, flag, name: name) }
        return SourceContext(loaded, besides: first, name: name)
    }

    /// The place of one of the assets among the sources. Those of one file have places of their own, and share a context.
    func place(of asset: AVAsset) -> Int {
        guard let place = places[ObjectIdentifier(asset)] else {
            preconditionFailure("every clip's asset has been looked at")
        }
        return place
    }

    /// What is known of the file of one of the assets.
    func context(of asset: AVAsset) -> SourceContext { contexts[place(of: asset)] }

    /// What a file of clips is to show, with these tracks of the assets; nil chooses all.
    func timeline(_ clips: [AKJoinSession.Clip], tracks chosen: [Int32]?) -> Timeline {
        let tracks = contexts.map { context in
            context.loaded.facts.tracks.filter { chosen?.contains($0.trackID) ?? true }
        }
        return .join(clips.map { TimelineClip(source: place(of: $0.asset), range: $0.timeRange) }, of: tracks)
    }
}
