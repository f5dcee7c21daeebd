internal import AssetKitMedia
package import CMTimeLib

/// What of a track is read from one track of a file before it is another one's turn. A plain value.
package struct SourceRange: Sendable {
    package let source: TrackSource
    /// Of the timeline of the track that is read.
    package let range: CMTimeRange
    /// What the composition shows of the source; nil where the track is the file's own.
    private let composed: [ComposedTrack.Stretch]?

    fileprivate init(_ source: TrackSource, _ range: CMTimeRange, _ composed: [ComposedTrack.Stretch]? = nil) {
        (self.source, self.range, self.composed) = (source, range, composed)
    }

    /// What messages call the source by, where there are several; nil for a file alone.
    package var name: String? { isComposed ? source.input.name : nil }

    /// It is part of a composition.
    package var isComposed: Bool { composed != nil }

    /// The edits that show, on the timeline of the track that is read. `origin`: as `TrackSource` has it.
    package func stretches(origin: CMTime) -> [MediaStretch] {
        guard let composed else { return source.stretches(in: range, origin: origin) }
        return composed.flatMap { $0.stretches(of: source.edits(origin), in: range) }
    }
}

extension TrackSource {
    /// What a range of the timeline is read from, source by source, gaps apart: of a file all from its own track.
    package func sources(in range: CMTimeRange) -> [SourceRange] {
        guard let composed else { return [SourceRange(self, range)] }
        var ranges: [SourceRange] = []
        var stretches = composed.shown(in: range)
        while let first = stretches.first {
            var end = first.target.start
            let run = stretches.prefix { stretch in
                guard stretch.source == first.source, stretch.target.start == end else { return false }
                end = stretch.target.end
                return true
            }
            stretches = stretches.dropFirst(run.count)
            let whole = CMTimeRange(start: first.target.start, end: end)
            ranges.append(SourceRange(composed.sources[first.source], whole.intersection(range), Array(run)))
        }
        return ranges
    }

    /// The same for each stretch of a composition by itself.
    package func stretchesBySource(in range: CMTimeRange) -> [SourceRange] {
        guard let composed else { return [SourceRange(self, range)] }
        return composed.shown(in: range).map {
            SourceRange(composed.sources[$0.source], $0.target.intersection(range), [$0])
        }
    }
}

extension ComposedTrack.Stretch {
    /// A source range without length: one moment is held.
    private var isHeld: Bool { mapping.source.duration == .zero && mapping.target.duration > .zero }

    /// What shows of the source's edits within a range of the composition.
    fileprivate func stretches(of edits: [CMTimeMapping], in range: CMTimeRange) -> [MediaStretch] {
        edits.compactMap { edit in
            guard let whole = isHeld ? held(edit) : mapped(edit) else { return nil }
            let start = CMTimeMaximum(target.start, range.start)
            let end = CMTimeMinimum(target.end, range.end)
            let shown = CMTimeRange(
                start: CMTimeMaximum(start, begin(of: edit)),
                end: CMTimeMinimum(end, self.end(of: edit))
            )
            return shown.duration > .zero ? MediaStretch(edit: whole, target: shown) : nil
        }
    }

    /// When an edit begins to show. One that began before the stretch does shows from its start on, whatever rounding says.
    private func begin(of edit: CMTimeMapping) -> CMTime {
        isHeld || edit.target.start <= mapping.source.start
            ? mapping.target.start : MediaTimeline.map(edit.target.start, mapping)
    }

    private func end(of edit: CMTimeMapping) -> CMTime {
        isHeld || !edit.target.duration.isNumeric || edit.target.end >= mapping.source.end
            ? mapping.target.end : MediaTimeline.map(edit.target.end, mapping)
    }

    private func held(_ edit: CMTimeMapping) -> CMTimeMapping? {
        let moment = mapping.source.start
        guard edit.target.containsTime(moment) else { return nil }
        let time = MediaTimeline.map(moment, CMTimeMapping(source: edit.target, target: edit.source))
        return CMTimeMapping(source: CMTimeRange(start: time, duration: .zero), target: mapping.target)
    }

    /// The two mappings in one. Where one of them is at normal speed, it is a sum of times, and exact.
    private func mapped(_ edit: CMTimeMapping) -> CMTimeMapping {
        let (inner, outer) = (edit, mapping)
        if inner.source.duration == inner.target.duration {
            let start = outer.source.start - inner.target.start + inner.source.start
            return CMTimeMapping(
                source: CMTimeRange(start: start, duration: outer.source.duration),
                target: outer.target
            )
        }
        guard outer.source.duration != outer.target.duration else {
            let start = inner.target.start + (outer.target.start - outer.source.start)
            return CMTimeMapping(
                source: inner.source,
                target: CMTimeRange(start: start, duration: inner.target.duration)
            )
        }
        let (start, end) = (MediaTimeline.map(inner.target.start, outer), MediaTimeline.map(inner.target.end, outer))
        return CMTimeMapping(source: inner.source, target: CMTimeRange(start: start, end: end))
    }
}
