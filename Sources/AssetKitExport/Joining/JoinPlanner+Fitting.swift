internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources

extension JoinPlanner {
    /// The tracks that the file can hold. Without its pictures or its sound a file is another one, so those must fit.
    func fitting(_ input: JoinInput, _ target: CopyTarget) throws -> JoinInput {
        var (result, source) = (input, input.source)
        var (tracks, warnings): ([LoadedSource.Track], [String]) = ([], [])
        for track in source.tracks {
            let facts = track.facts
            if let warning = facts.beginningWarning(in: input.range) { warnings.append(named(warning, of: source)) }
            let formats = facts.formatDescriptions
            guard !formats.isEmpty else {
                warnings.append(named("nothing says what track \(facts.trackID) holds; it is left out", of: source))
                continue
            }
            if let text = track.textTarget(in: target.fileType) {
                warnings += SubtitleLoss(facts, text).warnings.map { named($0, of: source) }
                tracks.append(track)
                continue
            }
            let oddity = joints.encodesWhereNeeded && joinsFiles ? target.oddity(of: facts) : nil
            let obstacles = formats.lazy.compactMap { MediaSinks.obstacle(to: $0, in: target.fileType) }
            guard let obstacle = obstacles.first ?? oddity else {
                if let loss = AlphaLoss.warning(facts, in: target.fileType) {
                    warnings.append(named(loss, of: source))
                }
                tracks.append(track)
                continue
            }
            if [.video, .audio].contains(facts.mediaType) {
                if joints.encodesWhereNeeded, MediaSinks.mediaTypes(in: target.fileType).contains(facts.mediaType) {
                    result.obstacles[facts.trackID] = obstacle
                    tracks.append(track)
                    continue
                }
                throw AVError.copying(
                    source.name,
                    because: MediaProblem(code: .operationNotSupportedForAsset, reason: obstacle)
                )
            }
            warnings.append(named("track \(facts.trackID) is left out: \(obstacle)", of: source))
        }
        source = LoadedSource(input: source.input, facts: source.facts, tracks: tracks)
        (result.source, result.warnings) = (source, warnings)
        return result
    }

    /// What is said of a clip, with the name of its file where there are several.
    func named(_ sentence: String, of source: LoadedSource) -> String {
        joinsFiles ? "'\(source.name)': \(sentence)" : sentence
    }
}
