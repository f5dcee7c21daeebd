internal import AssetKitBitstream

/// Elements of EBML as they are built in memory.
package struct EBMLBytes {
    package private(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    package mutating func add(_ id: UInt32, unsigned: UInt64) {
        let count = max(1, (71 - unsigned.leadingZeroBitCount) / 8)
        add(id, binary: (0..<count).map { UInt8(truncatingIfNeeded: unsigned >> (8 * (count - 1 - $0))) })
    }

    package mutating func add(_ id: UInt32, signed: Int64) {
        var content: [UInt8] = []
        content.appendBig(signed)
        // As many bytes as keep the sign.
        while content.count > 1, content[0] == 0 && content[1] < 0x80 || content[0] == 0xFF && content[1] >= 0x80 {
            content.removeFirst()
        }
        add(id, binary: content)
    }

    package mutating func add(_ id: UInt32, flag: Bool) { add(id, unsigned: flag ? 1 : 0) }

    package mutating func add(_ id: UInt32, float: Double) {
        var content: [UInt8] = []
        content.appendBig(float.bitPattern)
        add(id, binary: content)
    }

    package mutating func add(_ id: UInt32, text: String) { add(id, binary: Array(text.utf8)) }

    package mutating func add(_ id: UInt32, binary content: [UInt8]) {
        bytes += Self.head(id, count: content.count)
        bytes += content
    }

    /// Adds an element that holds others.
    package mutating func add(_ id: UInt32, _ body: (inout EBMLBytes) -> Void) {
        var inner = EBMLBytes()
        body(&inner)
        add(id, binary: inner.bytes)
    }

    /// Adds an element that holds others, unless there are none.
    mutating func addUnlessEmpty(_ id: UInt32, _ body: (inout EBMLBytes) -> Void) {
        var inner = EBMLBytes()
        body(&inner)
        if !inner.bytes.isEmpty { add(id, binary: inner.bytes) }
    }

    /// Adds bytes that are elements already.
    package mutating func add(elements: [UInt8]) { bytes += elements }

    // MARK: Heads

    /// The number and the size of an element. A size takes as few bytes as it can, but at least `sizeLength`.
    package static func head(_ id: UInt32, count: Int, sizeLength: Int = 1) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendElementHead(id, count: count, sizeLength: sizeLength)
        return bytes
    }

    /// Bytes that say nothing: an element `Void` of so many bytes altogether, of which there are at least 2.
    package static func void(_ count: Int) -> [UInt8] {
        precondition(count >= 2, "an element takes two bytes")
        let sizeLength = count < 128 ? 1 : 8
        let content = count - 1 - sizeLength
        return head(MatroskaID.void, count: content, sizeLength: sizeLength) + Array(repeating: 0, count: content)
    }

    package static func idBytes(_ id: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendElementID(id)
        return bytes
    }
}

extension [UInt8] {
    /// Appends the number and the size of an element, as ``EBMLBytes/head(_:count:sizeLength:)`` makes them.
    mutating func appendElementHead(_ id: UInt32, count: Int, sizeLength: Int = 1) {
        appendElementID(id)
        appendElementSize(count, length: sizeLength)
    }

    fileprivate mutating func appendElementID(_ id: UInt32) {
        var place = (39 - id.leadingZeroBitCount) / 8 * 8
        while place > 0 {
            place -= 8
            append(UInt8(truncatingIfNeeded: id >> UInt32(place)))
        }
    }

    /// A size: the number of leading zeros tells how many bytes follow. All bits set means "unknown", so that value moves
    /// up to the next length.
    private mutating func appendElementSize(_ count: Int, length: Int) {
        var length = length
        while length < 8, count >= (1 << (7 * length)) - 1 { length += 1 }
        let marked = UInt64(count) | 1 << UInt64(7 * length)
        for place in (0..<length).reversed() { append(UInt8(truncatingIfNeeded: marked >> UInt64(8 * place))) }
    }
}
