package import Foundation

extension Process {
    /// Another program, not yet started, that is killed when it runs for longer than anybody would wait. Its pipes end
    /// with it, so whoever reads them or waits for it goes on.
    package static func limited(
        _ program: String,
        _ arguments: [String],
        seconds: Double = Patience.seconds
    ) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "\(Int(seconds))", program] + arguments
        return process
    }
}
