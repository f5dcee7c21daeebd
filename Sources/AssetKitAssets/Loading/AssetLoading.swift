/// What reads an asset: of a file always the same loader, of a composition another one for each of its states.
protocol AssetLoading: Sendable {
    /// The one for what the asset is now.
    var loader: Loader<LoadedAsset> { get }

    /// Gives up what is under way.
    func cancel()
}

extension Loader: AssetLoading where Value == LoadedAsset {
    var loader: Loader<LoadedAsset> { self }
}
