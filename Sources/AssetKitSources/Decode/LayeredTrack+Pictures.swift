package import CMTimeLib

extension LayeredTrack {
    /// A picture that has shown for longer is taken to have begun then.
    private static let reach = CMTime(value: 10, timescale: 1)

    /// From when until when the picture shows that shows at a time; at the end and behind it the last one.
    package func pictureRange(at time: CMTime) -> CMTimeRange? {
        let start = CMTimeMaximum(CMTimeMinimum(time, end) - Self.reach, .zero)
        var times = LayerTimes(self, in: CMTimeRange(start: start, end: end))
        var last: CMTimeRange?
        while let next = times.next() {
            if last != nil, next.start > time { return last }
            last = next
        }
        return last
    }
}
