/// Writes EBML elements, for tests that need what no file at hand has.
enum EBMLBuilder {
    static func id(_ id: UInt32) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: id >> (24 - 8 * $0)) }
        return Array(bytes.drop { $0 == 0 })
    }

    /// A size in eight bytes; nil writes "unknown".
    static func size(_ count: Int?) -> [UInt8] {
        guard let count else { return [0x01] + [UInt8](repeating: 0xff, count: 7) }
        return [0x01] + (0..<7).map { UInt8(truncatingIfNeeded: count >> (48 - 8 * $0)) }
    }

    static func element(_ number: UInt32, _ content: [UInt8]) -> [UInt8] { id(number) + size(content.count) + content }
    static func element(_ number: UInt32, _ parts: [[UInt8]]) -> [UInt8] { element(number, joined(parts)) }
    static func unsized(_ number: UInt32, _ parts: [[UInt8]]) -> [UInt8] {
        id(number) + size(nil) + joined(parts)
    }
    private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }
    static func unsigned(_ number: UInt32, _ value: UInt64) -> [UInt8] {
        element(number, (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) })
    }
    static func signed(_ number: UInt32, _ value: Int64) -> [UInt8] { unsigned(number, UInt64(bitPattern: value)) }
    static func float(_ number: UInt32, _ value: Double) -> [UInt8] { unsigned(number, value.bitPattern) }
    static func text(_ number: UInt32, _ value: String) -> [UInt8] { element(number, Array(value.utf8)) }

    static func header(_ type: String = "matroska") -> [UInt8] {
        element(0x1A45_DFA3, [text(0x4282, type), unsigned(0x4287, 4)])
    }
    static func segment(_ parts: [[UInt8]], isSized: Bool = true) -> [UInt8] {
        isSized ? element(0x1853_8067, parts) : unsized(0x1853_8067, parts)
    }
    static func track(_ number: UInt64, kind: UInt64, codec: String, _ more: [[UInt8]] = []) -> [UInt8] {
        element(
            0xAE,
            [unsigned(0xD7, number), unsigned(0x73C5, number + 100), unsigned(0x83, kind), text(0x86, codec)] + more
        )
    }
    /// The bytes of a block: track, time, flags, payload.
    static func block(_ track: UInt8, _ ticks: Int16, flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let ticks = UInt16(bitPattern: ticks)
        return [0x80 | track, UInt8(ticks >> 8), UInt8(ticks & 0xff), flags] + payload
    }
}
