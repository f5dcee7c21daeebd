package import CMTimeLib

/// From one item to the next: it begins `inOffset` before the cut and ends `outOffset` behind it, and both neighbours show
/// that much more of their media.
package struct EditTransition: Sendable, Equatable {
    package enum Kind: Sendable, Hashable {
        case dissolve
        /// Another one, by the name it has in the document. It is shown as a dissolve.
        case other(String)
    }

    package var name: String
    package var kind: Kind
    package var inOffset: CMTime
    package var outOffset: CMTime
    package var extras: EditExtras

    package init(
        name: String = "",
        kind: Kind = .dissolve,
        inOffset: CMTime,
        outOffset: CMTime,
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.kind = kind
        self.inOffset = inOffset
        self.outOffset = outOffset
        self.extras = extras
    }
}
