internal import CMTimeLib

extension SegmentList {
    /// Throws unless segments can be a list as they are: the first begins at zero, every other where the one before it
    /// ends, and each is right by itself.
    package static func validate(_ segments: [EditSegment<Source>]) throws(EditError) {
        var end = CMTime.zero
        for segment in segments {
            guard segment.start != nil, segment.target.start == end else { throw .notContiguous }
            try segment.validate()
            end = segment.target.end
        }
    }

    /// Puts segments in the place of all there are, as they are. Empty ones at the end stay, until an edit comes there.
    package mutating func replaceAll(with segments: [EditSegment<Source>]) throws(EditError) {
        try Self.validate(segments)
        self = try SegmentList(joining: segments)
    }
}
