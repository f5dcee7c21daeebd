extension [UInt8] {
    /// Appends the bytes of a number, the highest first.
    package mutating func appendBig<Word: FixedWidthInteger>(_ number: Word) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends the bytes of a number, the lowest first.
    package mutating func appendLittle<Word: FixedWidthInteger>(_ number: Word) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends the characters of a text as UTF-8.
    package mutating func append(text: String) { append(contentsOf: text.utf8) }
}
