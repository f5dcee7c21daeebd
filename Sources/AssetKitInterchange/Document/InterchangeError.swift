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

/// What a reader or a writer has to tell, without an end to it: each sentence once, and not more than can be read.
struct WarningList {
    private(set) var sentences: [String] = []
    private var known: Set<String> = []
    private var omitted = 0
    private static let limit = 200

    mutating func add(_ sentence: String) {
        guard known.count < Self.limit else {
            if !known.contains(sentence) { omitted += 1 }
            return
        }
        if known.insert(sentence).inserted { sentences.append(sentence) }
    }

    var all: [String] { omitted == 0 ? sentences : sentences + ["\(omitted) more warnings are left out"] }
}
