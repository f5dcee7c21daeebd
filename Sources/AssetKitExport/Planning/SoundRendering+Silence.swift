internal import AssetKitSources
internal import CMTimeLib

extension SoundRendering {
    /// What is not heard of a track because of the speeds that its edits have; nil where all of it is.
    func silence(of source: TrackSource, in range: CMTimeRange) -> String? {
        guard let algorithm = timePitchAlgorithm, source.isSilenced(in: range, by: algorithm) else { return nil }
        return "sound is silent where an edit plays it below 1/32 or above 32 times its speed"
    }
}
