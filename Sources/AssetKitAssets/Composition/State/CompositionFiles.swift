internal import AssetKitBase
internal import AssetKitSources
internal import Foundation

/// The files that segments only name: each is opened once, when something of it is needed.
final class CompositionFiles: Sendable {
    let options: AssetOptions
    private let assets = Lock<[URL: AVURLAsset]>([:])

    init(_ options: AssetOptions) { self.options = options }

    /// What a source has been loaded as. Blocks where that has not happened yet.
    func loaded(_ source: CompositionSource) throws -> LoadedAsset {
        switch source.media {
        case .loaded(let media): return media.asset
        case .file(let url): return try asset(url).requireLoaded()
        }
    }

    private func asset(_ url: URL) -> AVURLAsset {
        assets.withLock { assets in
            if let known = assets[url] { return known }
            let fresh = AVURLAsset(url, options)
            assets[url] = fresh
            return fresh
        }
    }
}
