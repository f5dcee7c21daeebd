/// Why an edit or a list of segments is refused. The list is then as it was.
package enum EditError: Error, Hashable {
    /// The first segment does not begin at zero, or another not where the one before it ends.
    case notContiguous
    /// A segment shows for no time, or for a time that is not a number.
    case invalidDuration
    /// What a segment shows begins at a time that is not a number.
    case invalidSourceStart
    /// What a segment shows is negative, or not a number.
    case invalidSourceDuration
    /// The place for an edit is negative, or not a number.
    case invalidTime
    /// The range of an edit has a negative or no numeric start, or such a duration.
    case invalidRange
    /// The list would be longer than 2^32 seconds, which are 136 years.
    case tooLong
    /// The edit asks for times that 128 bits cannot tell from each other.
    case tooFine
}
