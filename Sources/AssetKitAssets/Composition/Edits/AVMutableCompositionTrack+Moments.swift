internal import AssetKitEdits
internal import AssetKitMedia
package import CMTimeLib

// Pictures and sound of a file seldom begin and end at the very same times.

extension AVMutableCompositionTrack {
    /// Has what lies in a range take all of it, where it begins or ends a moment within it: a file shows nothing in that
    /// moment, so nothing is made for it, as nothing is where the file is played or joined with others.
    ///
    /// - Parameters:
    ///   - range: Where all of a file, or a range of it, has been put.
    ///   - longest: What is longer than that is no moment, and stays empty.
    ///   - bridgesEnd: The end of the range is meant too, and not only its start.
    package func bridgeMoments(in range: CMTimeRange, upTo longest: CMTime, bridgesEnd: Bool) {
        storage.edit(trackID) { list throws(EditError) in
            if let first = list.shown(in: range).first {
                try list.extend(first, toward: CMTimeRange(start: range.start, end: first.target.end), longest)
            }
            if bridgesEnd, let last = list.shown(in: range).last {
                try list.extend(last, toward: CMTimeRange(start: last.target.start, end: range.end), longest)
            }
        }
    }
}

extension CompositionState.Segments {
    fileprivate func shown(in range: CMTimeRange) -> [CompositionState.Segment] {
        segments(within: range).filter { !$0.isEmpty }
    }

    /// Shows more of a segment's source where nothing shows beside it.
    fileprivate mutating func extend(
        _ segment: CompositionState.Segment,
        toward target: CMTimeRange,
        _ longest: CMTime
    ) throws(EditError) {
        let mapping = segment.mapping
        let (lead, missing) = (mapping.target.start - target.start, target.duration - mapping.target.duration)
        guard let source = segment.source, missing > .zero, missing <= longest,
            mapping.source.duration == mapping.target.duration, mapping.source.start >= lead
        else { return }
        let range = CMTimeRange(start: mapping.source.start - lead, duration: target.duration)
        let longer = CompositionState.Segment(source: source, mapping: CMTimeMapping(source: range, target: target))
        try remove(target)
        try insert(longer, at: target.start)
    }
}
