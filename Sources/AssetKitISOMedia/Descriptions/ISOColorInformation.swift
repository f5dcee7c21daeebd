/// `colr`: what the numbers of a picture mean as colours.
package enum ISOColorInformation: Hashable, Sendable {
    /// Code points of ISO/IEC 23091-2. QuickTime's `nclc` does not tell the range.
    case codePoints(primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool?)
    /// An ICC profile.
    case profile([UInt8])

    package init?(_ fields: ISOFields) {
        var fields = fields
        guard let type = try? fields.code() else { return nil }
        switch type {
        case "nclx", "nclc":
            guard let primaries = try? fields.u16(), let transfer = try? fields.u16(), let matrix = try? fields.u16()
            else { return nil }
            // Some writers leave out the last byte of a `nclx`. They mean what is usual: the range of video.
            let range = type == "nclx" ? (try? fields.u8()).map { $0 & 0x80 != 0 } ?? false : nil
            self = .codePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range)
        case "prof", "rICC": self = .profile(fields.rest())
        default: return nil
        }
    }
}
