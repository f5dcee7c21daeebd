/// A four-character code, which names boxes, formats, brands and handlers.
package struct ISOCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A code as it is written in the standards. Characters are Latin-1, so that `©nam` is four of them.
    package init(stringLiteral text: StaticString) {
        var code: UInt32 = 0
        var count = 0
        for scalar in text.description.unicodeScalars {
            code = code << 8 | scalar.value & 0xff
            count += 1
        }
        precondition(count == 4, "'\(text)' is not a four-character code")
        rawValue = code
    }

    /// The four characters; those that cannot be printed appear as `\xNN`.
    package var description: String {
        (0..<4).map { index in
            let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * index))
            guard byte >= 0x20, byte < 0x7f || byte >= 0xa1 else {
                return "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
            return String(UnicodeScalar(byte))
        }.joined()
    }

    /// The first character is `©`, which marks QuickTime's international texts.
    var isInternationalText: Bool { rawValue >> 24 == 0xa9 }
}
