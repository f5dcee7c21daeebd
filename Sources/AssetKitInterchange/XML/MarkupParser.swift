/// Reads XML without what makes it dangerous: it never loads anything, knows only the five entities of the standard itself,
/// and refuses documents that declare others. There are limits on what a document may cost.
struct MarkupParser {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var count = 0

    static func parse(_ bytes: [UInt8]) throws(InterchangeError) -> MarkupElement {
        try DocumentLimits.checkSize(bytes.count)
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
            throw InterchangeError("the document is in UTF-16; only UTF-8 is read")
        }
        var parser = MarkupParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.offset = 3 }
        return try parser.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() throws(InterchangeError) -> MarkupElement {
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "<") {
                try markup()
            } else {
                try text()
            }
        }
        if let unclosed = open.last { throw error("the document ends within <\(unclosed.name.shortened)>") }
        guard let root else { throw error("there is no element in the document") }
        return root
    }

    private mutating func markup() throws(InterchangeError) {
        if skip("<!--") {
            _ = try read(to: "-->", in: "a comment")
        } else if skip("<![CDATA[") {
            let text = try string(try read(to: "]]>", in: "a CDATA section"))
            try append(text)
        } else if skip("<!DOCTYPE") {
            try documentType()
        } else if skip("<?") {
            try instruction(try string(try read(to: "?>", in: "an instruction")))
        } else if skip("</") {
            try endTag()
        } else {
            advance()
            try startTag()
        }
    }

    private mutating func startTag() throws(InterchangeError) {
        guard root == nil || !open.isEmpty else { throw error("a second element follows the document's") }
        guard open.count < DocumentLimits.depth else {
            throw error("elements are nested more than \(DocumentLimits.depth) deep")
        }
        try countOne()
        var element = MarkupElement(try name())
        element.line = line
        while true {
            let hadSpace = skipSpace()
            if skip("/>") {
                close(element)
                return
            }
            if skip(">") {
                open.append(element)
                return
            }
            guard hadSpace else { throw error("a space stands before an attribute") }
            let (name, value) = try attribute()
            guard element.attributes.updateValue(value, forKey: name) == nil else {
                throw error("the attribute '\(name.shortened)' is there twice")
            }
        }
    }

    private mutating func attribute() throws(InterchangeError) -> (String, String) {
        try countOne()
        let name = try name()
        _ = skipSpace()
        guard skip("=") else { throw error("'=' follows the name of an attribute") }
        _ = skipSpace()
        for quote in ["\"", "'"] where skip(quote) {
            let value = try read(to: quote, in: "an attribute")
            guard !value.contains(UInt8(ascii: "<")) else { throw error("'<' stands in an attribute") }
            let spaced = value.map { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            return (name, try string(try unescaped(spaced[...])))
        }
        throw error("the value of an attribute stands in quotation marks")
    }

    private mutating func endTag() throws(InterchangeError) {
        let name = try name()
        _ = skipSpace()
        guard skip(">") else { throw error("'>' ends a tag") }
        guard let element = open.popLast() else { throw error("</\(name.shortened)> closes nothing") }
        guard element.name == name else {
            throw error("</\(name.shortened)> closes <\(element.name.shortened)> of line \(element.line)")
        }
        close(element)
    }

    private mutating func close(_ element: MarkupElement) {
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private mutating func text() throws(InterchangeError) {
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let raw = bytes[offset..<end]
        let text = try string(try unescaped(raw))
        move(to: end)
        try append(text)
    }

    private mutating func append(_ text: String) throws(InterchangeError) {
        guard open.isEmpty else {
            open[open.count - 1].text += text
            return
        }
        guard text.utf8.allSatisfy(\.isSpace) else { throw error("there is text outside of the document's element") }
    }
}

// MARK: What stands before the document's element

extension MarkupParser {
    /// A document type may name a file, which is not looked at. What declares anything itself is refused: entities that
    /// refer to each other grow without an end.
    private mutating func documentType() throws(InterchangeError) {
        guard root == nil, open.isEmpty else { throw error("a document type stands before the document's element") }
        var quote: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            advance()
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                throw error("the document declares entities or elements of its own, and such documents are not read")
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
        throw error("the document ends within its document type")
    }

    private func instruction(_ text: String) throws(InterchangeError) {
        guard text.hasPrefix("xml "), let start = text.range(of: "encoding") else { return }
        let encoding = text[start.upperBound...].lowercased()
        guard encoding.contains("utf-8") || encoding.contains("us-ascii") else {
            throw error("the document is in an encoding other than UTF-8, which is not read")
        }
    }
}

// MARK: Characters

extension MarkupParser {
    private mutating func countOne() throws(InterchangeError) {
        count += 1
        guard count <= DocumentLimits.values else {
            throw error("the document has more than \(DocumentLimits.values) elements and attributes")
        }
    }

    private mutating func name() throws(InterchangeError) -> String {
        let start = offset
        while offset < bytes.count, bytes[offset].isPartOfName { offset += 1 }
        guard offset > start, !bytes[start].isDigit else { throw error("a name should be here") }
        return try string(bytes[start..<offset])
    }

    private mutating func read(to end: String, in what: String) throws(InterchangeError) -> ArraySlice<UInt8> {
        let end = Array(end.utf8)
        var place = offset
        while place + end.count <= bytes.count {
            if bytes[place] == end[0], bytes[place..<(place + end.count)].elementsEqual(end) {
                let part = bytes[offset..<place]
                move(to: place + end.count)
                return part
            }
            place += 1
        }
        throw error("the document ends within \(what)")
    }

    private func unescaped(_ text: ArraySlice<UInt8>) throws(InterchangeError) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                result.append(byte)
                continue
            }
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw error("'&' begins no entity")
            }
            let name = try string(rest[rest.startIndex..<end])
            guard let scalar = Self.scalar(ofEntity: name) else {
                throw error("the entity '&\(name.shortened);' is not known; only those of XML itself are")
            }
            result.append(contentsOf: Array(String(scalar).utf8))
            rest = rest[(end + 1)...]
        }
        return result[...]
    }

    private static func scalar(ofEntity name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, number != 0 else { return nil }
            return Unicode.Scalar(number)
        }
    }

    private func string(_ bytes: ArraySlice<UInt8>) throws(InterchangeError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw error("the document is not UTF-8") }
        return text
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[offset...].starts(with: text.utf8) else { return false }
        move(to: offset + text.utf8.count)
        return true
    }

    private mutating func skipSpace() -> Bool {
        let start = offset
        while offset < bytes.count, bytes[offset].isSpace { advance() }
        return offset > start
    }

    private mutating func advance() { move(to: offset + 1) }

    private mutating func move(to end: Int) {
        for byte in bytes[offset..<end] where byte == 0x0A { line += 1 }
        offset = end
    }

    private func error(_ reason: String) -> InterchangeError { InterchangeError(reason, at: "line \(line)") }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var isPartOfName: Bool {
        isDigit || self >= 0x80 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: ":") || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
    }
}

extension String {
    /// Without Foundation: the first place where `other` stands.
    fileprivate func range(of other: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
