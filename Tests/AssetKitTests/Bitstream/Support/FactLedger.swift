/// Counts facts that agree, and keeps those that do not, each as a line a person can read.
struct FactLedger {
    private(set) var files = 0
    private(set) var agreed = 0
    private(set) var disagreed: [String] = []
    private var file = ""

    mutating func begin(_ file: String) {
        self.file = file
        files += 1
    }

    /// Compares one fact, unless one side has nothing to say.
    mutating func compare<Value: Equatable>(_ name: String, _ ours: Value?, _ theirs: Value?) {
        guard let ours, let theirs else { return }
        if ours == theirs {
            agreed += 1
        } else {
            disagreed.append("\(file) \(name): \(ours), ffprobe says \(theirs)")
        }
    }

    mutating func fail(_ error: any Error) {
        disagreed.append("\(file): \(error)")
    }
}
