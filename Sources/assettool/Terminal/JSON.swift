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
    var text: String { text(indent: "") }

    private func text(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .null: return "null"
        case .boolean(let boolean): return boolean ? "true" : "false"
        case .integer(let integer): return "\(integer)"
        // JSON has no infinities. Swift prints the shortest text that reads back as the same number.
        case .number(let number): return number.isFinite ? "\(number)" : "null"
        case .string(let string): return Self.quoted(string)
        case .array(let values) where values.isEmpty: return "[]"
        case .array(let values):
            return "[\n" + values.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let fields) where fields.isEmpty: return "{}"
        case .object(let fields):
            let lines = fields.map { "\(inner)\(Self.quoted($0.key)): \($0.value.text(indent: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    /// The document on one line.
    var line: String {
        switch self {
        case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let fields):
            "{" + fields.map { "\(Self.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ") + "}"
        default: text
        }
    }

    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // Also those that JSON allows as they are: a terminal may act on them.
            case _ where !scalar.isPrintable:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
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
