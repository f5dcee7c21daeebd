internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension JoinInput {
    /// When there is something of a track that the clip does not have from its beginning to its end. A file of its own
    /// numbers tracks anew, so that it is found by its place among those of its kind.
    struct TrackRanges {
        let mediaType: AVMediaType
        let ordinal: Int
        /// On the timeline of the asset.
        var ranges: [CMTimeRange]
    }

    /// Has of tracks only ranges of the asset's timeline, by the tracks of its source. What is to end with the clip does
    /// so wherever that turns out to end.
    mutating func limit(to ranges: [Int32: [CMTimeRange]]) {
        trackRanges = source.tracks.enumerated().compactMap { place, track in
            guard let own = ranges[track.facts.trackID] else { return nil }
            let alike = source.tracks.prefix(place).filter { $0.facts.mediaType == track.facts.mediaType }
            return TrackRanges(
                mediaType: track.facts.mediaType,
                ordinal: alike.count,
                ranges: own.map { $0.end < range.end ? $0 : CMTimeRange(start: $0.start, end: .positiveInfinity) }
            )
        }
    }

    /// The ranges of what the source is now, by its tracks.
    var rangesOfSource: [Int32: [CMTimeRange]] {
        trackRanges.reduce(into: [:]) { ranges, found in
            let alike = source.tracks.filter { $0.facts.mediaType == found.mediaType }
            guard alike.indices.contains(found.ordinal) else { return }
            ranges[alike[found.ordinal].facts.trackID] = found.ranges.map {
                CMTimeRange(start: $0.start - offset, end: $0.end - offset)
            }
        }
    }

    /// What is heard of a track of sound in a range of the asset's timeline, which may begin before what was wanted.
    func heard(ofSound ordinal: Int, in range: CMTimeRange, wantedFrom start: CMTime) -> [CMTimeRange] {
        guard let found = trackRanges.first(where: { $0.mediaType == .audio && $0.ordinal == ordinal }) else {
            return [range]
        }
        return found.ranges.compactMap { own in
            let first = own.start <= start ? range.start : CMTimeMaximum(own.start, range.start)
            let end = CMTimeMinimum(own.end, range.end)
            return first < end ? CMTimeRange(start: first, end: end) : nil
        }
    }
}
