internal import AssetKitBase
internal import Foundation

/// The identifier of a metadata item: a key space and a key, joined by a slash, the key percent-encoded.
struct MetadataIdentifier: Equatable {
    let keySpace: String
    let keyBytes: Data

    var text: String { "\(keySpace)/\(Self.encode(keyBytes))" }

    /// Makes the identifier of a key: a text, the number of four characters, or bytes.
    init(key: Any, keySpace: String) throws {
        guard Self.isKeySpace(keySpace) else { throw statusError(kCMMetadataIdentifierError_BadKeySpace) }
        self.keySpace = keySpace
        if let text = PropertyList.text(key) {
            keyBytes = Data(text.utf8)
        } else if let data = key as? Data {
            keyBytes = data
        } else if let number = Number(key) {
            guard let code = number.whole(UInt32.self) ?? number.whole(Int32.self).map(UInt32.init(bitPattern:)) else {
                throw statusError(kCMMetadataIdentifierError_BadNumberKey)
            }
            keyBytes = withUnsafeBytes(of: code.bigEndian) { Data($0) }
        } else {
            throw statusError(kCMMetadataIdentifierError_BadKeyType)
        }
        guard !keyBytes.isEmpty, keyBytes.count <= 0xffff else {
            throw statusError(kCMMetadataIdentifierError_BadKeyLength)
        }
    }

    /// Takes an identifier apart.
    init(text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isKeySpace(String(parts[0])), let key = Self.decode(parts[1]), !key.isEmpty else {
            throw statusError(kCMMetadataIdentifierError_BadIdentifier)
        }
        keySpace = String(parts[0])
        keyBytes = key
    }

    /// The key as clients know it: a number in the key spaces of four characters, else a text, or else bytes.
    var key: AnyObject {
        if Self.numberSpaces.contains(keySpace), keyBytes.count == 4 {
            return NSNumber(value: keyBytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
        return String(data: keyBytes, encoding: .utf8) as AnyObject? ?? keyBytes as AnyObject
    }

    /// Key spaces whose keys are four characters.
    private static let numberSpaces: Set<String> = ["udta", "uiso", "itsk", "org.id3"]

    private static func isKeySpace(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
    }

    /// Everything but the characters that addresses leave alone becomes a percent sign and two digits.
    private static func encode(_ bytes: Data) -> String {
        bytes.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static func decode(_ text: Substring) -> Data? {
        var bytes = Data()
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
