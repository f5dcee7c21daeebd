package import Foundation

/// Programs of the machine that tests ask.
package enum Tool {
    /// Where a program is; nil where it is not installed.
    package static func path(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Says loudly that something was not tried.
    package static func leaveOut(_ what: String) {
        FileHandle.standardError.write(Data("LEFT OUT: \(what)\n".utf8))
    }

    /// Runs a program to its end and answers what it wrote; nil where it failed.
    @discardableResult
    package static func run(
        _ name: String,
        _ arguments: [String],
        _ environment: [String: String] = [:]
    ) -> Data? {
        guard let path = path(name) else { return nil }
        let process = Process.limited(path, arguments)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
