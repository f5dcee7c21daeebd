/// A document as text, and what it cannot say.
package struct InterchangeText: Sendable, Equatable {
    package let text: String
    /// A sentence for each kind of thing that the format cannot carry.
    package let warnings: [String]
}
