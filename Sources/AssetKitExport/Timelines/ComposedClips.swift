internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// A composition as clips one behind the other, each a range of one asset with some of its tracks: what can be copied as a
/// join is. Pure.
struct ComposedClips {
    /// A range of an asset.
    struct Clip {
        /// The place of its asset among the composition's sources.
        var asset: Int
        /// When it begins in the composition.
        var start: CMTime
        var end: CMTime
        /// What is added to a time of the composition for that of the asset.
        var offset: CMTime
        /// The tracks of the asset, by those of the composition.
        var tracks: [Int32: TrackSource]

        /// Of the asset's timeline.
        var range: CMTimeRange { CMTimeRange(start: start + offset, end: end + offset) }
    }

    private(set) var clips: [Clip] = []
    private let tracks: [TrackFacts]

    /// `tracks`: those of the composition that are wanted. Throws why it is no such thing.
    init(_ loaded: LoadedAsset, _ tracks: [TrackFacts], in range: CMTimeRange) throws(Obstacle) {
        self.tracks = tracks
        let assets = Dictionary(
            loaded.sources.enumerated().map { ($1.input.identity, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var walks = tracks.map { Walk($0.trackID, loaded.composed?[$0.trackID] ?? .empty, assets) }
        let end = CMTimeMinimum(range.end, loaded.facts.duration)
        let borders = Set(walks.flatMap(\.borders) + [range.start, end])
            .filter { $0 >= range.start && $0 <= end }.sorted()
        for (start, end) in zip(borders, borders.dropFirst()) {
            try append(Self.clip(from: start, to: end, &walks))
        }
        guard !clips.isEmpty else { throw Obstacle.isEmpty }
        try checkOrder()
    }

    /// Why it is none, each the end of a sentence.
    enum Obstacle: String, Error {
        case isEmpty = "nothing shows in that time"
        case hasGap = "nothing shows for some time"
        case isScaled = "a part plays at another speed"
        case isMixed = "tracks of several assets show at once"
        case isShifted = "tracks of an asset are not in step"
        case isStill = "a still picture has no samples for its time"
        case isReordered = "tracks are in another order than in their file"
    }

    /// What the tracks show from one border to the next: all of one asset.
    private static func clip(from start: CMTime, to end: CMTime, _ walks: inout [Walk]) throws(Obstacle) -> Clip {
        var clip: Clip?
        for place in walks.indices {
            guard let shown = try walks[place].shown(at: start) else { continue }
            if var known = clip {
                guard known.asset == shown.asset else { throw .isMixed }
                guard known.offset == shown.offset else { throw .isShifted }
                known.tracks[walks[place].trackID] = shown.source
                clip = known
            } else {
                let tracks = [walks[place].trackID: shown.source]
                clip = Clip(asset: shown.asset, start: start, end: end, offset: shown.offset, tracks: tracks)
            }
        }
        guard let clip else { throw .hasGap }
        return clip
    }

    /// A clip that goes on where the last one ends is the same one, where each has all tracks that show something then.
    private mutating func append(_ next: Clip) {
        guard var last = clips.last, last.asset == next.asset, last.offset == next.offset,
            last.tracks.allSatisfy({ next.has($0.key, $0.value) }),
            next.tracks.allSatisfy({ last.has($0.key, $0.value) })
        else { return clips.append(next) }
        last.end = next.end
        last.tracks.merge(next.tracks) { first, _ in first }
        clips[clips.count - 1] = last
    }

    /// Joins number the tracks of a kind by their order in the file.
    private func checkOrder() throws(Obstacle) {
        for clip in clips {
            for kind in Set(tracks.map(\.mediaType)) {
                let alike = tracks.filter { $0.mediaType == kind }.map { clip.tracks[$0.trackID]?.facts.trackID }
                let shown = alike.prefix { $0 != nil }.compactMap { $0 }
                guard alike.dropFirst(shown.count).allSatisfy({ $0 == nil }), shown == shown.sorted() else {
                    throw .isReordered
                }
            }
        }
    }

    /// As a timeline, with the places of the assets of its sources: clips of one asset with other tracks are of several.
    var timeline: (value: Timeline, assets: [Int]) {
        var assets: [Int] = []
        var known: [Key: Int] = [:]
        var timeline = Timeline(clips: [], tracks: tracks.map { TimelineTrack(mediaType: $0.mediaType, stretches: []) })
        for (number, clip) in clips.enumerated() {
            let key = Key(asset: clip.asset, trackIDs: Set(clip.tracks.values.map(\.facts.trackID)))
            let place = known[key] ?? assets.count
            if place == assets.count { assets.append(clip.asset) }
            known[key] = place
            timeline.clips.append(TimelineClip(source: place, range: clip.range))
            let target = CMTimeRange(start: .zero, duration: clip.range.duration)
            for (place, track) in tracks.enumerated() {
                guard let trackID = clip.tracks[track.trackID]?.facts.trackID else { continue }
                timeline.tracks[place].stretches.append(
                    TimelineStretch(clip: number, trackID: trackID, source: clip.range, target: target)
                )
            }
        }
        return (timeline, assets)
    }

    private struct Key: Hashable {
        var asset: Int
        var trackIDs: Set<Int32>
    }
}

extension ComposedClips.Clip {
    /// A track is among those of the clip, or shows nothing in its time anyway.
    fileprivate func has(_ trackID: Int32, _ source: TrackSource) -> Bool {
        if let own = tracks[trackID] { return own.facts.trackID == source.facts.trackID }
        return !source.shows(in: range)
    }
}

extension ComposedClips {
    /// Goes along a track.
    private struct Walk {
        let trackID: Int32
        private let track: ComposedTrack
        private let assets: [ObjectIdentifier: Int]
        private var place = 0

        init(_ trackID: Int32, _ track: ComposedTrack, _ assets: [ObjectIdentifier: Int]) {
            (self.trackID, self.track, self.assets) = (trackID, track, assets)
        }

        var borders: [CMTime] { track.stretches.flatMap { [$0.target.start, $0.target.end] } }

        /// What shows at a time, which is not before that of the call before; nil in gaps.
        mutating func shown(at time: CMTime) throws(Obstacle) -> (asset: Int, offset: CMTime, source: TrackSource)? {
            while place < track.stretches.count, track.stretches[place].target.end <= time { place += 1 }
            guard place < track.stretches.count else { return nil }
            let stretch = track.stretches[place]
            guard stretch.target.start <= time else { return nil }
            guard stretch.mapping.source.duration == stretch.mapping.target.duration else { throw .isScaled }
            let source = track.sources[stretch.source]
            guard source.facts.video?.isStillImage != true else { throw .isStill }
            guard let asset = assets[source.input.identity] else { return nil }
            return (asset, stretch.mapping.source.start - stretch.mapping.target.start, source)
        }
    }
}
