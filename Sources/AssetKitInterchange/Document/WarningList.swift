/// What a reader or a writer has to tell, without an end to it: each sentence once, and not more than can be read.
struct WarningList {
    private(set) var sentences: [String] = []
    private var known: Set<String> = []
    private var omitted = 0
    private static let limit = 200

    mutating func add(_ sentence: String) {
        guard known.count < Self.limit else {
            if !known.contains(sentence) { omitted += 1 }
            return
        }
        if known.insert(sentence).inserted { sentences.append(sentence) }
    }

    var all: [String] { omitted == 0 ? sentences : sentences + ["\(omitted) more warnings are left out"] }
}
