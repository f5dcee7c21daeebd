package import AssetKitBase

/// A value of metadata.
package enum ISOMetadataValue: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case raw, jpeg, png, bmp }

    case text(String)
    case signed(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// Points, sizes, rectangles and matrices.
    case reals([Double])
    /// A track of so many, a disc of so many; 0 for unknown.
    case position(UInt16, of: UInt16)
    case location(ISOLocation)
    case data([UInt8], Kind)
    /// Too large to be read before somebody asks.
    case stored(ISOStoredBytes, Kind)

    package var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// The bytes of a data value, read now if they are still in the file.
    package func bytes(from window: ByteWindow) throws -> [UInt8]? {
        switch self {
        case .data(let bytes, _): bytes
        case .stored(let stored, _): try window.bytes(at: stored.offset, count: stored.length, limit: .max)
        default: nil
        }
    }
}
