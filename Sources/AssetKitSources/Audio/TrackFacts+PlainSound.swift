internal import AssetKitMedia

extension TrackFacts {
    /// Sound whose samples stand alone.
    package var isPlainSound: Bool { mediaType == .audio && traits.habits.contains(.isPlain) }
}
