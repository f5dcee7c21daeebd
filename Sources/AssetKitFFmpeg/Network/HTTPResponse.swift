/// What a server says before the bytes. A plain value.
struct HTTPResponse: Sendable {
    /// More than any server says.
    private static let (lineLimit, fieldLimit) = (16_384, 200)

    let status: Int
    private let fields: [(name: String, value: String)]

    /// Reads it from a connection.
    init(from stream: BufferedStream, _ wait: NetworkWait) throws {
        guard let first = try stream.line(limit: Self.lineLimit, wait) else {
            throw NetworkProblem.cut(after: 0, of: nil)
        }
        let words = String(decoding: first, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: true)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].count == 3, let status = Int(words[1]),
            status >= 100
        else { throw NetworkProblem.strange }
        var fields: [(name: String, value: String)] = []
        while true {
            guard let line = try stream.line(limit: Self.lineLimit, wait) else {
                throw NetworkProblem.cut(after: 0, of: nil)
            }
            guard !line.isEmpty else { break }
            guard fields.count < Self.fieldLimit else { throw NetworkProblem.strange }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
            fields.append((name, value.trimmingWhitespace))
        }
        (self.status, self.fields) = (status, fields)
    }

    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    subscript(_ name: String) -> String? { values(name).first }

    /// How many bytes follow; nil where it does not say. Throws where it says several things.
    var contentLength: Int64? {
        get throws {
            let said = Set(values("content-length"))
            guard let text = said.first else { return nil }
            guard said.count == 1, text.allSatisfy(\.isASCIIDigit), let length = Int64(text) else {
                throw NetworkProblem.strange
            }
            return length
        }
    }

    /// Which bytes follow, and of how many; no range where there are none.
    var contentRange: (range: Range<Int64>?, whole: Int64?)? {
        get throws {
            guard let text = self["content-range"] else { return nil }
            let parts = text.split(whereSeparator: { " =/".contains($0) })
            guard parts.count == 3, parts[0].lowercased() == "bytes" else { throw NetworkProblem.strange }
            let whole = parts[2] == "*" ? nil : Int64(parts[2])
            guard parts[1] != "*" else { return (nil, whole) }
            let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
            guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first, last < .max,
                whole.map({ last < $0 }) ?? true
            else { throw NetworkProblem.strange }
            return (first..<last + 1, whole)
        }
    }

    var isChunked: Bool { values("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") } }

    /// How the bytes were packed on the way; nil where they are as they are.
    var contentEncoding: String? {
        values("content-encoding").first { !$0.isEmpty && $0.lowercased() != "identity" }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        let rest = drop { $0 == " " || $0 == "\t" }
        return String(rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
