package import CMTimeLib

/// What a track of a composition is made of: ranges of tracks of files, on its own timeline. A plain value.
package struct ComposedTrack: Sendable {
    /// Tracks of files, each once.
    package let sources: [TrackSource]
    /// One without anything.
    package static let empty = ComposedTrack(sources: [], stretches: [])

    /// In the order in which they show. What lies between two is a gap.
    package let stretches: [Stretch]

    /// A range of one of the sources.
    package struct Stretch: Sendable, Hashable {
        /// The place of the source.
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
            let back = CMTimeMapping(source: mapping.target, target: mapping.source)
            return CMTimeRange(start: MediaTimeline.map(range.start, back), end: MediaTimeline.map(range.end, back))
        }

        /// Both as one, where the other one goes on with what this one shows; nil where it does not.
        package func joined(with next: Stretch) -> Stretch? {
            guard next.source == source, next.mapping == mapping, next.target.start == target.end else { return nil }
            let both = CMTimeRange(start: target.start, end: next.target.end)
            return Stretch(source: source, mapping: mapping, target: both)
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
