/// How decoding can begin with a stored picture, as far as joins are concerned.
///
/// "Can begin" is meant strictly: this picture and all that are shown after it come out as they would in the whole film.
/// A stream that refreshes its pictures little by little, or promises only something similar, has no such pictures.
package enum SpliceEntry: Hashable, Sendable {
    /// Decoding cannot begin here.
    case none
    /// Decoding can begin here, and so can a copied run: nothing behind this picture has to be rewritten.
    case clean
    /// Decoding can begin here; a copied run can, once its samples are rewritten.
    case rewritten
    /// Decoding can begin here; a copied run cannot.
    case decodeOnly
}
