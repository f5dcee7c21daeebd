internal import AssetKitAssets
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources

/// What is lost of a track whose text becomes text of another kind.
struct SubtitleLoss {
    /// What happens, for people.
    let why: String
    /// What is lost, each a sentence.
    let warnings: [String]

    init(_ track: AVAssetTrack, _ text: SubtitleTarget) { self.init(track.facts, text) }

    init(_ track: TrackFacts, _ text: SubtitleTarget) {
        let name = track.codecName.isEmpty ? "its text" : track.codecName
        let isCaptions = track.mediaType == .closedCaption
        why = "\(name) \(isCaptions ? "become" : "becomes") \(text.title)"
        let what: String? =
            switch track.knownCodec {
            case .ass, .ssa: "fonts, colours and places"
            default: isCaptions ? "colours and places" : nil
            }
        warnings = what.map { ["track \(track.trackID) becomes \(text.title): \($0) of its \(name) are lost"] } ?? []
    }
}

extension LoadedAsset {
    /// What the text of a track has to become to be in files of a type; nil where it fits, or is none.
    func text(of track: AVAssetTrack, in type: AVFileType) -> SubtitleTarget? {
        guard let format = track.sampleFormats.first, track.mediaType.isText else { return nil }
        let isMovie = source(of: track).index != nil
        return SubtitleTarget.needed(for: format, isMovie: isMovie, in: type)
    }
}
