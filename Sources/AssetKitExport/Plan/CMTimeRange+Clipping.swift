internal import CMTimeLib

extension CMTimeRange {
    /// The part from zero to the end of something that lasts so long; all of it where nobody knows how long.
    func clipped(to duration: CMTime) -> CMTimeRange {
        let end = duration.isNumeric ? duration : .positiveInfinity
        let whole = CMTimeRange(start: .zero, end: end)
        return intersection(whole)
    }
}
