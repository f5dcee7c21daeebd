/// Reads JSON strictly, with limits on what a document may cost. Besides the standard's numbers it takes `NaN`, `Infinity`
/// and `Inf`, with a sign or without, because OTIO writes them.
struct JSONParser {
    private let bytes: [UInt8]
    private var offset = 0
    private var valueCount = 0

    static func parse(_ bytes: [UInt8]) throws(InterchangeError) -> JSONValue {
        try DocumentLimits.checkSize(bytes.count)
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.offset = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw parser.error("nothing may follow the document's value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func value(depth: Int) throws(InterchangeError) -> JSONValue {
        guard depth < DocumentLimits.depth else {
            throw error("values are nested more than \(DocumentLimits.depth) deep")
        }
        valueCount += 1
        guard valueCount <= DocumentLimits.values else {
            throw error("the document has more than \(DocumentLimits.values) values")
        }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case nil: throw error("the document ends where a value should begin")
        default: return try wordOrNumber()
        }
    }

    private mutating func object(depth: Int) throws(InterchangeError) -> JSONValue {
        offset += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("a member begins with its name in quotation marks") }
            let name = try string()
            skipSpace()
            guard skip(":") else { throw error("':' follows the name of a member") }
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: name) == nil else {
                throw error("the name '\(name.shortened)' is there twice in one object")
            }
            skipSpace()
        } while skip(",")
        guard skip("}") else { throw error("',' or '}' follows a member") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(InterchangeError) -> JSONValue {
        offset += 1
        var elements: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while skip(",")
        guard skip("]") else { throw error("',' or ']' follows an element") }
        return .array(elements)
    }

    private mutating func wordOrNumber() throws(InterchangeError) -> JSONValue {
        let start = offset
        while let byte = peek, byte.isPartOfWord { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        switch text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "NaN": return .number("NaN")
        case "Infinity", "Inf": return .number("Infinity")
        case "-Infinity", "-Inf": return .number("-Infinity")
        default:
            guard Self.isNumber(bytes[start..<offset]) else {
                offset = start
                throw error("this is no value of JSON")
            }
            return .number(text)
        }
    }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        guard let first = rest.first, first.isDigit else { return false }
        let digits = rest.prefix { $0.isDigit }.count
        guard first != UInt8(ascii: "0") || digits == 1 else { return false }
        rest = rest.dropFirst(digits)
        if rest.first == UInt8(ascii: ".") {
            let places = rest.dropFirst().prefix { $0.isDigit }.count
            guard places > 0 else { return false }
            rest = rest.dropFirst(places + 1)
        }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy(\.isDigit)
    }
}

// MARK: Strings

extension JSONParser {
    private mutating func string() throws(InterchangeError) -> String {
        offset += 1
        var text: [UInt8] = []
        while let byte = peek {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw error("a string is not UTF-8") }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case ..<0x20: throw error("a control character stands in a string")
            default: text.append(byte)
            }
        }
        throw error("the document ends within a string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(InterchangeError) {
        guard let byte = peek else { throw error("the document ends within a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try scalar()).utf8))
        default: throw error("there is no such escape in JSON")
        }
    }

    /// A character in hexadecimal, or two that make one.
    private mutating func scalar() throws(InterchangeError) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip("\\"), skip("u") else { throw error("half of a character stands alone") }
        let second = try fourDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half of a character stands alone") }
        return scalar
    }

    private mutating func fourDigits() throws(InterchangeError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = byte.hexadecimalDigit else {
                throw error("four hexadecimal digits follow \\u")
            }
            number = number << 4 | UInt32(digit)
            offset += 1
        }
        return number
    }
}

// MARK: Characters

extension JSONParser {
    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func error(_ reason: String) -> InterchangeError {
        let before = bytes.prefix(offset)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = offset - (before.lastIndex(of: 0x0A) ?? -1)
        return InterchangeError(reason, at: "line \(line), column \(column)")
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    fileprivate var isPartOfWord: Bool {
        isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
            || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
    }
}

extension String {
    /// As much of a foreign text as belongs into a sentence, without what would break the line.
    var shortened: String {
        let start = unicodeScalars.prefix(80)
        var text = String.UnicodeScalarView(start.filter { $0.value >= 0x20 && $0.value != 0x7F })
        if unicodeScalars.dropFirst(80).first != nil { text.append("…") }
        return String(text)
    }
}
