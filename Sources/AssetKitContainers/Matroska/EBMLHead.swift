internal import AssetKitBase

/// The head of an element: which it is, and where its content lies.
package struct EBMLHead: Hashable, Sendable {
    package var id: UInt32
    /// Where the head itself begins.
    package var offset: Int64
    package var dataOffset: Int64
    /// The size of the content; nil when the writer did not know it.
    package var size: Int64?

    /// Where the element ends; nil when that is not known.
    package var end: Int64? {
        guard let size else { return nil }
        let (sum, overflows) = dataOffset.addingReportingOverflow(size)
        return overflows ? .max : sum
    }

    /// Reads a head from up to twelve bytes that lie at `offset`; nil when they are not one.
    package init?(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
        guard let first = bytes.first, first != 0 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength else { return nil }
        id = bytes.prefix(idLength).reduce(0) { $0 << 8 | UInt32($1) }
        guard let (size, sizeLength) = EBMLNumber.size(bytes.dropFirst(idLength)) else { return nil }
        self.offset = offset
        self.size = size
        dataOffset = offset + Int64(idLength + sizeLength)
    }

    /// The same of bytes that are at hand without memory of their own.
    init?(_ bytes: BytePrefix, at offset: Int64) {
        guard bytes.count > 0, bytes[0] != 0 else { return nil }
        let idLength = bytes[0].leadingZeroBitCount + 1
        guard idLength <= 4, bytes.count > idLength, let (value, length) = EBMLNumber.unsigned(bytes, at: idLength)
        else { return nil }
        id = UInt32(bytes.number(at: 0, length: idLength))
        self.offset = offset
        size = value == 1 << UInt64(7 * length) - 1 ? nil : Int64(value)
        dataOffset = offset + Int64(idLength + length)
    }

    package init(id: UInt32, offset: Int64, dataOffset: Int64, size: Int64?) {
        self.id = id
        self.offset = offset
        self.dataOffset = dataOffset
        self.size = size
    }
}
