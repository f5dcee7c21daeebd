import Foundation
import Synchronization
import TestSupport

/// The real tool as a process of its own, for what only a process has: exit codes, streams, signals.
struct ToolProcess {
    /// In seconds. Nothing takes so long, also where a sanitizer makes everything slow and all tests run at once.
    static let longestRun = 600.0

    let code: Int32
    let output: String
    let errors: String

    /// Its messages do not come to an end, though it does.
    struct Endless: Error {
        let command: String
    }

    /// Runs it to its end. `command` is a shell line in which `$tool` is the one that this build made.
    init(shell command: String) throws {
        let process = Process.limited("/bin/bash", ["-c", command], seconds: Self.longestRun)
        process.environment = ProcessInfo.processInfo.environment.merging(["tool": BuiltTool.path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both at once: a sanitizer's report is larger than a pipe's buffer.
        let said = Mutex(Data())
        let reading = DispatchGroup()
        DispatchQueue.global().async(group: reading) {
            let all = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
            said.withLock { $0 = all }
        }
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        // The program is killed before, and its pipes end then; one that it handed to a program that lives on does not.
        let isRead = reading.wait(timeout: .now() + 2 * Self.longestRun) == .success
        guard isRead else { throw Endless(command: command) }
        self.errors = String(decoding: said.withLock { $0 }, as: UTF8.self)
        process.waitUntilExit()
        code = process.terminationStatus
    }
}
