/// Writes JSON, the same bytes for the same value: members in the order of their names, four spaces a level as OTIO has it.
struct JSONWriter {
    private var text: [UInt8] = []

    static func write(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value, level: 0)
        return String(decoding: writer.text, as: UTF8.self)
    }

    /// On one line, for where JSON stands within something else.
    static func writeCompactly(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.writeCompactly(value)
        return String(decoding: writer.text, as: UTF8.self)
    }

    private mutating func write(_ value: JSONValue, level: Int) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            put("[")
            for (index, element) in elements.enumerated() {
                put(index == 0 ? "\n" : ",\n")
                indent(level + 1)
                write(element, level: level + 1)
            }
            close("]", level)
        case .object(let members) where !members.isEmpty:
            put("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                put(index == 0 ? "\n" : ",\n")
                indent(level + 1)
                put(member.key.quoted + ": ")
                write(member.value, level: level + 1)
            }
            close("}", level)
        default: writeCompactly(value)
        }
    }

    private mutating func writeCompactly(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .number(let number): put(number)
        case .string(let string): put(string.quoted)
        case .array(let elements):
            put("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { put(",") }
                writeCompactly(element)
            }
            put("]")
        case .object(let members):
            put("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                put((index > 0 ? "," : "") + member.key.quoted + ":")
                writeCompactly(member.value)
            }
            put("}")
        }
    }

    private mutating func put(_ part: String) { text.append(contentsOf: part.utf8) }

    private mutating func indent(_ level: Int) {
        text.append(contentsOf: repeatElement(0x20, count: level * 4))
    }

    private mutating func close(_ bracket: String, _ level: Int) {
        put("\n")
        indent(level)
        put(bracket)
    }
}

extension String {
    /// As a string of JSON.
    fileprivate var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
