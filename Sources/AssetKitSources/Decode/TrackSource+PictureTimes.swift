package import CMTimeLib

extension TrackSource {
    /// When pictures begin to show within a range, as reading it would tell; one that began before it begins with it.
    package func pictureTimes(in range: CMTimeRange) -> [CMTime] {
        var times = layered.map { LayerTimes($0, in: range) } ?? LayerTimes(alone: self, in: range)
        var starts: [CMTime] = []
        while let next = times.next() { starts.append(next.start) }
        return starts
    }
}
