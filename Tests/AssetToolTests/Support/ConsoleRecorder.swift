import Foundation
import Synchronization

@testable import assettool

/// What a command line printed, taken down instead of shown.
final class ConsoleRecorder: Sendable {
    private let lines = Mutex<Lines>(Lines())
    private struct Lines {
        var results: [String] = []
        var messages: [String] = []
        var shown = ""
        var data = Data()
        var isFollowing = false
    }

    private let input: Data
    /// How wide the terminal is; nil for none.
    let width: Int?

    init(input: String = "", width: Int? = nil) {
        self.input = Data(input.utf8)
        self.width = width
    }

    /// What is read is no text.
    init(input: Data) { (self.input, width) = (input, nil) }

    var console: Console {
        Console(
            write: { [self] (text) throws(WorkError) in lines.withLock { $0.results.append(text) } },
            writeData: { [self] (data) throws(WorkError) in lines.withLock { $0.data += data } },
            isTerminal: { [width] in width != nil },
            report: { [self] text in lines.withLock { $0.messages.append(text) } },
            show: { [self] text in lines.withLock { $0.shown += text } },
            messageWidth: { [width] in width },
            readInput: { [self] () throws(WorkError) in input },
            followLibraries: { [self] in lines.withLock { $0.isFollowing = true } }
        )
    }

    var results: String { lines.withLock { $0.results.joined(separator: "\n") } }
    var messages: String { lines.withLock { $0.messages.joined(separator: "\n") } }

    /// What was shown in passing, such as progress.
    var shown: String { lines.withLock { $0.shown } }
    /// What the libraries say was asked for.
    var followsLibraries: Bool { lines.withLock { $0.isFollowing } }
    var data: Data { lines.withLock { $0.data } }

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
