import Foundation
import Synchronization

@testable import assettool

/// What a command line printed, taken down instead of shown.
final class ConsoleRecorder: Sendable {
    private let lines = Mutex<(results: [String], messages: [String])>(([], []))
    let input: String

    init(input: String = "") { self.input = input }

    var console: Console {
        Console(
            write: { [self] (text) throws(WorkError) in lines.withLock { $0.results.append(text) } },
            report: { [self] text in lines.withLock { $0.messages.append(text) } },
            readInput: { [self] () throws(WorkError) in Data(input.utf8) }
        )
    }

    var results: String { lines.withLock { $0.results.joined(separator: "\n") } }
    var messages: String { lines.withLock { $0.messages.joined(separator: "\n") } }

    /// Runs a command line and hands back what came of it.
    static func run(
        _ arguments: String...,
        input: String = ""
    ) async -> (code: ExitCode, results: String, messages: String) {
        let recorder = ConsoleRecorder(input: input)
        let code = await Assettool.run(arguments, recorder.console)
        return (code, recorder.results, recorder.messages)
    }
}
