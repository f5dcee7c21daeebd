import AssetKit

/// Where a verb reads and prints: results on one side, everything else on the other. Tests put strings in its place.
struct Console: Sendable {
    /// Prints a result.
    let write: @Sendable (String) throws(WorkError) -> Void
    /// Prints a message for the person at the terminal.
    let report: @Sendable (String) -> Void
    /// Everything on standard input.
    let readInput: @Sendable () throws(WorkError) -> Data
}

extension Console {
    /// The real streams.
    static let standard = Console(
        write: { (text) throws(WorkError) in try writeAll(text + "\n", to: STDOUT_FILENO) },
        report: { text in
            // Without a standard error there is nobody to tell.
            _ = try? writeAll(text + "\n", to: STDERR_FILENO)
        },
        readInput: { () throws(WorkError) in
            do {
                return try FileHandle.standardInput.readToEnd() ?? Data()
            } catch {
                throw WorkError(message: "cannot read standard input: \(systemError(errno))")
            }
        }
    )
}

/// The operating system's words for an error number.
func systemError(_ number: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
        guard let start = text.baseAddress, strerror_r(number, start, text.count) == 0 else { return "error \(number)" }
        return String(cString: start)
    }
}

/// Writes every byte, in as many calls as it takes. A reader that has gone away ends the program quietly.
private func writeAll(_ text: String, to descriptor: CInt) throws(WorkError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            bytes = bytes.dropFirst(count)
        } else if errno == EPIPE {
            exit(0)
        } else if errno != EINTR {
            throw WorkError(message: "cannot write the result: \(systemError(errno))")
        }
    }
}
