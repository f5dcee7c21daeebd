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
}
