/// What a server says before the bytes. A plain value.
struct HTTPResponse: Sendable {
    let status: Int
    /// How many bytes follow; nil where it does not say.
    let length: Int64?
    /// Which bytes follow: the field's own words.
    let range: String?
    let packing: String?
    let tag: String?
    let date: String?
    /// The end of the connection is the only end there is.
    let endsWithConnection: Bool

    /// Which bytes follow, and of how many; no range where there are none.
    var contentRange: (range: Range<Int64>?, whole: Int64?)? { get throws { try range.map(Self.contentRange) } }

    static func contentRange(_ text: String) throws -> (range: Range<Int64>?, whole: Int64?) {
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

    /// How the bytes were packed on the way; nil where they are as they are.
    var contentEncoding: String? { packing.flatMap { $0.isEmpty || $0.lowercased() == "identity" ? nil : $0 } }
}
