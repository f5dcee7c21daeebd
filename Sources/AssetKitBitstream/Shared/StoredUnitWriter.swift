/// Writes NAL units one behind the other, each after its length.
struct StoredUnitWriter {
    let lengthSize: Int
    private(set) var bytes: [UInt8] = []

    init(lengthSize: Int, capacity: Int) {
        self.lengthSize = lengthSize
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ unit: [UInt8]) throws(BitstreamError) {
        try appendLength(unit.count)
        bytes += unit
    }

    mutating func append(_ unit: UnsafeRawBufferPointer) throws(BitstreamError) {
        try appendLength(unit.count)
        bytes.append(contentsOf: unit)
    }

    private mutating func appendLength(_ length: Int) throws(BitstreamError) {
        guard length >> (8 * lengthSize) == 0 else { throw .unsupported("a unit longer than its length can say") }
        for index in (0..<lengthSize).reversed() { bytes.append(UInt8(truncatingIfNeeded: length >> (8 * index))) }
    }
}
