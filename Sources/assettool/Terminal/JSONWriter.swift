/// Writes a JSON document on indented lines, byte by byte: a list of all samples is long, and hundreds of files are
/// described at once.
struct JSONWriter {
    private var bytes: [UInt8] = []
    private var depth = 0

    /// What has been written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: add("null")
        case .boolean(let boolean): add(boolean ? "true" : "false")
        case .integer(let integer): add(String(integer))
        // JSON has no infinities. Swift prints the shortest text that reads back as the same number.
        case .number(let number): add(number.isFinite ? number.description : "null")
        case .string(let string): quote(string)
        case .array(let values): write(values, between: "[", "]") { $0.write($1) }
        case .object(let fields):
            write(fields, between: "{", "}") { writer, field in
                writer.quote(field.key)
                writer.add(": ")
                writer.write(field.value)
            }
        }
    }

    /// Adds elements, each on a line of its own.
    private mutating func write<Element>(
        _ elements: [Element],
        between open: Unicode.Scalar,
        _ close: Unicode.Scalar,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        depth += 1
        var isFirst = true
        for element in elements {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            beginLine()
            write(&self, element)
        }
        depth -= 1
        if !isFirst { beginLine() }
        bytes.append(UInt8(ascii: close))
    }

    private mutating func beginLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func quote(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.allSatisfy(Self.isPlain) {
            add(string)
        } else {
            for scalar in string.unicodeScalars { escape(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The byte is a printable character of ASCII that JSON takes as it is. Nearly all texts have no others.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": add("\\\"")
        case "\\": add("\\\\")
        case "\n": add("\\n")
        case "\r": add("\\r")
        case "\t": add("\\t")
        // Also those that JSON allows as they are: a terminal may act on them.
        case _ where !scalar.isPrintable:
            let digits = String(scalar.value, radix: 16)
            add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        default: add(String(scalar))
        }
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
