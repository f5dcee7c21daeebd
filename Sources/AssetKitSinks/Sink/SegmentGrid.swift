package import CMTimeLib

/// Where segments of a stream begin: with the first sample that is shown at a multiple of an interval, or after it.
package struct SegmentGrid: Codable, Hashable, Sendable {
    /// From where the interval counts.
    @CodableCMTime package var start: CMTime
    @CodableCMTime package var interval: CMTime

    package init(start: CMTime, interval: CMTime) {
        self.start = start
        self.interval = interval
    }

    /// How many whole intervals have passed at a time: 0 before the end of the first one, and without an interval.
    func number(at time: CMTime) -> Int64 {
        guard time.isNumeric, start.isNumeric, interval.isNumeric, interval > .zero, time > start else { return 0 }
        // Exact, whatever the timescales.
        let passed =
            Int128(time.value) * Int128(start.timescale) - Int128(start.value) * Int128(time.timescale)
        let unit = Int128(time.timescale) * Int128(start.timescale) * Int128(interval.value)
        return Int64(clamping: passed * Int128(interval.timescale) / unit)
    }
}
