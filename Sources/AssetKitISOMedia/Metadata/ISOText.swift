internal import Foundation

/// Text as the family's boxes store it.
package enum ISOText {
    /// UTF-16 when it starts with a byte order mark, else UTF-8, else MacRoman, which every sequence of bytes is.
    package static func text(_ bytes: [UInt8]) -> String {
        if bytes.count >= 2, let text = markedUTF16(bytes) { return text }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return ISOMacRoman.text(bytes)
    }

    /// Text of an international text box, whose Macintosh language tells the encoding when it is not UTF-8.
    package static func text(_ bytes: [UInt8], language: ISOLanguage) -> String {
        if language.isMacintosh, language.tag == "jpn", String(validating: bytes, as: UTF8.self) == nil,
            let text = String(bytes: bytes, encoding: .shiftJIS)
        {
            return text
        }
        return text(bytes)
    }

    /// Big-endian UTF-16, with or without a mark that says otherwise.
    package static func utf16(_ bytes: [UInt8]) -> String {
        markedUTF16(bytes) ?? decodeUTF16(bytes[...], isBigEndian: true)
    }

    private static func markedUTF16(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2 else { return nil }
        if bytes[0] == 0xfe, bytes[1] == 0xff { return decodeUTF16(bytes[2...], isBigEndian: true) }
        if bytes[0] == 0xff, bytes[1] == 0xfe { return decodeUTF16(bytes[2...], isBigEndian: false) }
        return nil
    }

    private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Text up to its terminating zero, which is two bytes wide in UTF-16. Passes over it.
    package static func terminated(_ fields: inout ISOFields) -> String {
        guard let mark = fields.peekCode(0).map({ $0.rawValue >> 16 }), mark == 0xfeff || mark == 0xfffe else {
            return text(fields.untilZero())
        }
        var bytes: [UInt8] = []
        while let unit = try? fields.take(2), unit != [0, 0] { bytes += unit }
        return text(bytes)
    }
}
