import AssetKit

/// Where a verb reads and prints: results on one side, everything else on the other. Tests put strings in its place.
struct Console: Sendable {
    /// Prints a result.
    let write: @Sendable (String) throws(WorkError) -> Void
    /// Hands over a result that is no text.
    let writeData: @Sendable (Data) throws(WorkError) -> Void
    /// Whether a terminal shows the results, which acts on some of the characters that it gets.
    let isTerminal: @Sendable () -> Bool
    /// Prints a message for the person at the terminal.
    let report: @Sendable (String) -> Void
    /// Shows text as it is where messages go, without a line's end.
    let show: @Sendable (String) -> Void
    /// How many characters wide the terminal for messages is; nil where there is none.
    let messageWidth: @Sendable () -> Int?
    /// Everything on standard input.
    let readInput: @Sendable () throws(WorkError) -> Data
    /// Shows from now on what the libraries underneath say.
    let followLibraries: @Sendable () -> Void
    /// Prints a result like `write`, but goes on when nobody reads any more: then the answer is false. nil where there
    /// is always somebody.
    var offer: (@Sendable (String) throws(WorkError) -> Bool)?
}

extension Console {
    /// The real streams.
    static let standard = Console(
        write: { (text) throws(WorkError) in try deliver(Data((text + "\n").utf8)) },
        writeData: { (data) throws(WorkError) in try deliver(data) },
        isTerminal: { isatty(STDOUT_FILENO) == 1 },
        report: { text in sendMessage(text + "\n") },
        show: { text in sendMessage(text) },
        messageWidth: {
            guard isatty(STDERR_FILENO) == 1 else { return nil }
            var size = winsize()
            guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
            return Int(size.ws_col)
        },
        readInput: { () throws(WorkError) in
            do {
                return try FileHandle.standardInput.readToEnd() ?? Data()
            } catch {
                throw WorkError(message: "cannot read standard input: \(systemError(errno))")
            }
        },
        followLibraries: {
            AKMediaLog.setHandler(upTo: .warning) { message in
                sendMessage("assettool: \(message.level): \(printable(message.text))\n")
            }
        },
        offer: { (text) throws(WorkError) in try sendResult(Data((text + "\n").utf8)) }
    )

    /// Writes to standard output. A reader that has gone away ends the program quietly.
    private static func deliver(_ data: Data) throws(WorkError) {
        guard try sendResult(data) else { TemporaryFiles.removeAll { exit(0) } }
    }

    /// Writes to standard output; false when nobody reads any more.
    private static func sendResult(_ data: Data) throws(WorkError) -> Bool {
        let failure = data.withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
        guard let failure else { return true }
        guard failure != EPIPE else { return false }
        throw WorkError(message: "cannot write the result: \(systemError(failure))")
    }

    private static func sendMessage(_ text: String) {
        // Without a standard error there is nobody to tell.
        _ = Data(text.utf8).withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
    }
}

/// The operating system's words for an error number.
func systemError(_ number: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        guard let start = text.baseAddress, strerror_r(number, start, text.count) == 0 else { return "error \(number)" }
        return String(cString: start)
    }
}
