/// Why the bytes of a codec header could not be understood.
///
/// Small on purpose: whoever asked knows the file and the track and builds the sentence for people around it.
package enum BitstreamError: Error, Hashable {
    /// The bytes end before the syntax does.
    case endOfData
    /// A value that the standard forbids; the text is the standard's own name for the field.
    case invalid(String)
    /// A legal form that this parser does not read.
    case unsupported(String)
}

extension BitstreamError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .endOfData: "the codec header ends too early"
        case .invalid(let field): "the codec header has an impossible value in \(field)"
        case .unsupported(let form): "the codec header uses \(form), which is not supported"
        }
    }
}
