package import Foundation
internal import Glibc

/// A program that a test needs did not begin.
private struct NotReady: Error, CustomStringConvertible {
    let description: String
}

extension FileHandle {
    /// Reads the line that a program writes once it is ready. Where nothing comes for ten minutes, that is an error.
    package func firstLine(of program: String) throws -> String {
        var text = ""
        while !text.contains("\n") {
            guard waitForBytes(seconds: 600) else {
                throw NotReady(description: "\(program) has not said for 600 seconds that it is ready")
            }
            let data = availableData
            guard !data.isEmpty else { throw NotReady(description: "\(program) ended before it was ready") }
            text += String(decoding: data, as: UTF8.self)
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until there are bytes, or their end; false where neither comes.
    private func waitForBytes(seconds: CInt) -> Bool {
        var request = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&request, 1, seconds * 1000)
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }
}
