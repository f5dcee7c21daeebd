internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

/// Which bytes of a file a track's times are, by its table of samples. A plain value.
struct ByteTimes: Sendable {
    /// Pictures are stored so far from where they are shown, at most.
    private static let reordering = 32

    private let index: SampleIndex
    private let facts: TrackFacts

    /// nil where the table does not tell, or samples do not lie in their order.
    init?(_ track: TrackSource) {
        guard let index = track.index, index.count > 0, track.facts.segments.filter({ !$0.isEmpty }).count < 2 else {
            return nil
        }
        (self.index, facts) = (index, track.facts)
        // Looking at all of them would take too long where each frame is a sample.
        var last: Int64 = -1
        for place in stride(from: 0, to: index.count, by: max(index.count / 1024, 1)) {
            guard let position = index[place].position, position > last else { return nil }
            last = position
        }
    }

    /// The bytes that are needed from a time to another one.
    func bytes(from start: CMTime, to end: CMTime) -> Range<Int64> {
        let first = ticks(at: start).map { index.decodingStart(forSampleShownAt: $0) } ?? 0
        let last = ticks(at: end).flatMap { index.index(decodedAt: $0) } ?? index.count - 1
        let lower = index[first].position ?? 0
        return lower..<max(bytesEnd(of: last), lower)
    }

    private func ticks(at time: CMTime) -> Int64? {
        guard time.isNumeric, time < facts.timeRange.end else { return nil }
        let media = MediaTimeline.mediaTime(at: time, facts.segments)
        return index.tick.ticks(at: media.isNumeric ? media : time)
    }

    private func bytesEnd(of sample: Int) -> Int64 {
        let found = index[sample]
        return (found.position ?? 0).addingClamped(found.byteCount)
    }

    /// The times whose samples lie in a range of bytes, with all that decoding them needs; nil where those are none.
    func times(in bytes: Range<Int64>) -> CMTimeRange? {
        let all = 0..<index.count
        let before = BinarySearch.last(in: all) { (index[$0].position ?? 0) < bytes.lowerBound }
        guard let first = nextStart(at: before.map { $0 + 1 } ?? 0),
            let last = BinarySearch.last(in: all, where: { bytesEnd(of: $0) <= bytes.upperBound }), first <= last
        else { return nil }
        let start = first == 0 ? facts.timeRange.start : index.assetTime(of: first)
        let end = last == index.count - 1 ? facts.timeRange.end : shownBehind(last)
        return end > start ? CMTimeRange(start: CMTimeMaximum(start, .zero), end: end) : nil
    }

    /// The first sample from one on that decoding can start with.
    private func nextStart(at sample: Int) -> Int? {
        (sample..<index.count).first { index[$0].isSync || index[$0].isPartialSync }
    }

    /// When the first sample is shown that is not there.
    private func shownBehind(_ last: Int) -> CMTime {
        let missing = last + 1..<min(last + 1 + Self.reordering, index.count)
        return missing.map { index.assetTime(of: $0) }.min() ?? facts.timeRange.end
    }
}
