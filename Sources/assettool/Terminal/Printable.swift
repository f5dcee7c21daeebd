/// The text on one line, in as many characters, with nothing in it that a terminal would act on.
///
/// Names of files and pieces of the command line come from anywhere. White space becomes a space; other control
/// characters, and those that turn the direction of text round, become a replacement character.
func printable(_ text: String) -> String {
    String(text.map { $0.isPrintable ? $0 : $0.isWhitespace ? " " : "\u{fffd}" })
}

/// A piece of input, quoted for a message.
func quoted(_ text: some CustomStringConvertible) -> String { "'\(printable(text.description))'" }

extension Character {
    fileprivate var isPrintable: Bool { unicodeScalars.allSatisfy(\.isPrintable) }
}

extension Unicode.Scalar {
    /// The scalar is shown, or takes part in showing another, and does nothing else.
    var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: !properties.isBidiControl
        }
    }
}
