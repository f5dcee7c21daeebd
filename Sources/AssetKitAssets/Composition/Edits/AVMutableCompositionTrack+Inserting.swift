internal import AssetKitBase
internal import AssetKitEdits
internal import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

extension AVMutableCompositionTrack {
    /// Puts a range of a track of another asset into this one: what is behind the time moves back.
    ///
    /// A range that reaches beyond the track is cut to what there is, so what is inserted may be shorter. What the track's own
    /// edits leave empty stays empty. A track of a composition is taken apart into the files that it is made of.
    ///
    /// - Parameters:
    ///   - timeRange: Of the other asset's timeline.
    ///   - track: Of an asset that somebody holds; its asset is kept from then on.
    ///   - startTime: When it is to begin; `.invalid` for at the end. Behind the end, nothing shows in between.
    /// - Throws: An ``AVError``; nothing is changed then. `.invalidSourceMedia` where nothing of the track lies in the range,
    ///   `.operationNotAllowed` where this track has been removed from its composition.
    public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        try insert([try insertion(timeRange, of: track)], at: startTime)
    }

    /// Puts ranges of tracks into this one, one behind the other: all of them or none. A range without a start (`.invalid`) is
    /// one of nothing, and its track is not looked at.
    public func insertTimeRanges(
        _ timeRanges: [NSValue],
        of tracks: [AVAssetTrack],
        at startTime: CMTime
    ) throws {
        require(timeRanges.count == tracks.count, "insertTimeRanges: there are not as many ranges as tracks")
        try insert(
            zip(timeRanges, tracks).map { value, track in
                let range = value.timeRangeValue
                guard range.start.isValid else { return try .nothing(for: range.duration) }
                return try insertion(range, of: track)
            },
            at: startTime
        )
    }

    private func insertion(_ range: CMTimeRange, of track: AVAssetTrack) throws -> CompositionState.Segments {
        guard let asset = track.asset else {
            let reason = "its asset is gone; keep the asset as long as its tracks are used"
            throw AVError(.invalidSourceMedia, "cannot insert a range of track \(track.trackID): \(reason)")
        }
        guard track.mediaType == mediaType else {
            let reason = "a track of \(mediaType.rawValue) takes none of \(track.mediaType.rawValue)"
            throw AVError(.operationNotSupportedForAsset, "cannot insert a range of track \(track.trackID): \(reason)")
        }
        return try CompositionInsertion(range, of: track, asset).segments
    }

    private func insert(_ insertions: [CompositionState.Segments], at startTime: CMTime) throws {
        guard !startTime.isValid || startTime.isNumeric && startTime >= .zero else {
            throw AVError(.invalidSourceMedia, "cannot insert a range of a track: the time to insert it at is none")
        }
        let done: Void? = try storage.update(trackID) { track in
            let start = startTime.isValid ? startTime : track.segments.duration
            try track.segments.insert(joined(insertions), at: start)
        }
        guard done != nil else {
            let reason = "track \(trackID) has been removed from its composition"
            throw AVError(.operationNotAllowed, "cannot insert a range of a track: \(reason)")
        }
    }

    private func joined(_ insertions: [CompositionState.Segments]) throws -> CompositionState.Segments {
        if insertions.count == 1 { return insertions[0] }
        return try CompositionState.Segments(joining: insertions.flatMap(\.segments))
    }

    /// Any range of a track of another asset can go into this one: it is of the same kind, and where samples are only ever
    /// copied, of the same codec.
    func canTake(_ track: AVAssetTrack) -> Bool {
        guard track.mediaType == mediaType else { return false }
        let isRendered = mediaType == .video || mediaType == .audio
        return isRendered || compositionSegments.isEmpty || facts.codec == track.facts.codec
    }
}

extension CompositionState.Segments {
    /// One in which nothing shows.
    fileprivate static func nothing(for duration: CMTime) throws -> Self {
        try Self(
            joining: CollectionOfOne(CompositionState.Segment(empty: CMTimeRange(start: .zero, duration: duration)))
        )
    }
}
