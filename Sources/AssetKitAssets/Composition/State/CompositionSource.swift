internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What a segment of a composition shows: a track of an asset that has been loaded, or of a file that is named only.
struct CompositionSource: Sendable, Hashable {
    enum Media: Sendable, Hashable {
        case loaded(LoadedMedia)
        case file(URL)
    }

    let media: Media
    let trackID: CMPersistentTrackID

    /// Where the file is; nil for bytes in memory.
    var url: URL? {
        switch media {
        case .loaded(let loaded): loaded.asset.input.url
        case .file(let url): url
        }
    }
}

/// A loaded asset; the same as itself alone.
struct LoadedMedia: Sendable, Hashable {
    let asset: LoadedAsset

    static func == (first: LoadedMedia, second: LoadedMedia) -> Bool { first.asset === second.asset }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(asset)) }
}
