import Foundation
import TestSupport
import Testing

/// What came of having the tool open broken files in processes of their own.
struct BrokenMediaReport: Sendable, CustomStringConvertible {
    /// How long a file may take, in seconds, and how many bytes of memory.
    static let seconds = 5
    static let byteCount = 512 << 20

    private(set) var opened = 0
    private(set) var refused = 0
    private(set) var refusedPaths: Set<String> = []
    private(set) var longest = Duration.zero
    private(set) var largest = 0
    private(set) var bad: [String] = []

    var description: String {
        "\(opened + refused) files, \(opened) opened, \(refused) refused, at most \(longest) and \(largest >> 20) MiB a batch"
    }

    /// Opens files in one process. One that is done within a file's limits keeps every file within them; where it is not,
    /// halves are tried until the file is known.
    mutating func open(_ files: ArraySlice<URL>) async throws {
        guard let first = files.first else { return }
        let folder = try ScratchFolder()
        let run = try await MeasuredProcess.run(
            BuiltTool.path,
            ["info", "--json", "--"] + files.map(\.path),
            seconds: Self.seconds,
            in: folder
        )
        if let problem = Self.problem(of: run, count: files.count) {
            guard files.count > 1 else { return bad.append("\(first.lastPathComponent): \(problem)") }
            let middle = files.startIndex + files.count / 2
            try await open(files[..<middle])
            try await open(files[middle...])
            return
        }
        longest = max(longest, run.duration)
        largest = max(largest, run.peakByteCount)
        let failures = try Self.answers(run.output).filter { $0.error != nil }
        refusedPaths.formUnion(failures.compactMap { URL(string: $0.url)?.path })
        refused += failures.count
        opened += files.count - failures.count
    }

    private static func problem(of run: MeasuredProcess, count: Int) -> String? {
        if run.code == 137 || run.duration > .seconds(seconds) { return "took longer than \(seconds) s" }
        guard run.code == 0 || run.code == 1 else { return "exit \(run.code), \(run.messages.suffix(2000))" }
        if BuiltTool.tellsItsMemory, run.peakByteCount > byteCount { return "needed \(run.peakByteCount >> 20) MiB" }
        guard let answers = try? answers(run.output), answers.count == count else { return "no answer for each file" }
        let hasErrors = answers.contains { $0.error != nil }
        return hasErrors == (run.code == 1) ? nil : "exit \(run.code) does not go with the answers"
    }

    /// As much of an answer as is looked at here.
    private struct Answer: Decodable {
        let url: String
        let error: String?
    }

    private static func answers(_ output: Data) throws -> [Answer] {
        let decoder = JSONDecoder()
        if output.first == UInt8(ascii: "[") { return try decoder.decode([Answer].self, from: output) }
        return [try decoder.decode(Answer.self, from: output)]
    }
}
