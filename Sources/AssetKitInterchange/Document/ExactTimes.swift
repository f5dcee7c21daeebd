internal import CMTimeLib

// Times of documents are exact wherever a time can hold them, and rounded once to the nanosecond where none can.

extension CMTime {
    /// The time of an exact number of seconds.
    init(seconds: Rational128) {
        self = CMTime(exactly: seconds) ?? CMTime(seconds, timescale: 1_000_000_000, rounding: .default)
    }

    func plus(_ other: CMTime) -> CMTime {
        guard let sum = (exactSeconds ?? .zero).adding(other.exactSeconds ?? .zero) else { return self + other }
        return CMTime(seconds: sum)
    }

    func minus(_ other: CMTime) -> CMTime {
        guard let difference = (exactSeconds ?? .zero).subtracting(other.exactSeconds ?? .zero) else {
            return self - other
        }
        return CMTime(seconds: difference)
    }

    func scaled(by ratio: Rational128) -> CMTime {
        guard let seconds = exactSeconds else { return self }
        if let product = seconds.multiplied(by: ratio) { return CMTime(seconds: product) }
        return CMTime(seconds: seconds.doubleValue * ratio.doubleValue, preferredTimescale: 1_000_000_000)
    }

    /// Less than the limit of a document, on either side of zero.
    var isWithinLimits: Bool {
        guard let seconds = exactSeconds else { return false }
        return seconds.magnitude < Rational128(DocumentLimits.seconds)
    }

    /// The two are no further apart than `tolerance`.
    func isClose(to other: CMTime, within tolerance: CMTime) -> Bool {
        let difference = minus(other)
        return (difference < .zero ? other.minus(self) : difference) <= tolerance
    }
}

extension CMTimeRange {
    init(from start: CMTime, to end: CMTime) {
        self.init(start: start, duration: end.minus(start))
    }
}

extension Array {
    /// The first index for which something holds that holds for all behind it too; the count where it holds for none.
    func firstIndexInOrder(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
