import Foundation

extension Process {
    /// Another program, not yet started, that is killed when it runs for longer than anybody would wait. Its pipes end
    /// with it, so whoever reads them or waits for it goes on.
    static func limited(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "\(Int(Patience.seconds))", program] + arguments
        return process
    }
}
