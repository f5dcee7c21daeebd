package enum BinarySearch {
    /// The last index of `range` for which `holds`, where all that hold come first; nil when none does.
    package static func last(in range: Range<Int>, where holds: (Int) -> Bool) -> Int? {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low > range.lowerBound ? low - 1 : nil
    }
}
