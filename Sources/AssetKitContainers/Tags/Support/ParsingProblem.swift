/// Something in a file that its format forbids, but that did not keep the rest from being read.
package struct ParsingProblem: Hashable, Sendable {
    package let offset: Int64
    package let text: String

    package init(offset: Int64, text: String) {
        self.offset = offset
        self.text = text
    }
}
