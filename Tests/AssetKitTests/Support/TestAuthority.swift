import Foundation
import TestSupport

/// An authority that signs certificates for the length of a test, and which nobody else trusts.
struct TestAuthority {
    /// What a certificate is like.
    enum Kind: String, CaseIterable, Sendable {
        case good, expired, otherName, selfSigned
    }

    private let folder = TemporaryFolder()

    /// openssl did not do what it was asked for.
    struct Failure: Error { let command: String }

    /// The file with its own certificate.
    var path: String { folder.path("authority.pem") }

    init() throws {
        try run(
            "req -x509 -newkey rsa:2048 -nodes -keyout authority.key -out authority.pem -days 2 -subj /CN=Authority"
        )
    }

    /// A file with a certificate for this machine's address, and its key.
    func certificate(_ kind: Kind) throws -> String {
        let name = kind == .otherName ? "DNS:example.org" : "DNS:localhost,IP:127.0.0.1"
        let request = "req -newkey rsa:2048 -nodes -keyout key -subj /CN=Server -addext subjectAltName=\(name)"
        if kind == .selfSigned {
            try run("\(request) -x509 -days 2 -out certificate")
        } else {
            try run("\(request) -out request")
            let days = kind == .expired ? -1 : 2
            let authority = "-CA authority.pem -CAkey authority.key -CAcreateserial"
            try run("x509 -req -in request \(authority) -copy_extensions copy -days \(days) -out certificate")
        }
        let parts = try ["certificate", "key"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        try parts.reduce(Data(), +).write(to: URL(filePath: folder.path("\(kind).pem")))
        return folder.path("\(kind).pem")
    }

    private func run(_ command: String) throws {
        let process = Process.limited("/usr/bin/openssl", command.split(separator: " ").map(String.init))
        process.currentDirectoryURL = URL(filePath: folder.path(""))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(command: command) }
    }
}
