internal import CMTimeLib

/// A track that grows at its end, and knows where that is.
struct TrackBuilder {
    private(set) var track: EditTrack
    private(set) var end: CMTime = .zero

    init(_ track: EditTrack) {
        self.track = track
        for item in track.items { end = item.targetRange?.end ?? end }
    }

    init(kind: EditTrack.Kind, name: String = "") { self.init(EditTrack(name: name, kind: kind)) }

    /// Puts an item behind what is there.
    mutating func append(_ item: EditItem) {
        let placed = item.starting(at: end)
        if let range = placed.targetRange { end = end.plus(range.duration) }
        track.items.append(placed)
    }

    /// Puts a gap behind what is there so that it ends at `time`, unless it does already or goes on beyond.
    mutating func pad(to time: CMTime) {
        guard time > end else { return }
        append(.gap(EditGap(targetRange: CMTimeRange(from: end, to: time))))
    }

    /// Puts notes, whose times count as the track's do, on what is there then. Answers those for which nothing is.
    mutating func add(_ markers: [EditMarker]) -> [EditMarker] {
        var rest = ArraySlice(markers.sorted { $0.range.start < $1.range.start })
        var lost: [EditMarker] = []
        for (index, item) in track.items.enumerated() {
            guard !rest.isEmpty, let range = item.targetRange else { continue }
            lost += rest.prefix { $0.range.start < range.start }
            let own = rest.drop { $0.range.start < range.start }.prefix { $0.range.start < range.end }
            rest = rest[own.endIndex...]
            if !own.isEmpty { track.items[index] = item.adding(own) }
        }
        return lost + rest
    }

    mutating func disable() { track.isEnabled = false }

    /// All items are off, as those of a nested composition are when it is.
    mutating func disableItems() {
        track.items = track.items.map { item in
            guard case .clip(var clip) = item else { return item }
            clip.isEnabled = false
            return .clip(clip)
        }
    }

    /// What is within a range, which then counts from zero. Where there is nothing the gap goes on to its end.
    func trimmed(to range: CMTimeRange) -> TrackBuilder {
        var kept = track
        kept.items = []
        kept.markers = track.markers.map { $0.moved(by: range.start) }
        var result = TrackBuilder(kept)
        result.pad(to: min(CMTime.zero.minus(range.start), range.duration))
        var position = CMTime.zero
        for item in track.items {
            position = item.targetRange?.end ?? position
            if let part = item.trimmed(to: range, after: position) { result.append(part) }
        }
        result.pad(to: range.duration)
        return result
    }
}

extension EditMarker {
    /// The same where the time counts from `start`.
    func moved(by start: CMTime) -> EditMarker {
        var marker = self
        marker.range.start = range.start.minus(start)
        return marker
    }
}

extension EditItem {
    /// The same with more notes, whose times count as the track's do.
    fileprivate func adding(_ markers: some Sequence<EditMarker>) -> EditItem {
        switch self {
        case .clip(var clip):
            let (points, start) = (clip.speedPoints, clip.targetRange.start)
            clip.markers += markers.map { marker in
                var own = marker
                own.range.start = points.source(at: marker.range.start.minus(start))
                return own
            }
            return .clip(clip)
        case .gap(var gap):
            let start = gap.targetRange.start
            gap.markers += markers.map { $0.moved(by: start) }
            return .gap(gap)
        case .transition, .unknown: return self
        }
    }

    /// The part within a range; nil where there is none. What takes no time is kept where the cut it lies on is within.
    fileprivate func trimmed(to range: CMTimeRange, after cut: CMTime) -> EditItem? {
        guard let target = targetRange else { return cut > range.start && cut < range.end ? self : nil }
        let start = max(target.start, range.start)
        let end = min(target.end, range.end)
        guard start < end else { return nil }
        switch self {
        case .clip(let clip):
            return .clip(clip.trimmed(from: start.minus(target.start), to: end.minus(target.start)))
        case .gap(var gap):
            gap.targetRange = CMTimeRange(from: start, to: end)
            return .gap(gap)
        case .transition, .unknown: return self
        }
    }
}
