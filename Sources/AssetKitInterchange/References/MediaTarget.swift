/// A reference as it stands in a document, taken apart without looking at any file.
enum MediaTarget: Equatable {
    case path(String)
    case address
    /// Why it leads nowhere, as the rest of a sentence.
    case unusable(String)

    /// As Linux has it; an address may have three bytes for one.
    private static let longest = 3 * 4096

    init(_ text: String) {
        guard !text.isEmpty else {
            self = .unusable("names nothing")
            return
        }
        guard text.utf8.count <= Self.longest else {
            self = .unusable("is longer than a path can be")
            return
        }
        guard !text.utf8.contains(0) else {
            self = .unusable("has a zero in it")
            return
        }
        guard let scheme = Self.scheme(text) else {
            // A path from the root is a path; one from the folder is written as part of an address by most programs.
            self = text.hasPrefix("/") ? .path(text) : Self.decoded(text)
            return
        }
        if scheme.utf8.count == 1 {
            self = .unusable("is a path of Windows")
        } else if scheme == "file" {
            self = Self.file(String(text.dropFirst(5)))
        } else {
            self = .address
        }
    }

    /// The letters before the colon of an address, in lower case. A colon behind a slash belongs to a path.
    private static func scheme(_ text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text[..<colon].utf8
        guard let first = name.first, first.isLetter else { return nil }
        let isScheme = name.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        return isScheme ? String(text[..<colon]).lowercased() : nil
    }

    /// What follows `file:`. Of hosts only this machine is one.
    private static func file(_ rest: String) -> MediaTarget {
        guard rest.hasPrefix("//") else { return decoded(rest) }
        let behind = rest.dropFirst(2)
        guard let slash = behind.utf8.firstIndex(of: UInt8(ascii: "/")) else { return .unusable("names no file") }
        let host = behind[..<slash].lowercased()
        guard host.isEmpty || host == "localhost" else { return .address }
        return decoded(String(behind[slash...]))
    }

    /// `%20` is a space. A text whose escapes are none is taken as it is.
    private static func decoded(_ text: String) -> MediaTarget {
        guard !text.isEmpty else { return .unusable("names no file") }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap(\.hexadecimalDigit)
            guard digits.count == 2 else { return .path(text) }
            bytes.append(digits[0] << 4 | digits[1])
            rest = rest.dropFirst(2)
        }
        guard let path = String(validating: bytes, as: UTF8.self) else { return .path(text) }
        return path.utf8.contains(0) ? .unusable("has a zero in it") : .path(path)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}
