package import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

extension SinkTrack {
    /// What a new track keeps of the one that it is made of, whatever becomes of its samples.
    mutating func describe(_ facts: TrackFacts) {
        languageCode = facts.languageCode
        extendedLanguageTag = facts.extendedLanguageTag
        title = facts.title
        isEnabled = facts.isEnabled
        alternateGroup = facts.alternateGroup
        isForced = facts.isForced ?? false
        volume = facts.preferredVolume
        metadata = facts.metadata
    }

    /// Refers to those of the new tracks that are made of what the track refers to in its source. `places`: where in the
    /// file a track of the same source is; nil for one that is not there.
    mutating func refer(as facts: TrackFacts, places: (Int32) -> Int?) {
        references = facts.references.filter { $0.key != "chap" }.compactMapValues { referred in
            let found = referred.compactMap(places)
            return found.isEmpty ? nil : found
        }
    }
}

extension VideoFacts {
    /// Pictures in a second, where the shortest one lasts as long as all do on average.
    package var constantRate: (frames: Int32, seconds: Int32)? {
        guard minimumFrameDuration.isNumeric, minimumFrameDuration.value > 0, nominalFrameRate > 0,
            abs(minimumFrameDuration.seconds * nominalFrameRate - 1) < 1e-4,
            let frames = Int32(exactly: minimumFrameDuration.timescale),
            let seconds = Int32(exactly: minimumFrameDuration.value)
        else { return nil }
        return (frames, seconds)
    }
}
