internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib

extension Timeline {
    /// A range of one source: a trim or an export; without an end, all of it.
    static func range(_ range: CMTimeRange, of tracks: [TrackFacts], at speed: Speed = .normal) -> Timeline {
        var timeline = ranges([range], of: tracks)
        for number in timeline.tracks.indices {
            for place in timeline.tracks[number].stretches.indices {
                timeline.tracks[number].stretches[place].pass(at: speed)
            }
        }
        return timeline
    }

    /// Ranges of one source, one behind the other.
    static func ranges(_ ranges: [CMTimeRange], of tracks: [TrackFacts]) -> Timeline {
        join(ranges.map { TimelineClip(source: 0, range: $0) }, of: [tracks])
    }

    /// Clips, one behind the other, of sources with these tracks. The first track of pictures of every clip goes into
    /// one, the second one into another, and so on; as for other kinds.
    static func join(_ clips: [TimelineClip], of sources: [[TrackFacts]]) -> Timeline {
        var timeline = Timeline(clips: clips, tracks: [])
        for (number, clip) in clips.enumerated() {
            var seen: [AVMediaType: Int] = [:]
            for track in sources[clip.source] {
                let ordinal = seen[track.mediaType, default: 0]
                seen[track.mediaType] = ordinal + 1
                timeline.append(.whole(clip, number, track), track.mediaType, ordinal)
            }
        }
        return timeline
    }

    /// The tracks of each clip's source that the clip has.
    var trackIDsOfClips: [Set<Int32>] {
        var trackIDs = clips.map { _ in Set<Int32>() }
        for stretch in tracks.flatMap(\.stretches) { trackIDs[stretch.clip].insert(stretch.trackID) }
        return trackIDs
    }

    /// Appends to the track with this number among those of a kind, and makes it where there is none.
    private mutating func append(_ stretch: TimelineStretch, _ mediaType: AVMediaType, _ ordinal: Int) {
        let alike = tracks.indices.filter { tracks[$0].mediaType == mediaType }
        if alike.indices.contains(ordinal) {
            tracks[alike[ordinal]].stretches.append(stretch)
        } else {
            tracks.append(TimelineTrack(mediaType: mediaType, stretches: [stretch]))
        }
    }
}

extension TimelineStretch {
    /// All of a track that is in a clip, at its own speed.
    fileprivate static func whole(_ clip: TimelineClip, _ number: Int, _ track: TrackFacts) -> TimelineStretch {
        let target = CMTimeRange(start: .zero, duration: clip.range.duration)
        return TimelineStretch(clip: number, trackID: track.trackID, source: clip.range, target: target)
    }

    /// Makes its target longer or shorter.
    fileprivate mutating func pass(at speed: Speed) {
        self.speed = speed
        target = speed.target(target)
    }
}
