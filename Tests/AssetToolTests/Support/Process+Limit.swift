import Foundation

extension Process {
    /// In seconds. Nothing takes so long, also where a sanitizer makes everything slow and all tests run at once.
    static let longestRun = 600.0

    /// Another program, not yet started, that is killed when it runs for longer than anybody would wait. Its pipes end
    /// with it, so whoever reads them or waits for it goes on.
    static func limited(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "\(Int(longestRun))", program] + arguments
        return process
    }
}
