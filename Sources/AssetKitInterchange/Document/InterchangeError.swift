/// Why a document cannot be read or written: one sentence, and where.
package struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `line 3`, or the path of an element: `tracks.children[0].source_range`. Empty where it concerns the whole.
    package let place: String
    package let reason: String

    package init(_ reason: String, at place: String = "") {
        self.reason = reason
        self.place = place
    }

    package var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
