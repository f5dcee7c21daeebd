/// Bytes of boxes that are being written. All integers are big-endian.
package struct ISOBytes {
    package private(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    package mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    package mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

    package mutating func integer(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func u8(_ value: UInt8) { bytes.append(value) }
    package mutating func u16(_ value: UInt16) { integer(value) }
    package mutating func u32(_ value: UInt32) { integer(value) }
    package mutating func u64(_ value: UInt64) { integer(value) }
    package mutating func code(_ value: ISOCode) { integer(value.rawValue) }

    package mutating func u24(_ value: UInt32) {
        u8(UInt8(truncatingIfNeeded: value >> 16))
        u16(UInt16(truncatingIfNeeded: value))
    }

    /// 64 bits in version 1 of a box, 32 before.
    package mutating func unsigned(_ value: UInt64, isWide: Bool) {
        if isWide { u64(value) } else { u32(UInt32(truncatingIfNeeded: value)) }
    }

    /// A text and the zero behind it.
    package mutating func terminated(_ text: String) {
        append(text.utf8)
        u8(0)
    }

    /// The head of a full box.
    package mutating func versionAndFlags(_ version: UInt8 = 0, _ flags: UInt32 = 0) {
        u8(version)
        u24(flags)
    }

    /// A box around what `body` writes.
    package mutating func box<Failure: Error>(
        _ type: ISOCode,
        _ body: (inout ISOBytes) throws(Failure) -> Void
    ) throws(Failure) {
        let start = bytes.count
        u32(0)
        code(type)
        try body(&self)
        replace(UInt32(bytes.count - start), at: start)
    }

    /// A full box around what `body` writes.
    package mutating func fullBox<Failure: Error>(
        _ type: ISOCode,
        version: UInt8 = 0,
        flags: UInt32 = 0,
        _ body: (inout ISOBytes) throws(Failure) -> Void
    ) throws(Failure) {
        try box(type) { bytes throws(Failure) in
            bytes.versionAndFlags(version, flags)
            try body(&bytes)
        }
    }

    /// A box whose content is there.
    package mutating func box(_ type: ISOCode, content: some Collection<UInt8>) {
        box(type) { $0.append(content) }
    }

    /// Writes an integer over what is there.
    package mutating func replace(_ value: some FixedWidthInteger, at position: Int) {
        withUnsafeBytes(of: value.bigEndian) { new in
            for (index, byte) in new.enumerated() { bytes[position + index] = byte }
        }
    }
}
