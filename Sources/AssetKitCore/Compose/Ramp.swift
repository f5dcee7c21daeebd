package import CMTimeLib

/// A value that goes evenly from one to another in a range of time. At the end of the range it has arrived.
package struct Ramp<Value: RampValue>: Sendable, Hashable {
    package var range: CMTimeRange
    package var start: Value
    package var end: Value

    package init(_ range: CMTimeRange, from start: Value, to end: Value) {
        (self.range, self.start, self.end) = (range, start, end)
    }

    /// Whether it says the same at all times.
    package var isFlat: Bool { start == end }

    /// What it says at a time; before the range what it begins with, after it what it ends with.
    package func value(at time: CMTime) -> Value {
        guard !isFlat, time > range.start else { return start }
        guard time < range.end else { return end }
        return .between(start, end, at: range.place(of: time))
    }
}

extension CMTimeRange {
    /// How far through the range a time is: from 0 at its start to 1 at its end. Worked out exactly and rounded once, so that
    /// the k-th of N frames of a dissolve is at k / N.
    fileprivate func place(of time: CMTime) -> Double {
        let scales = (time: Int128(time.timescale), start: Int128(start.timescale), whole: Int128(duration.timescale))
        // (passed / (time * start)) / (duration / whole)
        let passed = Int128(time.value) * scales.start - Int128(start.value) * scales.time
        let above = passed.multipliedReportingOverflow(by: scales.whole)
        let below = Int128(duration.value).multipliedReportingOverflow(by: scales.time * scales.start)
        guard !above.overflow, !below.overflow, let place = Rational128(above.partialValue, below.partialValue) else {
            // Times of centuries in nanoseconds.
            return (time - start).seconds / duration.seconds
        }
        return place.doubleValue
    }
}
