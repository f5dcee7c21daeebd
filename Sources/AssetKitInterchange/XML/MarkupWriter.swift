/// Writes XML, the same bytes for the same elements: attributes in the order of their names, four spaces a level.
struct MarkupWriter {
    private var text = ""

    static func write(_ root: MarkupElement, documentType: String) -> String {
        var writer = MarkupWriter()
        writer.text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE \(documentType)>\n\n"
        writer.write(root, level: 0)
        return writer.text
    }

    private mutating func write(_ element: MarkupElement, level: Int) {
        let indent = String(repeating: "    ", count: level)
        text += "\(indent)<\(element.name)"
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
            text += " \(name)=\"\(value.escaped(isAttribute: true))\""
        }
        guard !element.children.isEmpty else {
            text += element.text.isEmpty ? "/>\n" : ">\(element.text.escaped(isAttribute: false))</\(element.name)>\n"
            return
        }
        text += ">\n"
        for child in element.children { write(child, level: level + 1) }
        text += "\(indent)</\(element.name)>\n"
    }
}

extension String {
    fileprivate func escaped(isAttribute: Bool) -> String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"" where isAttribute: result += "&quot;"
            case "\n" where isAttribute, "\t" where isAttribute: result += "&#\(scalar.value);"
            case "\r": result += "&#13;"
            // XML has no way to write these.
            case "\u{0}"..<"\u{9}", "\u{B}"..<"\u{D}", "\u{E}"..<" ", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
