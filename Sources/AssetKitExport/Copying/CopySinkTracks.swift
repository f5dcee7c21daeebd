internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

extension CopyPlanner {
    /// The tracks as the new file describes them: like those of the first clip that has them.
    func sinkTracks(_ tracks: [CopyJoinedTrack], _ clips: [TimelineClip]) -> [SinkTrack] {
        let models = tracks.map { track -> (source: Int, facts: TrackFacts)? in
            guard let number = track.members.firstIndex(where: { $0 != nil }), let member = track.members[number]
            else { return nil }
            let source = clips[number].source
            return (source, sources[source].tracks[member.place].facts)
        }
        return zip(tracks, models).map { track, model in
            var result = SinkTrack(
                mediaType: track.mediaType,
                formats: track.formats,
                timescale: track.placement.timescale
            )
            guard let model else { return result }
            describe(&result, model.facts)
            result.refer(as: model.facts) { id in
                models.firstIndex { $0?.source == model.source && $0?.facts.trackID == id }
            }
            return result
        }
    }

    private func describe(_ track: inout SinkTrack, _ facts: TrackFacts) {
        if let video = facts.video {
            let turned = target.shown(video)
            if MediaSinks.obstacle(toTurn: turned, in: target.fileType) == nil { track.transform = turned }
        }
        track.naturalSize = facts.video?.naturalSize
        track.describe(facts)
        track.isDefault = facts.isDefault
        track.frameRate = facts.video?.constantRate
        track.largestAdditionNumber = facts.largestAdditionNumber
    }
}

extension CopyPlanner {
    /// How tracks are shown that the new file cannot say, each a sentence.
    func lostTurns(_ tracks: [CopyJoinedTrack], _ clips: [TimelineClip]) throws -> [String] {
        try tracks.compactMap { track in
            guard let number = track.members.firstIndex(where: { $0 != nil }), let member = track.members[number]
            else { return nil }
            let facts = sources[clips[number].source].tracks[member.place].facts
            return try facts.video.flatMap { try target.lostTurn(of: $0, trackID: facts.trackID) }
        }
    }

    /// What a file in fragments cannot say of when tracks are presented, each a sentence.
    func lostEdits(_ tracks: [CopyJoinedTrack], _ placed: [PlacedClip]) -> [String] {
        guard target.hasEdits, !target.hasEditsAtEnd else { return [] }
        return tracks.enumerated().compactMap { place, track in
            guard track.text == nil, track.encoding == nil,
                let clip = placed.first(where: { $0.copiedRuns.contains { $0.track == place } }),
                let copied = clip.copiedRuns.first(where: { $0.track == place })
            else { return nil }
            let stored = sources[clip.source].tracks[copied.sourceTrack]
            // What sound has before its beginning is next to nothing, and players leave it out.
            let begin: CMTime =
                track.mediaType == .audio
                ? .positiveInfinity : CopyPlacement.Times(copied.samples, of: stored).start + copied.shift
            guard !track.placement.isOneStretch(from: begin) else { return nil }
            return "track \(stored.facts.trackID) shows in parts or at another speed, which a file in fragments "
                + "cannot say; it will show as it is stored"
        }
    }
}
