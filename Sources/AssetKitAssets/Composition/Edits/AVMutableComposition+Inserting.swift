internal import AssetKitBase
internal import AssetKitEdits
internal import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
internal import Foundation

extension AVMutableComposition {
    /// Puts a range of all tracks of an asset into the composition; what is behind the time moves back in all tracks, so that
    /// they stay in step.
    ///
    /// Each track of the asset goes into the first one that can take it and that no other one of the asset goes into, or into a
    /// new one. Metadata, chapters and the like are not taken over.
    ///
    /// - Parameters:
    ///   - timeRange: Of the asset's timeline; what reaches beyond its end is cut away.
    ///   - asset: A file, bytes in memory or a composition. It is loaded where that has not happened.
    ///   - time: When it is to begin; `.invalid` for at the end.
    ///   - isolation: Where the caller runs; nobody has to name it.
    /// - Throws: Why the asset cannot be loaded, or that nothing of it lies in the range. Nothing is changed then.
    public func insertTimeRange(
        _ timeRange: CMTimeRange,
        of asset: AVAsset,
        at time: CMTime,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        _ = try await asset.load(.duration)
        try insert(timeRange, of: asset, at: time)
    }

    /// Calls back when a range of all tracks of an asset has been put in, or with why it has not.
    @preconcurrency
    public func insertTimeRange(
        _ timeRange: CMTimeRange,
        of asset: AVAsset,
        at startTime: CMTime,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        asset.requestKeys(["tracks", "duration"]) { [self] in
            do {
                try insert(timeRange, of: asset, at: startTime)
                completionHandler(nil)
            } catch {
                completionHandler(error)
            }
        }
    }

    /// The same for code that cannot wait without a thread: the asset is loaded here where that has not happened.
    @available(*, noasync, message: "use the asynchronous insertTimeRange")
    public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        try insert(timeRange, of: asset, at: startTime)
    }

    private func insert(_ range: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        let tracks = asset is AVComposition ? asset.presentedTracks : try asset.requireLoaded().tracks
        guard !startTime.isValid || startTime.isNumeric && startTime >= .zero else {
            throw AVError(.invalidSourceMedia, "cannot insert a range of an asset: the time to insert it at is none")
        }
        let length = try inserted(range, of: asset)
        let parts = try tracks.compactMap { track in
            try segments(of: range, track, asset).map { (track, $0) }
        }
        guard !parts.isEmpty else {
            let reason = "none of its tracks has anything in that range"
            throw AVError(.invalidSourceMedia, "cannot insert a range of an asset: \(reason)")
        }
        let start = startTime.isValid ? startTime : duration
        let known = targets(for: parts.map(\.0))
        try storage.update { state in
            var changed = state
            let targets = zip(known, parts).map { known, part in
                known ?? changed.addTrack(part.0.mediaType, preferring: kCMPersistentTrackID_Invalid)
            }
            for place in changed.tracks.indices {
                let part = targets.firstIndex(of: changed.tracks[place].trackID).map { parts[$0].1 }
                try changed.tracks[place].segments.insert(part, filling: length, at: start)
            }
            state = changed
        }
    }

    /// What a track has in a range; nil for nothing.
    private func segments(
        of range: CMTimeRange,
        _ track: AVAssetTrack,
        _ asset: AVAsset
    ) throws -> CompositionState.Segments? {
        do {
            return try CompositionInsertion(range, of: track, asset).segments
        } catch let error as AVError where error.code == .invalidSourceMedia {
            return nil
        }
    }

    /// How much of the timeline a range takes.
    private func inserted(_ range: CMTimeRange, of asset: AVAsset) throws -> CMTime {
        let end = asset.duration
        guard range.isValid, range.start.isNumeric, range.duration > .zero else {
            throw AVError(.invalidSourceMedia, "cannot insert a range of an asset: the range is empty or no range")
        }
        let start = CMTimeMaximum(range.start, .zero)
        let length = (end.isNumeric ? CMTimeMinimum(range.end, end) : range.end) - start
        guard length.isNumeric, length > .zero else {
            throw AVError(.invalidSourceMedia, "cannot insert a range of an asset: it is not that long")
        }
        return length
    }

    /// The tracks that others go into, each into one of its own; nil where one has to be added.
    private func targets(for tracks: [AVAssetTrack]) -> [CMPersistentTrackID?] {
        var taken: Set<CMPersistentTrackID> = []
        return tracks.map { track in
            let known = mutableTracks.first { !taken.contains($0.trackID) && $0.canTake(track) }?.trackID
            if let known { taken.insert(known) }
            return known
        }
    }
}

extension CompositionState.Segments {
    /// Puts in segments, and nothing for as long as they are too short; without any, nothing for all of the time.
    fileprivate mutating func insert(_ part: Self?, filling length: CMTime, at start: CMTime) throws {
        let own = part?.duration ?? .zero
        // Nothing behind the last segment leaves no trace, and before others it keeps them in step.
        if own < length { try insertEmpty(CMTimeRange(start: start, duration: length - own)) }
        if let part { try insert(part, at: start) }
    }
}
