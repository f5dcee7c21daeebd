internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// A composition as clips one behind the other, each a range of one asset with some of its tracks: what can be copied as a
/// join is. Pure.
struct ComposedClips {
    /// A range of an asset, or of the composition itself.
    struct Clip {
        /// What its samples come from.
        enum Origin: Hashable {
            /// The place of an asset among the composition's sources.
            case asset(Int)
            /// The composition, whose pictures are rendered.
            case composition
        }

        var origin: Origin
        /// When it begins in the composition.
        var start: CMTime
        var end: CMTime
        /// What is added to a time of the composition for that of its origin.
        var offset: CMTime
        /// The tracks of its origin, by those of the composition.
        var tracks: [Int32: TrackSource]
        /// When tracks show that do not from its beginning to its end, by those of the composition and in its times.
        var parts: [Int32: [CMTimeRange]] = [:]
        /// Why it is rendered; nil for what is copied.
        var whyRendered: String?

        /// Of the timeline of its origin.
        var range: CMTimeRange { CMTimeRange(start: start + offset, end: end + offset) }
    }

    private(set) var clips: [Clip] = []
    /// Those of the composition that are in the clips.
    let tracks: [TrackFacts]
    /// What of the composition is not in the clips, a sentence; nil for nothing.
    private(set) var loss: String?

    /// `tracks`: those of the composition that are wanted. `leavesEndOut`: all is copied, so that what is black and silent behind
    /// the last thing that shows cannot be there. Throws why it is no such thing.
    init(_ loaded: LoadedAsset, _ tracks: [TrackFacts], in range: CMTimeRange, leavesEndOut: Bool) throws(Obstacle) {
        self.tracks = tracks
        var walks = tracks.map { loaded.walk(along: $0.trackID) }
        var end = CMTimeMinimum(range.end, loaded.facts.duration)
        if leavesEndOut {
            loss = Self.lossAtEnd(of: loaded, in: range)
            end = CMTimeMinimum(end, loaded.shownEnd() ?? end)
        } else {
            // What is not wanted may be longer.
            end = CMTimeMinimum(end, tracks.map(\.timeRange.end).max() ?? end)
            let wanted = CMTimeRange(start: range.start, end: end)
            guard !tracks.contains(where: { loaded.hasBlack($0, in: wanted) }) else { throw .hasGap }
        }
        let borders = Set(walks.flatMap(\.borders) + [range.start, end])
            .filter { $0 >= range.start && $0 <= end }.sorted()
        for (start, end) in zip(borders, borders.dropFirst()) {
            try append(Self.clip(from: start, to: end, &walks))
        }
        guard !clips.isEmpty else { throw Obstacle.isEmpty }
        try checkOrder()
    }

    /// The pictures alone: what cannot be copied of them is rendered.
    init(_ pictures: ComposedPictures) {
        (clips, tracks) = (pictures.clips, [pictures.track])
    }

    /// One of the tracks of clips that are copied, and nothing else: what goes on there is one clip, also where another track begins
    /// or ends.
    private init(_ track: TrackFacts, of all: ComposedClips) {
        tracks = [track]
        for clip in all.clips {
            var own = clip
            own.tracks = clip.tracks.filter { $0.key == track.trackID }
            own.parts = [:]
            append(own)
        }
        // Others may go on behind its end.
        while clips.last?.tracks.isEmpty ?? false { clips.removeLast() }
    }

    /// The only track of pictures by itself, where sound cuts it that begins or ends while a clip goes on; nil where nothing of the
    /// kind does.
    var picturesCutBySound: ComposedClips? {
        guard let track = onlyPictures else { return nil }
        let alone = ComposedClips(track, of: self)
        let count = clips.count { $0.tracks[track.trackID] != nil }
        let isCut = alone.clips.count < count || clips.contains { !$0.parts.isEmpty }
        // What shows nothing for a moment is no clip that could be copied.
        return isCut && !alone.clips.contains(where: \.tracks.isEmpty) ? alone : nil
    }

    /// The track of pictures, where there is one.
    private var onlyPictures: TrackFacts? {
        let pictures = tracks.filter { $0.mediaType == .video }
        return pictures.count == 1 ? pictures.first : nil
    }

    /// What there is to say where the composition goes on behind the last thing that shows, and all is copied; nil elsewhere.
    /// `tracks`: those that are wanted alone.
    static func lossAtEnd(of loaded: LoadedAsset, _ tracks: [TrackFacts]? = nil, in range: CMTimeRange) -> String? {
        let end = CMTimeMinimum(range.end, tracks?.map(\.timeRange.end).max() ?? loaded.facts.duration)
        guard let last = loaded.shownEnd(of: tracks), last < end else { return nil }
        let seconds = ((end - CMTimeMaximum(last, range.start)).seconds * 1000).rounded() / 1000
        return "the last \(seconds) s, in which nothing shows, cannot be copied and are left out"
    }

