/// The numbers by which `data` boxes tell the type of their value.
package enum ISODataType {
    package static let implicit: UInt32 = 0

    /// Text types may be long and are still read.
    package static func isText(_ type: UInt32) -> Bool { (1...5).contains(type) }

    package static func kind(_ type: UInt32) -> ISOMetadataValue.Kind {
        switch type {
        case 13: .jpeg
        case 14: .png
        case 27: .bmp
        default: .raw
        }
    }

    /// The value of bytes of a type. Bytes that do not fit their type stay bytes.
    package static func value(_ type: UInt32, _ bytes: [UInt8]) -> ISOMetadataValue {
        switch type {
        case 1, 4: .text(ISOText.text(bytes))
        case 2, 5: .text(ISOText.utf16(bytes))
        case 3: .text(ISOText.text(bytes, language: .japanese))
        case 21, 65, 66, 67, 74: signed(bytes).map { .signed($0) } ?? .data(bytes, .raw)
        case 22, 75, 76, 77, 78: unsigned(bytes).map { .unsigned($0) } ?? .data(bytes, .raw)
        case 23 where bytes.count == 4, 24 where bytes.count == 8: .real(reals(bytes, size: bytes.count)[0])
        case 70 where bytes.count == 8, 71 where bytes.count == 8, 72 where bytes.count == 16:
            .reals(reals(bytes, size: 4))
        case 79 where bytes.count == 72: .reals(reals(bytes, size: 8))
        default: .data(bytes, kind(type))
        }
    }

    package static func unsigned(_ bytes: [UInt8]) -> UInt64? {
        guard (1...8).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    package static func signed(_ bytes: [UInt8]) -> Int64? {
        guard let value = unsigned(bytes) else { return nil }
        let unused = UInt64(64 - 8 * bytes.count)
        return Int64(bitPattern: value << unused) >> Int64(unused)
    }

    private static func reals(_ bytes: [UInt8], size: Int) -> [Double] {
        stride(from: 0, to: bytes.count, by: size).map { start in
            let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        }
    }

    /// What the first bytes of a picture show when its type does not tell.
    package static func pictureKind(_ start: [UInt8]) -> ISOMetadataValue.Kind {
        if start.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
        if start.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return .png }
        return start.starts(with: [0x42, 0x4d]) ? .bmp : .raw
    }
}
