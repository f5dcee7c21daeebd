/// Why pictures cannot be joined, as the end of a sentence for people.
package struct SpliceObstacle: Error, Hashable, CustomStringConvertible {
    package var reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}
