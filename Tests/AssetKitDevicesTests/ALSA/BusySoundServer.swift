import AssetKitBase
import Foundation

/// A sound server of ALSA's own kind whose sources are all in use: it answers so to each who opens one.
final class BusySoundServer: Sendable {
    private let path: String
    private let listener: CInt
    private let openings = Protected(0)

    init(in folder: URL) throws {
        path = folder.appending(path: "server").path
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            precondition(bytes.count < place.count)
            place.copyBytes(from: bytes)
        }
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 16) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        WorkerThread.start("busy-sound-server") { [listener, openings] in Self.serve(listener, openings) }
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    /// How often a source was to be opened.
    var openingCount: Int { openings.withLock { $0 } }

    /// What ALSA's configuration says of a source of this server.
    func source(_ name: String) -> String {
        """
        server.busy { host "localhost" socket "\(path)" }
        pcm.\(name) { type shm server busy pcm any }

        """
    }

    /// Until nobody can connect any more.
    private static func serve(_ listener: CInt, _ openings: Protected<Int>) {
        defer { close(listener) }
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            openings.withLock { $0 += 1 }
            // The result, and a number that goes with memory that is shared.
            var (request, answer) = ([UInt8](repeating: 0, count: 1024), [Int(-EBUSY), 0])
            if read(client, &request, request.count) > 0 { _ = write(client, &answer, 16) }
            close(client)
        }
    }
}
