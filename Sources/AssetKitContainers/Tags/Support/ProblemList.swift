/// The problems found so far. A file of nothing but problems must not fill memory, so the list ends at `limit`.
package struct ProblemList: Sendable {
    package static let limit = 64
    package private(set) var all: [ParsingProblem] = []

    package var isEmpty: Bool { all.isEmpty }

    package mutating func add(_ text: String, at offset: Int64) {
        guard all.count < Self.limit else { return }
        all.append(ParsingProblem(offset: offset, text: text))
    }

    package mutating func add(_ other: ProblemList) {
        all += other.all.prefix(Self.limit - all.count)
    }
}
