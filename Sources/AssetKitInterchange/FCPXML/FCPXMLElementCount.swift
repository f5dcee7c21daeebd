/// Counts the elements that a sequence comes to when compositions are laid out wherever they are referred to. Each is looked at
/// once, whatever it comes to: compositions that refer to each other can make very much of very little.
struct FCPXMLElementCount {
    private let compositions: [String: MarkupElement]
    /// What compositions come to, by their identifiers; 0 as long as one is counted, as it is none of its own parts.
    private var known: [String: Int] = [:]
    /// The elements that have been looked at.
    private(set) var own = 0

    /// Nobody needs to know more exactly.
    private static let most = 1 << 40

    init(_ compositions: [String: MarkupElement]) { self.compositions = compositions }

    mutating func count(of sequence: MarkupElement, depth: Int = 0) -> Int {
        var count = 0
        var open = [sequence]
        while let element = open.popLast() {
            own += 1
            count += 1
            open += element.children
            guard element.name == "ref-clip", let id = element["ref"] else { continue }
            count = min(count + self.count(ofComposition: id, depth: depth + 1), Self.most)
        }
        return count
    }

    private mutating func count(ofComposition id: String, depth: Int) -> Int {
        if let count = known[id] { return count }
        // What is nested deeper is refused where it is reached.
        guard depth <= DocumentLimits.nesting, let sequence = compositions[id]?.first("sequence") else { return 0 }
        known[id] = 0
        let count = count(of: sequence, depth: depth)
        known[id] = count
        return count
    }
}
