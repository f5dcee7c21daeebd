/// Counts facts that were compared, and keeps those that differ.
struct ISOFindings {
    private(set) var facts = 0
    private(set) var files = 0
    private(set) var differences: [String] = []

    mutating func startFile() { files += 1 }

    mutating func compare<Value: Equatable>(_ what: @autoclosure () -> String, _ ours: Value?, _ theirs: Value?) {
        facts += 1
        guard ours != theirs else { return }
        differences.append(
            "\(what()): \(ours.map { "\($0)" } ?? "nothing"), expected \(theirs.map { "\($0)" } ?? "nothing")"
        )
    }

    mutating func note(_ difference: String) { differences.append(difference) }
}
