internal import AssetKitMedia

extension TrackFacts {
    /// Sound whose samples stand alone.
    var isPlainSound: Bool { mediaType == .audio && traits.habits.contains(.isPlain) }
}