    /// Why it is none, each the end of a sentence.
    enum Obstacle: String, Error {
        case isEmpty = "nothing shows in that time"
        case hasGap = "nothing shows for some time"
        case isScaled = "a part plays at another speed"
        case isHeld = "a picture is held for longer than it shows"
        case isMixed = "tracks of several assets show at once"
        case isShifted = "tracks of an asset are not in step"
        case isRepeated = "several tracks show the same track of an asset at once"
        case isRedescribed = "its format description is replaced by another, which its samples do not have"
        case isStill = "a still picture has no samples for its time"
        case isReordered = "tracks are in another order than in their file"
    }

    /// What the tracks show from one border to the next: all of one asset.
    private static func clip(from start: CMTime, to end: CMTime, _ walks: inout [CompositionWalk]) throws(Obstacle)
        -> Clip
    {
        var clip: Clip?
        for place in walks.indices {
            guard let shown = try walks[place].shown(at: start) else { continue }
            if var known = clip {
                guard known.origin == .asset(shown.asset) else { throw .isMixed }
                guard known.offset == shown.offset else { throw .isShifted }
                // A join has each track of a file once.
                let trackID = shown.source.facts.trackID
                guard known.tracks.values.allSatisfy({ $0.facts.trackID != trackID }) else { throw .isRepeated }
                known.tracks[walks[place].trackID] = shown.source
                clip = known
            } else {
                let tracks = [walks[place].trackID: shown.source]
                let origin = Clip.Origin.asset(shown.asset)
                clip = Clip(origin: origin, start: start, end: end, offset: shown.offset, tracks: tracks)
            }
        }
        guard let clip else { throw .hasGap }
        return clip
    }

    /// A clip that goes on where the last one ends is the same one.
    private mutating func append(_ next: Clip) {
        let pictures = onlyPictures?.trackID
        if let last = clips.indices.last, clips[last].merge(next, pictures: pictures) { return }
        clips.append(next)
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

    /// As a timeline, with the origins of its sources: clips of one asset with other tracks are of several.
    var timeline: (value: Timeline, origins: [Clip.Origin]) {
        var origins: [Clip.Origin] = []
        var known: [Key: Int] = [:]
        var timeline = Timeline(clips: [], tracks: tracks.map { TimelineTrack(mediaType: $0.mediaType, stretches: []) })
        for (number, clip) in clips.enumerated() {
            let key = Key(origin: clip.origin, trackIDs: Set(clip.tracks.values.map(\.facts.trackID)))
            let place = known[key] ?? origins.count
            if place == origins.count { origins.append(clip.origin) }
            known[key] = place
            timeline.clips.append(TimelineClip(source: place, range: clip.range, whyRendered: clip.whyRendered))
            for (place, track) in tracks.enumerated() {
                guard let trackID = clip.tracks[track.trackID]?.facts.trackID else { continue }
                for source in clip.ranges(of: track.trackID) {
                    let target = CMTimeRange(start: source.start - clip.range.start, duration: source.duration)
                    timeline.tracks[place].stretches.append(
                        TimelineStretch(clip: number, trackID: trackID, source: source, target: target)
                    )
                }
            }
        }
        return (timeline, origins)
    }

    private struct Key: Hashable {
        var origin: Clip.Origin
        var trackIDs: Set<Int32>
    }
}

extension LoadedAsset {
    /// When the last thing is over that shows on some tracks of a composition, or on any; nil where nothing does.
    fileprivate func shownEnd(of tracks: [TrackFacts]? = nil) -> CMTime? {
        let chosen = tracks.map { Set($0.map(\.trackID)) }
        let wanted = (composed ?? [:]).filter { chosen?.contains($0.key) ?? true }
        return wanted.values.compactMap { $0.stretches.last?.target.end }.max()
    }

    /// A track of pictures shows nothing for a while in a range, whatever is heard then: that is black. What lacks a moment beside
    /// its sound is not meant so, unless it is the end of what was asked to last longer.
    fileprivate func hasBlack(_ track: TrackFacts, in range: CMTimeRange) -> Bool {
        guard track.mediaType == .video, let stretches = composed?[track.trackID]?.stretches, !stretches.isEmpty else {
            return false
        }
        let longestMoment = CMTime(value: 1, timescale: 10)
        var reached = range.start
        for stretch in stretches where stretch.target.end > range.start && stretch.target.start < range.end {
            if stretch.target.start - reached > longestMoment { return true }
            reached = stretch.target.end
        }
        return reached < CMTimeMinimum(track.timeRange.end, range.end)
    }

    /// Goes along a track of a composition.
    func walk(along trackID: Int32) -> CompositionWalk {
        let assets = Dictionary(
            sources.enumerated().map { ($1.input.identity, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return CompositionWalk(trackID, composed?[trackID] ?? .empty, assets)
    }
}
