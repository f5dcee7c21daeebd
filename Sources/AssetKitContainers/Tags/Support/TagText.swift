/// The text encodings of tags. Decoding never fails: what is not text becomes the replacement character.
enum TagText {
    enum Encoding: Sendable { case latin1, utf16WithMark, utf16Big, utf16Little, utf8 }

    static func decode(_ bytes: some Collection<UInt8>, as encoding: Encoding) -> String {
        switch encoding {
        case .latin1: return latin1(bytes)
        case .utf8: return utf8(bytes)
        case .utf16Big: return utf16(bytes, isBig: true)
        case .utf16Little: return utf16(bytes, isBig: false)
        case .utf16WithMark:
            let mark = Array(bytes.prefix(2))
            if mark == [0xfe, 0xff] { return utf16(bytes.dropFirst(2), isBig: true) }
            if mark == [0xff, 0xfe] { return utf16(bytes.dropFirst(2), isBig: false) }
            // Writers that forget the mark write little-endian text.
            return utf16(bytes, isBig: false)
        }
    }

    static func latin1(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// UTF-8 without a byte order mark in front.
    static func utf8(_ bytes: some Collection<UInt8>) -> String {
        let hasMark = Array(bytes.prefix(3)) == [0xef, 0xbb, 0xbf]
        return String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
    }

    /// UTF-8 where the bytes are that, and Latin-1 where they are not: for formats that never said which.
    static func guessed(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return latin1(bytes)
    }

    static func utf16(_ bytes: some Collection<UInt8>, isBig: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var first: UInt8?
        for byte in bytes {
            guard let earlier = first else {
                first = byte
                continue
            }
            units.append(isBig ? UInt16(earlier) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(earlier))
            first = nil
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The bytes up to the first zero.
    static func terminated(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.prefix { $0 != 0 }
    }

    /// The text without the zeros and spaces that fixed fields are filled up with.
    static func unpadded(_ text: String) -> String {
        var scalars = Substring(text).unicodeScalars
        while let last = scalars.last, last == "\0" || last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }
}
