/// Why a file is not read as Matroska.
package enum MatroskaError: Error, Hashable, CustomStringConvertible {
    /// It does not begin with an EBML header, or its document type is another and it has no segment.
    case notMatroska
    /// The header asks for a newer reader than this one.
    case unsupportedVersion(Int)
    /// There is a header, but no segment behind it.
    case noSegment
    /// A part that must be read whole is larger than the limits allow.
    case tooLarge(String, Int64)

    package var description: String {
        switch self {
        case .notMatroska: "the file is not Matroska"
        case .unsupportedVersion(let version):
            "the file asks for a reader of EBML version \(version), which is not known"
        case .noSegment: "the file ends before its segment"
        case .tooLarge(let part, let count): "\(part) would take \(count) bytes, which is more than can be true"
        }
    }
}
