/// What is wrong with an expression, and where.
struct ExpressionError: Error {
    let message: String
    /// Which character is to blame, counted from 0; the length of the expression when something is missing at its end.
    let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    /// The message with the expression under it and a caret under the character.
    func text(for expression: String) -> String {
        // One column a character: anything else would put the caret elsewhere.
        let line = printable(expression)
        return "\(message)\n  \(line)\n  \(String(repeating: " ", count: offset))^"
    }
}
