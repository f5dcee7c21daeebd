package import CMTimeLib

/// A source range on a target range, or an empty target range.
package struct EditSegment<Source: Sendable & Hashable>: Hashable, Sendable {
    /// What shows; nil where nothing does.
    package let source: Source?
    /// Where it shows, as clients see it. It ends where the next segment of its list begins.
    package let target: CMTimeRange
    /// Where it shows exactly; nil where the target's times are no numbers.
    let start: Rational128?
    let length: Rational128?
    /// nil where nothing shows.
    let map: EditMap?

    /// Shows a source range on a target range. A source range of no duration is a picture that is held.
    package init(source: Source, mapping: CMTimeMapping) {
        self.source = source
        target = mapping.target
        start = target.start.editSeconds
        length = target.duration.editSeconds
        map = EditMap(source: mapping.source, length: length ?? .zero)
    }

    /// Shows nothing on a target range.
    package init(empty target: CMTimeRange) {
        source = nil
        self.target = target
        start = target.start.editSeconds
        length = target.duration.editSeconds
        map = nil
    }

    /// Shows content on some ticks.
    init(_ content: EditContent?, from first: Int128, to last: Int128, of scale: TickScale) {
        source = (content?.source as? SourceHolder<Source>)?.source
        target = scale.range(from: first, to: last)
        start = scale.seconds(first)
        length = scale.seconds(last - first)
        map = content?.map
    }
}

extension EditSegment {
    var content: EditContent? {
        guard let source, let map else { return nil }
        return EditContent(source: SourceHolder(source), map: map)
    }

    /// Nothing shows.
    package var isEmpty: Bool { source == nil }

    /// What clients see: the source range that shows, and where it does.
    ///
    /// The source range of a split segment is rounded where no time holds it. Who plays it goes by ``whole``, or asks
    /// for ``sourceSeconds(at:)``.
    package var mapping: CMTimeMapping {
        guard let map else { return CMTimeMapping(source: .invalid, target: target) }
        guard let length else { return CMTimeMapping(source: map.source, target: target) }
        return CMTimeMapping(
            source: map.sourceRange(showing: length, at: target.duration.timescale),
            target: target
        )
    }

    /// The mapping that the segment was made with, moved and scaled as the segment was. What shows of it is ``target``.
    ///
    /// The times before a split may lie before zero. Those that no time holds are rounded.
    package var whole: CMTimeMapping {
        guard let map, let start, let range = map.target(showingFrom: start, at: target.start.timescale) else {
            return mapping
        }
        return CMTimeMapping(source: map.source, target: range)
    }

    /// The source time that shows at a time, exactly; nil where nothing does, and for times that are no numbers.
    package func sourceSeconds(at time: CMTime) -> Rational128? {
        guard let map, let start, let seconds = time.editSeconds?.subtracting(start) else { return nil }
        return map.sourceSeconds(at: seconds)
    }

    /// Throws what is wrong with the segment, wherever it stands.
    package func validate() throws(EditError) {
        guard let length, length > .zero else { throw .invalidDuration }
        guard length < Rational128(Int64(TickScale.limit)) else { throw .tooLong }
        guard let map else { return }
        guard map.source.start.editSeconds != nil else { throw .invalidSourceStart }
        guard let duration = map.source.duration.editSeconds, !duration.isNegative else {
            throw .invalidSourceDuration
        }
    }
}
