extension FourCharCode {
    /// Makes the code of four ASCII characters.
    init(fourCharacters text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
        self = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Makes the code of a text of four ASCII characters; nil for any other text.
    init?(fourCharacterText text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The four characters in quotes, or the number where they cannot be printed.
    var fourCharacterText: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) }
        guard bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return "\(self)" }
        return "'\(String(decoding: bytes, as: UTF8.self))'"
    }
}
