import AssetKit

/// A JSON document to print, with its keys in the order they are given.
indirect enum JSON: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(key: String, value: JSON)])

    /// The document on indented lines.
    var text: String {
        var text = ""
        write(to: &text, indent: "")
        return text
    }

    /// Adds to one growing text: a list of all samples is long, and hundreds of files are described at once.
    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .boolean(let boolean): text += boolean ? "true" : "false"
        case .integer(let integer): text += String(integer)
        // JSON has no infinities. Swift prints the shortest text that reads back as the same number.
        case .number(let number): text += number.isFinite ? number.description : "null"
        case .string(let string): Self.quote(string, to: &text)
        case .array(let values):
            Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, inner in
                value.write(to: &text, indent: inner)
            }
        case .object(let fields):
            Self.write(fields, between: ("{", "}"), to: &text, indent: indent) { field, text, inner in
                Self.quote(field.key, to: &text)
                text += ": "
                field.value.write(to: &text, indent: inner)
            }
        }
    }

    /// The document on one line.
    var line: String {
        switch self {
        case .array(let values): return "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let fields):
            let parts = fields.map { "\(JSON.string($0.key).text): \($0.value.line)" }
            return "{" + parts.joined(separator: ", ") + "}"
        default: return text
        }
    }

    /// Adds elements, each on a line of its own.
    private static func write<Element>(
        _ elements: [Element],
        between brackets: (open: String, close: String),
        to text: inout String,
        indent: String,
        _ write: (Element, inout String, String) -> Void
    ) {
        text += brackets.open
        let inner = indent + "  "
        var separator = "\n"
        for element in elements {
            text += separator
            text += inner
            write(element, &text, inner)
            separator = ",\n"
        }
        if !elements.isEmpty {
            text += "\n"
            text += indent
        }
        text += brackets.close
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy(isPlain) {
            text += string
        } else {
            for scalar in string.unicodeScalars { escape(scalar, to: &text) }
        }
        text += "\""
    }

    /// The byte is a printable character of ASCII that JSON takes as it is. Nearly all texts have no others.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        // Also those that JSON allows as they are: a terminal may act on them.
        case _ where !scalar.isPrintable:
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}

extension JSON {
    /// A time as every verb prints it. Times that are not numbers have no seconds.
    init(_ time: CMTime) {
        var fields: [(key: String, value: JSON)] = [
            ("value", .integer(time.value)), ("timescale", .integer(Int64(time.timescale))),
        ]
        if time.isNumeric { fields.append(("seconds", .number(time.seconds))) }
        self = .object(fields)
    }

    init(_ range: CMTimeRange) {
        self = .object([("start", JSON(range.start)), ("duration", JSON(range.duration))])
    }
}
