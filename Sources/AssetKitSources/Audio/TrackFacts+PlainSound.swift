internal import AssetKitMedia

extension TrackFacts {
    /// Sound whose samples stand alone.
    package var isPlainSound: Bool { mediaType == .audio && traits.habits.contains(.isPlain) }
}

extension TrackSource {
    /// A file of nothing but sound whose samples stand alone, which its inspection has made sure of.
    var isKnownSound: Bool { input.isFile && containerTraits.habits.contains(.isRawSound) && facts.isPlainSound }
}
