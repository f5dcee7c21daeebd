public import AssetKitMedia
internal import AssetKitSources

extension AVAssetTrack {
    /// In which way one track belongs to another: the four characters of QuickTime's track reference.
    public struct AssociationType: _StringBackedConstant {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound to play where this track's cannot be played.
        public static let audioFallback = Self(rawValue: "fall")
        /// The text that names the chapters.
        public static let chapterList = Self(rawValue: "chap")
        /// The same subtitles, only the forced ones.
        public static let forcedSubtitlesOnly = Self(rawValue: "forc")
        /// A track that is chosen along with this one.
        public static let selectionFollower = Self(rawValue: "folw")
        /// The timecode of this track.
        public static let timecode = Self(rawValue: "tmcd")
        /// What metadata is about.
        public static let metadataReferent = Self(rawValue: "cdsc")
    }

    /// The ways in which other tracks belong to this one.
    public var availableTrackAssociationTypes: [AssociationType] {
        facts.references.keys.sorted().map(AssociationType.init(rawValue:))
    }

    /// The tracks that belong to this one in a way.
    public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
        guard let asset else { return [] }
        return (facts.references[trackAssociationType.rawValue] ?? []).compactMap { asset.track(withTrackID: $0) }
    }

    /// The tracks that belong to this one in a way.
    public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
        associatedTracks(ofType: trackAssociationType)
    }

    /// Calls back with the tracks that are associated in one way, or with why they are not known.
    @preconcurrency
    public func loadAssociatedTracks(
        ofType trackAssociationType: AssociationType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        completionHandler(associatedTracks(ofType: trackAssociationType), nil)
    }
}
