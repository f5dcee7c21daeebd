/// A four-character code, which names boxes, formats, brands and handlers.
package struct ISOCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A code as it is written in the standards. Characters are Latin-1, so that `©nam` is four of them.
    ///
    /// Boxes are compared with literals all the time: in this module those of ASCII become numbers when it is compiled.
    @inline(__always)
    package init(stringLiteral text: StaticString) {
        rawValue =
            text.isASCII && text.utf8CodeUnitCount == 4
            ? UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt32.self).bigEndian : Self.code(ofLatin: text)
    }

    private static func code(ofLatin text: StaticString) -> UInt32 {
        let scalars = text.description.unicodeScalars
        precondition(scalars.count == 4, "'\(text)' is not a four-character code")
        return scalars.reduce(0) { $0 << 8 | $1.value & 0xff }
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
