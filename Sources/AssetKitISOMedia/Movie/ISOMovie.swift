package import CMTimeLib

/// Everything that the headers of an ISO media file say.
package struct ISOMovie: Sendable {
    package var layout = ISOFileLayout()
    package var header = ISOMovieHeader()
    package var tracks: [ISOTrack] = []
    /// Of the movie and the file; tracks have their own.
    package var metadata: [ISOMetadataEntry] = []
    /// Nero's list of chapters (`chpl`).
    package var listedChapters: [ISOChapter] = []
    /// The movie announces fragments (`mvex`).
    package var announcesFragments = false
    /// `mehd`: the length with all fragments, in ticks of the movie.
    var announcedDuration: UInt64?
    /// How many fragments have been read.
    package var fragmentCount = 0
    /// `sidx`: the subsegments that the file lists.
    var segmentIndexes: [ISOSegmentIndex] = []
    /// `pssh`: the identifiers of the systems that can give keys.
    var protectionSystems: [[UInt8]] = []
    /// Oddities that reading survived, one sentence each.
    package var warnings: [String] = []

    package var isFragmented: Bool { announcesFragments || fragmentCount > 0 }

    package func track(_ id: UInt32) -> ISOTrack? { tracks.first { $0.id == id } }

    /// The segments of a track on the movie's timeline.
    package func timeline(of track: ISOTrack, warn: (String) -> Void = { _ in }) -> [ISOTimelineSegment] {
        // Without edits all pictures are shown, also those that composition offsets move behind the stated end.
        let hasEdits = track.edits.map { !$0.edits.isEmpty } ?? false
        let shownEnd = track.samples.facts.presentationEnd ?? 0
        return ISOTimeline(
            movieTimescale: header.timescale,
            mediaTimescale: track.media.timescale,
            mediaDuration: hasEdits ? track.mediaDuration : max(track.mediaDuration, shownEnd),
            shownEnd: shownEnd,
            isFragmented: isFragmented
        ).segments(track.edits, warn: warn)
    }

    /// The length of a track on the movie's timeline: of its segments, or what its header says when there are none.
    package func duration(of track: ISOTrack) -> CMTime {
        if let last = timeline(of: track).last { return last.mapping.target.end }
        return track.header.duration.map { ISOTime.time(Int64($0), timescale: header.timescale) } ?? .zero
    }

    /// The length of the longest track; without samples in fragments that are not read, what the file announces.
    package var duration: CMTime {
        let longest = tracks.map { duration(of: $0) }.max() ?? .zero
        guard isFragmented else {
            return longest > .zero ? longest : header.durationTime
        }
        return [longest, announcedTime].max() ?? longest
    }

    /// What `mehd`, `sidx` and `mvhd` tell without looking at any fragment.
    private var announcedTime: CMTime {
        if fragmentCount > 0 { return .zero }
        if let ticks = announcedDuration, ticks > 0 { return ISOTime.time(Int64(ticks), timescale: header.timescale) }
        let indexed = segmentIndexes.map(\.end).max() ?? .zero
        return indexed > .zero
            ? indexed
            : header.duration.map {
                ISOTime.time(Int64($0), timescale: header.timescale)
            } ?? .zero
    }
}
