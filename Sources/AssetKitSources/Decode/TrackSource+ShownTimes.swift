internal import AssetKitBase
package import CMTimeLib

extension TrackSource {
    /// When the last picture has been shown, on the timeline of a file whose edits do not say it; nil for others.
    package var picturesEnd: CMTime? {
        guard index == nil, let times, times.count > 0 else { return nil }
        let last = times.order[times.count - 1]
        let (start, length) = (times.table.presentationTicks(of: last), times[last].durationTicks)
        guard length > 0 else { return nil }
        return times.tick.time(start.addingClamped(length)) - startTime
    }

    /// When pictures begin to show within a range, as reading it would tell; one that began before it begins with it.
    package func pictureTimes(in range: CMTimeRange) -> ShownTimes {
        var times = layered.map { LayerTimes($0, in: range) } ?? LayerTimes(alone: self, in: range)
        return times.all()
    }
}
