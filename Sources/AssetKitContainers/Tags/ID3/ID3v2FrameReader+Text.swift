extension ID3v2FrameReader {
    /// Takes the encoding mark off the front of a text.
    static func encoding(
        _ bytes: ArraySlice<UInt8>,
        version: Int
    ) -> (encoding: TagText.Encoding, rest: ArraySlice<UInt8>)? {
        guard let mark = bytes.first else { return nil }
        let rest = bytes.dropFirst()
        switch mark {
        case 0: return (.latin1, rest)
        case 1: return (.utf16WithMark, rest)
        case 2: return (.utf16Big, rest)
        case 3: return (.utf8, rest)
        // Some writers leave the mark out.
        default: return (.latin1, bytes)
        }
    }

    /// What stands in front of the first end mark of a text, and behind it.
    static func split(
        _ bytes: ArraySlice<UInt8>,
        _ encoding: TagText.Encoding
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        switch encoding {
        case .latin1, .utf8:
            let first = TagText.terminated(bytes)
            return (first, bytes.dropFirst(first.count + 1))
        case .utf16WithMark, .utf16Big, .utf16Little:
            var index = bytes.startIndex
            while index + 1 < bytes.endIndex {
                if bytes[index] == 0, bytes[index + 1] == 0 { return (bytes[..<index], bytes[(index + 2)...]) }
                index += 2
            }
            return (bytes, bytes[bytes.endIndex...])
        }
    }

    /// The texts of a frame: several may follow each other with end marks between them.
    static func values(_ bytes: ArraySlice<UInt8>, _ encoding: TagText.Encoding) -> [String] {
        var result: [String] = []
        var rest = bytes
        var hasRest = true
        // A byte order mark may stand in front of the first value alone.
        var encoding = encoding
        while hasRest, result.count < 1_024 {
            let (first, behind) = split(rest, encoding)
            hasRest = first.count < rest.count
            if encoding == .utf16WithMark, result.isEmpty {
                encoding = Array(first.prefix(2)) == [0xfe, 0xff] ? .utf16Big : .utf16WithMark
            }
            var text = TagText.decode(first, as: encoding)
            if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
            // The end mark of the last value is none that another value follows.
            if !text.isEmpty || result.isEmpty { result.append(text) }
            rest = behind
        }
        return result
    }

    /// The language in front of a comment; nil for the ways to say that there is none.
    static func language(_ bytes: ArraySlice<UInt8>) -> String? {
        let code = TagText.latin1(bytes.prefix(3)).lowercased()
        let isCode = code.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
        return isCode && code != "und" && code != "xxx" ? code : nil
    }

    static func mimeType(ofPictureFormat format: String) -> String {
        switch format.uppercased() {
        case "JPG": "image/jpeg"
        case "PNG": "image/png"
        case "-->": "-->"
        default: "image/" + format.lowercased()
        }
    }
}
