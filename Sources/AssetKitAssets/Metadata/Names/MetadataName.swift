internal import AssetKitBase
package import AssetKitMedia
internal import Foundation

/// What a piece of metadata is called: a key space, and the bytes of a key in it.
///
/// Keys come as texts, numbers and data, and identifiers are a fourth spelling of the same. All of them meet here.
package struct MetadataName: Hashable, Sendable {
    package let keySpace: AVMetadataKeySpace
    let bytes: [UInt8]

    /// A key that a client spells: a text, a number, data or one of the constants. Nil for what is no key of the space.
    init?(key: Any, keySpace: AVMetadataKeySpace) {
        guard !keySpace.rawValue.isEmpty, let bytes = Self.bytes(of: key, in: keySpace), !bytes.isEmpty else {
            return nil
        }
        self.keySpace = keySpace
        self.bytes = bytes
    }

    /// A key as a file spells it, of whatever length.
    init?(storedKey key: String, keySpace: AVMetadataKeySpace) {
        guard !keySpace.rawValue.isEmpty, !key.isEmpty else { return nil }
        self.keySpace = keySpace
        bytes = (keySpace.hasFourByteKeys ? Self.fourBytes(key, in: keySpace) : nil) ?? Array(key.utf8)
    }

    /// The name that an identifier holds; nil where it holds none.
    package init?(identifier: AVMetadataIdentifier) {
        let text = identifier.rawValue
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        guard let bytes = Self.unescaped(text[text.index(after: slash)...]), !bytes.isEmpty else { return nil }
        keySpace = AVMetadataKeySpace(identifierPrefix: String(text[..<slash]))
        self.bytes = bytes
    }

    /// The name as one text.
    var identifier: AVMetadataIdentifier {
        AVMetadataIdentifier(rawValue: keySpace.identifierPrefix + "/" + Self.escaped(bytes))
    }

    /// The key as items show it: a number in the spaces with numeric keys, otherwise a text, or data where it is none.
    var key: any NSCopying & NSObjectProtocol {
        if keySpace.hasNumericKeys, bytes.count == 4 {
            let code = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return NSNumber(value: Int32(bitPattern: code))
        }
        if let text { return NSString(string: text) }
        return NSData(data: Data(bytes))
    }

    /// The key as a text, where it is one. Four-byte keys are Latin-1.
    package var text: String? {
        guard keySpace.hasFourByteKeys, bytes.count == 4 else { return String(validating: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }

    /// The name in the form by which names are compared where the space does not tell small letters from capitals.
    var folded: MetadataName {
        guard keySpace.ignoresCase else { return self }
        return MetadataName(keySpace: keySpace, bytes: bytes.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 })
    }

    private init(keySpace: AVMetadataKeySpace, bytes: [UInt8]) {
        self.keySpace = keySpace
        self.bytes = bytes
    }
}

// Keys
extension MetadataName {
    private static func bytes(of key: Any, in keySpace: AVMetadataKeySpace) -> [UInt8]? {
        switch key {
        case let key as AVMetadataKey: bytes(of: key.rawValue, in: keySpace)
        case let key as String: bytes(of: key, in: keySpace)
        case let key as Data: keySpace.hasFourByteKeys && key.count != 4 ? nil : Array(key)
        default: Number(key).flatMap { bytes(of: $0, in: keySpace) }
        }
    }

    private static func bytes(of key: String, in keySpace: AVMetadataKeySpace) -> [UInt8]? {
        guard keySpace.hasFourByteKeys else { return Array(key.utf8) }
        guard var bytes = fourBytes(key, in: keySpace) else { return nil }
        if keySpace.hasCopyrightSigns, bytes[0] == UInt8(ascii: "@") { bytes[0] = 0xa9 }
        return bytes
    }

    private static func fourBytes(_ key: String, in keySpace: AVMetadataKeySpace) -> [UInt8]? {
        var bytes: [UInt8] = []
        // One more than there may be: a long text is refused before it is walked through.
        for scalar in key.unicodeScalars.prefix(5) {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        // Frames of ID3 2.2 have three letters; a zero goes before them.
        if keySpace == .id3, bytes.count == 3 { bytes.insert(0, at: 0) }
        return bytes.count == 4 ? bytes : nil
    }

    private static func bytes(of key: Number, in keySpace: AVMetadataKeySpace) -> [UInt8]? {
        guard keySpace.hasFourByteKeys else { return nil }
        // Clients have the code as a signed or as an unsigned number.
        guard let code = key.whole(UInt32.self) ?? key.whole(Int32.self).map(UInt32.init(bitPattern:)) else {
            return nil
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * UInt32($0))) }
    }
}

extension AVMetadataKeySpace {
    /// Keys may begin with a copyright sign, which ``AVMetadataKey`` spells `@`.
    fileprivate var hasCopyrightSigns: Bool { self == .iTunes || self == .quickTimeUserData }
}

// Identifiers
extension MetadataName {
    private static func escaped(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if isUnreserved(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// RFC 3986, section 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func unescaped(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
