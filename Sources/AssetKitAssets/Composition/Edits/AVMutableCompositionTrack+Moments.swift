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

extension AVMutableCompositionTrack {
    /// Has the first and the last picture of what lies in a range show until its ends, where nothing shows there for a moment.
    ///
    /// - Parameters:
    ///   - range: Where all of a file, or a range of it, has been put.
    ///   - longest: What is longer than that is no moment, and stays empty.
    ///   - longestAtEnd: The same at the end of the range.
    ///   - picture: How long a picture shows.
    package func holdPictures(
        in range: CMTimeRange,
        upTo longest: CMTime,
        atEnd longestAtEnd: CMTime,
        _ picture: CMTime
    ) {
        // The middle of a picture is meant, since containers round the times at which pictures begin.
        storage.edit(trackID) { list throws(EditError) in
            if let first = list.shown(in: range).first {
                let begin = first.target.start
                if begin > range.start, begin - range.start <= longest {
                    let half = CMTimeMinimum(picture, first.target.duration).half
                    try list.hold(first, at: begin + half, in: CMTimeRange(start: range.start, end: begin))
                }
            }
            if let last = list.shown(in: range).last {
                let end = last.target.end
                if end < range.end, range.end - end <= longestAtEnd {
                    let length = CMTimeMinimum(picture, last.target.duration)
                    try list.hold(last, at: end - length.half, in: CMTimeRange(start: end - length, end: range.end))
                }
            }
        }
    }
}

extension CompositionState.Segments {
    /// Shows in a range, in place of what shows there, what a segment shows at a time.
    fileprivate mutating func hold(
        _ segment: CompositionState.Segment,
        at time: CMTime,
        in target: CMTimeRange
    ) throws(EditError) {
        guard let source = segment.source else { return }
        let (shown, own) = (segment.target, segment.mapping.source)
        let isHeld = own.duration == .zero
        let moment = isHeld ? own.start : CMTimeMapTimeFromRangeToRange(time, fromRange: shown, toRange: own)
        let mapping = CMTimeMapping(source: CMTimeRange(start: moment, duration: .zero), target: target)
        try remove(target)
        try insert(CompositionState.Segment(source: source, mapping: mapping), at: target.start)
    }

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

extension CMTime {
    fileprivate var half: CMTime { CMTimeMultiplyByRatio(self, multiplier: 1, divisor: 2) }
}
