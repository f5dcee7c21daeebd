internal import CMTimeLib

/// What a storyline shows: pictures and sound that belong to it, and what is connected to it.
struct FCPXMLStory {
    /// A run of items beside a storyline.
    struct Connected {
        var lane: Int
        var start: CMTime
        var run: TrackBuilder
    }

    var video = StoryTrack(kind: .video)
    var audio = StoryTrack(kind: .audio)
    var connected: [Connected] = []
    var chapters: [EditMarker] = []
    /// Where the next item begins unless it says otherwise.
    var end: CMTime = .zero

    /// What is within a range, which then counts from zero.
    func trimmed(to range: CMTimeRange) -> FCPXMLStory {
        var result = FCPXMLStory()
        result.end = range.duration
        result.video.builder = video.builder.trimmed(to: range)
        result.audio.builder = audio.builder.trimmed(to: range)
        for item in connected {
            let start = max(range.start.minus(item.start), .zero)
            let end = min(range.end.minus(item.start), item.run.end)
            guard start < end else { continue }
            let run = item.run.trimmed(to: CMTimeRange(from: start, to: end))
            let place = max(item.start.minus(range.start), .zero)
            result.connected.append(Connected(lane: item.lane, start: place, run: run))
        }
        for chapter in chapters where range.containsTime(chapter.range.start) {
            result.chapters.append(chapter.moved(by: range.start))
        }
        return result
    }

    mutating func disableItems() {
        video.builder.disableItems()
        audio.builder.disableItems()
        for index in connected.indices { connected[index].run.disableItems() }
    }
}

/// One kind of media of a storyline. Gaps are filled in when something follows them; transitions are put at their cuts when
/// it is known what is beside them.
struct StoryTrack {
    var builder: TrackBuilder
    private var waiting: (cut: CMTime, transition: EditTransition)?

    init(kind: EditTrack.Kind) { builder = TrackBuilder(kind: kind) }

    var hasClips: Bool { !builder.track.clips.isEmpty }

    mutating func append(_ clip: EditClip, at start: CMTime) {
        prepare(for: start)
        builder.append(.clip(clip))
    }

    /// A gap that the document has itself.
    mutating func append(_ gap: EditGap, at start: CMTime) {
        prepare(for: start)
        builder.append(.gap(gap))
    }

    mutating func append(_ items: [EditItem], at start: CMTime) {
        prepare(for: start)
        for item in items { builder.append(item) }
    }

    mutating func append(_ transition: EditTransition, at cut: CMTime) {
        settle()
        waiting = (cut, transition)
    }

    /// Puts a transition that waits behind the last item, where it lies on the end of that.
    mutating func settle() {
        if let waiting, builder.end == waiting.cut, !builder.track.items.isEmpty {
            builder.append(.transition(waiting.transition))
        }
        waiting = nil
    }

    private mutating func prepare(for start: CMTime) {
        guard let transition = waiting, transition.cut == start else {
            settle()
            builder.pad(to: start)
            return
        }
        builder.pad(to: start)
        builder.append(.transition(transition.transition))
        waiting = nil
    }
}
