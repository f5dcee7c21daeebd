import Foundation
import TestSupport

/// A server of one folder on this machine that answers ranges, for the length of a test.
final class RangeServer: Sendable {
    /// There is something to run it with.
    static let isPossible: Bool = {
        if FileManager.default.isExecutableFile(atPath: python) { return true }
        TestNotes.write("*** LEFT OUT: there is no \(python); tests over http do not run ***\n")
        return false
    }()

    private static let python = "/usr/bin/python3"

    private let process: Process
    private let origin: String

    private init(_ process: Process, _ origin: String) {
        self.process = process
        self.origin = origin
    }

    /// The server did not say its port.
    struct NoPort: Error {}

    /// Starts a server on a port that is free, which it says in its first line. `certificate`: it speaks https, and that file has the
    /// certificate and its key.
    static func start(_ folder: URL, certificate: String? = nil) async throws -> RangeServer {
        let script = SampleMedia.folder.deletingLastPathComponent().appending(path: "Tests").appending(
            path: "AssetKitTests"
        )
        .appending(path: "Support").appending(path: "range_server.py")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: python)
        process.arguments = [script.path, folder.path] + (certificate.map { [$0] } ?? [])
        process.standardOutput = output
        // The server ends when nobody holds the other end of its input any more.
        process.standardInput = Pipe()
        try process.run()
        do {
            guard let port = Int(try output.fileHandleForReading.firstLine(of: "the server")) else { throw NoPort() }
            return RangeServer(process, "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)")
        } catch {
            kill(process.processIdentifier, SIGKILL)
            throw error
        }
    }

    func url(_ name: String) -> URL {
        let path = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
        return URL(string: "\(origin)/\(path)") ?? URL(filePath: name)
    }

    /// The address at which the server cannot seek.
    func plainURL(_ name: String) -> URL { url(name).appending(queryItems: [URLQueryItem(name: "plain", value: nil)]) }

    /// The address at which the server tells no length either: the end of the connection is that of the file.
    func endlessURL(_ name: String) -> URL {
        url(name).appending(queryItems: [URLQueryItem(name: "endless", value: nil)])
    }

    /// The address that is answered with another one.
    func redirect(to target: String) -> URL {
        url("r").appending(queryItems: [URLQueryItem(name: "to", value: target)])
    }

    /// Ends the server. A thread of a queue hands its blocked signals on to its children, so a polite one may not arrive.
    func stop() { kill(process.processIdentifier, SIGKILL) }
}
