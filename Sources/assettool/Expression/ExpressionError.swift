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
        // One column a character: a tab or a line break would put the caret elsewhere.
        let line = String(expression.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return "\(message)\n  \(line)\n  \(String(repeating: " ", count: offset))^"
    }
}
