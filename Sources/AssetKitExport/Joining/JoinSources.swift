internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

/// The files that clips are of, with a context for each, however often it is given. Listing their samples blocks where
/// they have to be read.
struct JoinSources: Sendable {
    /// What tells local files apart, and what assets know of them.
    private struct File: Hashable {
        let path: String
        let byteCount: Int64
        let fileType: AVFileType?
        let isPrecise: Bool
        let restrictions: AVAssetReferenceRestrictions
        let limits: AKOpeningLimits

        /// nil for what may be another one each time it is opened.
        init?(_ loaded: LoadedAsset) {
            guard case .file(let path) = loaded.input.place, let byteCount = loaded.facts.byteCount else { return nil }
            (self.path, self.byteCount, fileType) = (path, byteCount, loaded.input.fileType)
            (isPrecise, restrictions) = (loaded.facts.isPrecise, loaded.input.restrictions)
            limits = loaded.input.limits
        }
    }

    /// What encoders say of their samples, whichever clip they are of.
    let encoders = EncoderHeaders()
    private var contexts: [ObjectIdentifier: SourceContext] = [:]

    /// Of assets whose tracks are loaded. `flag` ends the join.
    init(_ assets: [AVAsset], _ flag: CancellationFlag) throws {
        var known: [File: SourceContext] = [:]
        for asset in assets where contexts[ObjectIdentifier(asset)] == nil {
            let loaded = try asset.requireLoaded()
            let file = File(loaded)
            let context = file.flatMap { known[$0] } ?? SourceContext(loaded, flag, encoders: encoders)
            if let file { known[file] = context }
            contexts[ObjectIdentifier(asset)] = context
        }
    }

    /// What is known of the file of one of the assets.
    func context(of asset: AVAsset) -> SourceContext {
        guard let context = contexts[ObjectIdentifier(asset)] else {
            preconditionFailure("every clip's asset has been looked at")
        }
        return context
    }

    /// The chosen tracks of an asset with the lists of their samples; nil chooses all.
    func samples(of asset: AVAsset, tracks chosen: Set<Int32>?) throws -> LoadedSource {
        let name = (asset as? AVURLAsset)?.url.path(percentEncoded: false) ?? "media"
        return try Named.by(name) { try context(of: asset).samples(of: chosen) }
    }
}
