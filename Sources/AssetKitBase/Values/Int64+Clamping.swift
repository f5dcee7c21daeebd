extension Int64 {
    /// The sum, pinned to what can be counted.
    package func addingClamped(_ other: Int64) -> Int64 {
        let sum = addingReportingOverflow(other)
        return sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
    }

    /// The difference, pinned to what can be counted.
    package func subtractingClamped(_ other: Int64) -> Int64 {
        let difference = subtractingReportingOverflow(other)
        return difference.overflow ? (other < 0 ? .max : .min) : difference.partialValue
    }

    /// The whole part of a number, pinned to what can be counted; 0 of what is no number.
    package init(pinning number: Double) {
        if number.isNaN {
            self = 0
        } else if abs(number) >= 0x1p63 {
            self = number < 0 ? .min : .max
        } else {
            self = Int64(number)
        }
    }
}
