/// Something in a file that its format forbids, but that did not keep the rest from being read.
struct ParsingProblem: Hashable, Sendable {
    let offset: Int64
    let text: String
}
