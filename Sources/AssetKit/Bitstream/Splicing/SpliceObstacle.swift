/// Why pictures cannot be joined, as the end of a sentence for people.
struct SpliceObstacle: Error, Hashable, CustomStringConvertible {
    var reason: String

    var description: String { reason }
}
