/// Bytes of boxes that are being written. All integers are big-endian.
///
/// The header of a long film is larger than all else that making the film keeps in memory. So what writes it can run twice:
/// first it only counts, and what is counted says how long boxes are; then bytes are handed on a megabyte at a time.
package struct ISOBytes {
    /// What becomes of bytes.
    private enum Purpose {
        case kept
        case counted
        case handedOn((UnsafeRawBufferPointer) throws -> Void)
    }

    /// The bytes that are kept, or have not been handed on yet.
    package private(set) var bytes: [UInt8] = []
    private var purpose = Purpose.kept
    private var isCounting = false
    /// How many bytes have been counted or handed on.
    private var goneCount = 0
    /// How long boxes are, in the order of their heads; none where bytes are kept.
    private var boxLengths: [UInt32] = []
    private var boxCount = 0
    /// From so many bytes on they are handed on.
    private var limit = Int.max
    /// What the receiver threw; nothing has been handed on since.
    private var failure: (any Error)?

    private static let handedOnAtOnce = 1 << 20

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Bytes that are only counted.
    package static var counting: ISOBytes {
        var result = ISOBytes()
        (result.purpose, result.isCounting) = (.counted, true)
        return result
    }

    /// Bytes that are handed on as soon as there are many. `counted`: the same bytes, counted.
    package init(
        counted: ISOBytes,
        _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        (purpose, boxLengths, limit) = (.handedOn(receive), counted.boxLengths, Self.handedOnAtOnce)
        bytes.reserveCapacity(min(counted.count, limit + 4096))
    }

    package var count: Int { goneCount + bytes.count }

    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    package mutating func append(_ more: some Collection<UInt8>) {
        if isCounting { return goneCount += more.count }
        bytes.append(contentsOf: more)
        if bytes.count >= limit { handOn() }
    }

    package mutating func append(_ more: UnsafeRawBufferPointer) {
        if isCounting { return goneCount += more.count }
        bytes.append(contentsOf: more)
        if bytes.count >= limit { handOn() }
    }

    package mutating func zeros(_ count: Int) { append(repeatElement(0, count: count)) }

    package mutating func integer(_ value: some FixedWidthInteger) {
        if isCounting { return goneCount += MemoryLayout.size(ofValue: value) }
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        if bytes.count >= limit { handOn() }
    }

    private mutating func handOn() {
        guard case .handedOn(let receive) = purpose else { return }
        goneCount += bytes.count
        if failure == nil {
            do { try bytes.withUnsafeBytes { try receive($0) } } catch { failure = error }
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Hands on what is left. Throws what the receiver threw.
    package mutating func finish() throws {
        handOn()
        if let failure { throw failure }
    }

    package mutating func u8(_ value: UInt8) { integer(value) }
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
        let (start, number) = (count, boxCount)
        boxCount += 1
        if isCounting { boxLengths.append(0) }
        // Zero, until the length is known.
        u32(number < boxLengths.count ? boxLengths[number] : 0)
        code(type)
        try body(&self)
        let length = UInt32(count - start)
        switch purpose {
        case .kept: replace(length, at: start)
        case .counted: boxLengths[number] = length
        case .handedOn: precondition(boxLengths[number] == length, "a box '\(type)' is as long as it was counted")
        }
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
