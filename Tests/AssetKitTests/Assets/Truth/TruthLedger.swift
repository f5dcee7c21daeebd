import Foundation

/// Counts facts that agree and facts that are tolerated, and keeps those that do neither, each as a line a person reads.
struct TruthLedger {
    private(set) var files = 0
    private(set) var facts = 0
    /// Differences that a rule allows, by the name of the rule.
    private(set) var tolerated: [String: Int] = [:]
    /// What a file could have been asked and did not tell, by the name of the fact.
    private(set) var untold: [String: Int] = [:]
    private(set) var failures: [String] = []
    private var file = ""

    /// Whether a difference is allowed: the name of the rule, or nil.
    var tolerance: (_ fact: String, _ ours: String, _ theirs: String) -> String? = { _, _, _ in nil }

    mutating func begin(_ file: String) {
        self.file = file
        files += 1
        tolerance = { _, _, _ in nil }
    }

    /// One fact, unless nobody states it.
    mutating func expect<Value: Equatable>(_ fact: String, _ ours: Value?, is theirs: Value?) {
        guard let theirs else { return }
        record(fact, holds: ours == theirs, text(ours), text(theirs))
    }

    /// One fact about which the asset may have nothing to say.
    mutating func expectIfTold<Value: Equatable>(_ fact: String, _ ours: Value?, is theirs: Value?) {
        guard theirs != nil else { return }
        guard ours != nil else { return untold[fact, default: 0] += 1 }
        expect(fact, ours, is: theirs)
    }

    /// One fact that is right when `holds`.
    mutating func record(_ fact: String, holds: Bool, _ ours: String, _ theirs: String) {
        facts += 1
        if holds { return }
        if let rule = tolerance(fact, ours, theirs) {
            tolerated[rule, default: 0] += 1
        } else {
            failures.append("\(file): \(fact) is \(ours), not \(theirs)")
        }
    }

    mutating func fail(_ sentence: String) {
        facts += 1
        failures.append("\(file): \(sentence)")
    }

    var toleratedCount: Int { tolerated.values.reduce(0, +) }

    /// The counts, and everything that is wrong, below a title.
    func report(_ title: String) -> String {
        var lines = [
            "\(title): \(files) files, \(facts) facts, \(toleratedCount) tolerated differences, \(failures.count) failures"
        ]
        lines += tolerated.sorted { $0.key < $1.key }.map { "  tolerated \($0.value) times: \($0.key)" }
        lines += untold.sorted { $0.key < $1.key }.map { "  not told \($0.value) times: \($0.key)" }
        lines += failures.map { "  WRONG \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Prints the report where test output goes.
    func printReport(_ title: String) { TestNotes.write(report(title)) }

    private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "not told" }
}

/// What tests tell whoever runs them.
enum TestNotes {
    static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
