/// What is lost of a track whose text becomes text of another kind.
struct SubtitleLoss {
    /// What happens, for people.
    let why: String
    /// What is lost, each a sentence.
    let warnings: [String]

    init(_ track: AVAssetTrack, _ text: SubtitleTarget) { self.init(track.facts, text) }

    init(_ track: TrackFacts, _ text: SubtitleTarget) {
        let name = track.codecName.isEmpty ? "its text" : track.codecName
        why = "\(name) becomes \(text.title)"
        let isSubstation = track.decoderName == "ass" || track.decoderName == "ssa"
        let loss = "track \(track.trackID) becomes \(text.title): fonts, colours and places of its \(name) are lost"
        warnings = isSubstation ? [loss] : []
    }
}

extension LoadedAsset {
    /// What the text of a track has to become to be in files of a type; nil where it fits, or is none.
    func text(of track: AVAssetTrack, in type: AVFileType) -> SubtitleTarget? {
        guard let format = track.sampleFormats.first, [.subtitle, .text].contains(track.mediaType) else { return nil }
        let isMovie = source(of: track).index != nil
        return SubtitleTarget.needed(for: format, isMovie: isMovie, in: type)
    }
}
