package import CMTimeLib

/// What a track of a composition is made of: ranges of tracks of files, on its own timeline. A plain value.
package struct ComposedTrack: Sendable {
    /// Tracks of files, each once.
    package let sources: [TrackSource]
    /// A track in which nothing shows.
    package static let empty = ComposedTrack(sources: [], stretches: [])

    /// In the order in which they show. What lies between two is a gap.
    package let stretches: [Stretch]

    /// A range of one of the sources.
    package struct Stretch: Sendable, Hashable {
        /// The place of its source in ``sources``.
        package let source: Int
        /// From the timeline of the source's asset to that of the composition.
        package let mapping: CMTimeMapping
        /// The part of the mapping's target that shows.
        package let target: CMTimeRange

        package init(source: Int, mapping: CMTimeMapping, target: CMTimeRange) {
            (self.source, self.mapping, self.target) = (source, mapping, target)
        }

        /// The times of the source's asset that show within a range of the composition.
        package func source(of range: CMTimeRange) -> CMTimeRange {
            CMTimeRange(start: sourceTime(at: range.start), end: sourceTime(at: range.end))
        }

        /// Both as one, where the other one goes on with what this one shows, at the same speed; nil where it does not.
        package func joined(with next: Stretch) -> Stretch? {
            guard next.source == source, next.target.start == target.end, goesOn(as: next.mapping) else { return nil }
            let both = CMTimeRange(start: target.start, end: next.target.end)
            return Stretch(source: source, mapping: mapping.widened(to: next.mapping), target: both)
        }

        /// Another mapping maps as this one does, whatever the ranges are that both were made of.
        private func goesOn(as other: CMTimeMapping) -> Bool {
            guard other != mapping else { return true }
            let next = Stretch(source: source, mapping: other, target: target)
            return mapping.hasSpeed(of: other) && sourceTime(at: target.end) == next.sourceTime(at: target.end)
        }

        private func sourceTime(at time: CMTime) -> CMTime {
            MediaTimeline.map(time, CMTimeMapping(source: mapping.target, target: mapping.source))
        }

        /// When a time of the source's asset shows.
        package func target(of time: CMTime) -> CMTime { MediaTimeline.map(time, mapping) }
    }

    /// The stretches of which something shows within a range.
    package func shown(in range: CMTimeRange) -> ArraySlice<Stretch> {
        let all = 0..<stretches.count
        let first = BinarySearch.last(in: all) { stretches[$0].target.end <= range.start }.map { $0 + 1 } ?? 0
        let end = BinarySearch.last(in: all) { stretches[$0].target.start < range.end }.map { $0 + 1 } ?? 0
        return stretches[first..<max(first, end)]
    }

    package init(sources: [TrackSource], stretches: [Stretch]) {
        (self.sources, self.stretches) = (sources, stretches)
    }
}

extension CMTimeMapping {
    /// What maps as both do, over all of their times: readers take nothing from outside of a mapping.
    fileprivate func widened(to other: CMTimeMapping) -> CMTimeMapping {
        CMTimeMapping(source: source.widened(to: other.source), target: target.widened(to: other.target))
    }

    /// Both show as much of their sources in the same time, which may be nothing: a picture that is held.
    fileprivate func hasSpeed(of other: CMTimeMapping) -> Bool {
        guard source.duration != target.duration else { return other.source.duration == other.target.duration }
        guard let own = source.duration.exactSeconds?.multiplied(by: other.target.duration),
            let its = other.source.duration.exactSeconds?.multiplied(by: target.duration)
        else { return false }
        return own == its
    }
}

extension Rational128 {
    fileprivate func multiplied(by time: CMTime) -> Rational128? { time.exactSeconds.flatMap { multiplied(by: $0) } }
}

extension CMTimeRange {
    /// Unlike a union, also where one of both has no length.
    fileprivate func widened(to other: CMTimeRange) -> CMTimeRange {
        CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}
