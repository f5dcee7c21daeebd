internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// A track of a composition whose samples are copied, whatever becomes of the pictures beside it: sound, text and the
/// like.
struct CompanionTrack {
    let loaded: LoadedAsset
    let track: TrackFacts
    /// Of the composition's timeline.
    let range: CMTimeRange
    let target: CopyTarget

    /// All of it can be copied beside pictures that are, whatever it is.
    var canBeCopied: Bool { obstacle(as: nil, isAlone: false, mayPause: true) == nil }

    /// Why all of it cannot be copied, the end of a sentence; nil where it can. `codec`: that of sound that is asked for;
    /// nil for any. `isAlone`: the file has no pictures. `mayPause`: edits say where it is silent.
    func obstacle(as codec: SoundEncoding.Codec?, isAlone: Bool, mayPause: Bool) -> String? {
        guard target.hasEditsAtEnd else { return "\(target.name) files cannot begin or end within a packet of sound" }
        let composed = loaded.composed?[track.trackID] ?? .empty
        var end = range.start
        var heard: Set<Int> = []
        for stretch in composed.stretches where stretch.target.end > range.start && stretch.target.start < range.end {
            guard mayPause || stretch.target.start <= end else { return ComposedClips.Obstacle.hasGap.rawValue }
            guard stretch.mapping.source.duration == stretch.mapping.target.duration else {
                return ComposedClips.Obstacle.isScaled.rawValue
            }
            end = stretch.target.end
            heard.insert(stretch.source)
        }
        // Beside pictures sound may be over earlier; by itself it is as long as the edit.
        guard !isAlone || end >= CMTimeMinimum(track.timeRange.end, range.end) else {
            return ComposedClips.Obstacle.hasGap.rawValue
        }
        // Of many stretches few sources have to be looked at.
        var agreement = CopyFormats(allowsSeveral: true)
        for place in heard.sorted() {
            if let obstacle = obstacle(of: composed.sources[place], as: codec, &agreement) { return obstacle }
        }
        return nil
    }

    private func obstacle(
        of source: TrackSource,
        as codec: SoundEncoding.Codec?,
        _ agreement: inout CopyFormats
    ) -> String? {
        let facts = source.facts
        if let codec, SoundEncoding.Codec(facts.traits) != codec { return "a part has another codec" }
        guard isListable(source) else { return "not all of its packets can be found" }
        guard !becomesOtherText(source) else { return nil }
        let obstacles = facts.formatDescriptions.lazy.compactMap { MediaSinks.obstacle(to: $0, in: target.fileType) }
        if let obstacle = obstacles.first { return obstacle }
        do {
            _ = try agreement.places(of: facts)
        } catch {
            return (error as? MediaProblem)?.reason ?? "its parts differ"
        }
        return nil
    }

    /// The file has its text in another way.
    private func becomesOtherText(_ source: TrackSource) -> Bool {
        guard source.facts.mediaType.isText else { return false }
        let isMovie = source.index != nil
        return source.facts.formatDescriptions.allSatisfy {
            SubtitleTarget.needed(for: $0, isMovie: isMovie, in: target.fileType) != nil
        }
    }

    private func isListable(_ source: TrackSource) -> Bool {
        guard let asset = loaded.sources.first(where: { $0.input.identity == source.input.identity }),
            let own = asset.tracks.first(where: { $0.trackID == source.facts.trackID })
        else { return false }
        return (try? asset.listableSamples(of: own)) != nil
    }

    /// How a file of it is made: its only track. Blocks where samples have to be listed.
    func plan(_ context: SourceContext) throws -> CopyPlan {
        let (timeline, assets) = try Timeline.composition(loaded, [track], in: range)
        let sources = try assets.indices.map { place in
            let trackIDs = timeline.tracks[0].stretches.filter { timeline.clips[$0.clip].source == place }
            let own = SourceContext(loaded.sources[assets[place]], besides: context)
            return try Named.by(own.name) { try own.samples(of: Set(trackIDs.map(\.trackID))) }
        }
        let planner = CopyPlanner(sources: sources, target: target, mode: .presentsExactly)
        return try planner.plan(edits: timeline).plan
    }
}
