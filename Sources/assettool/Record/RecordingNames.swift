import AssetKit

/// The names of the files of a recording: one, or one behind the other with numbers.
struct RecordingNames: Sendable {
    private let pattern: OutputPattern
    private let isSplit: Bool

    init(_ output: String, isSplit: Bool) { (pattern, self.isSplit) = (OutputPattern(output), isSplit) }

    /// The name of a file, which are numbered from 1. A name without `%d` gets the number before its ending: `-001`.
    func name(_ number: Int) -> String {
        guard isSplit else { return pattern.text }
        guard !pattern.hasNumber else { return pattern.name(number: number, time: .zero, input: "") }
        return PathText.inserting("-\(OutputPattern.padded(number, to: 3))", beforeEndingOf: pattern.text)
    }
}
