import AssetKit

/// Media that goes to standard output.
enum StandardOutput {
    /// What stands for it on the command line.
    static let name = "-"

    /// Where the library finds what is called so.
    static func path(_ name: String) -> String { name == self.name ? "/dev/stdout" : name }

    /// Refuses what would mix with the media. A plan alone has standard output for itself.
    static func check(_ arguments: ParsedArguments, _ verb: String) throws(UsageError) {
        guard arguments.output == name, !arguments.has("dry-run") else { return }
        guard !arguments.has("json") else {
            throw UsageError("--json and '-o -' both write to standard output", verb)
        }
    }

    /// Nobody reads any more: the other end of the pipe is closed.
    static var isAbandoned: Bool {
        var event = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&event, 1, 0) > 0 && event.revents & Int16(POLLERR) != 0
    }

    /// Writing failed because nobody reads any more.
    static func isBrokenPipe(_ error: any Error) -> Bool { systemErrorNumber(error) == EPIPE }

    /// Runs work whose media may go to standard output. A reader that has gone away ends it quietly, and only that: all
    /// else that goes wrong is said, whoever reads. Where there is only a plan, no media goes anywhere.
    static func deliver<Answer>(
        _ name: String,
        isDryRun: Bool,
        _ console: Console,
        _ verb: String,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard name == self.name, !isDryRun else { return try await work() }
        guard !console.isTerminal() else {
            throw UsageError("a terminal cannot show media; send '-o -' into a pipe or a file", verb)
        }
        do {
            return try await work()
        } catch let error where isBrokenPipe(error) && isAbandoned {
            throw ReaderIsGone()
        }
    }

    /// Opens the streams that the process was started without, so that no file of its own gets their numbers: a file would
    /// take what is meant for standard output. Whoever uses them is told that they are closed.
    static func occupyClosedStreams() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            let opened = open("/dev/null", mode)
            if opened >= 0, opened != number {
                dup2(opened, number)
                close(opened)
            }
        }
    }
}

extension ParsedArguments {
    /// The value of `-o`; `-` for every way to write standard output.
    var output: String? {
        let output = value(of: "output")
        return output == "/dev/stdout" || output == "/dev/fd/1" ? StandardOutput.name : output
    }
}

/// Whoever read standard output does not want more: the work ends without a word.
struct ReaderIsGone: Error {}
