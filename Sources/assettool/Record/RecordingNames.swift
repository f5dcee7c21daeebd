import AssetKit

/// The names of the files of a recording: one, or one behind the other with numbers.
struct RecordingNames: Sendable {
    private let pattern: OutputPattern

    init(_ output: String, isSplit: Bool) {
        let given = OutputPattern(output)
        let plain = output.replacing("%", with: "%%")
        if isSplit {
            // A name without `%d` gets the number before its ending.
            pattern = given.hasNumber ? given : OutputPattern(PathText.inserting("-%03d", beforeEndingOf: plain))
        } else {
            pattern = OutputPattern(plain)
        }
    }

    /// The name of a file, which are numbered from 1.
    func name(_ number: Int) -> String { pattern.name(number: number, time: .zero, input: "") }

    /// The numbers of the files that are there already beside the first one, in order.
    var taken: [Int] {
        let first = name(1)
        let folder = String(first.dropLast(PathText.lastComponent(first).count))
        do {
            let entries = try FileManager.default.contentsOfDirectory(atPath: PathText.folder(of: first))
            return entries.compactMap { pattern.number(of: folder + $0, time: .zero, input: "") }.sorted()
        } catch {
            // What cannot be listed may take files all the same: each is looked at when its turn comes.
            return []
        }
    }
}
