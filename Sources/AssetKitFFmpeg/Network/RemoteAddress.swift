package import AssetKitBase
package import Foundation

/// The one opening of an address for all who read the same asset: what one has read the others have. An asset does not become
/// another one: what comes later is of the same version.
package final class RemoteAddress: Sendable {
    private let opened = Protected<RemoteFile?>(nil)
    private let pool = TransferPool()

    package init() {}

    /// What is known of it, once it has been opened.
    package var file: RemoteFile? { opened.withLock { $0 } }

    package func open(
        _ url: URL,
        _ options: NetworkOptions,
        _ flag: CancellationFlag
    ) throws -> any AKByteSource {
        if let file { return RemoteSource(file, flag) }
        let connection = try connect(url, options, flag)
        guard let length = connection.length else { return StreamedSource(connection, options, flag) }
        let fresh = RemoteFile(url, options, connection, length: length)
        let file = opened.withLock { file in
            // Somebody else may have been faster.
            let known = file ?? fresh
            file = known
            return known
        }
        return RemoteSource(file, flag)
    }

    private func connect(_ url: URL, _ options: NetworkOptions, _ flag: CancellationFlag) throws -> HTTPConnection {
        var attempts = NetworkAttempts(options)
        while true {
            do {
                let wait = NetworkWait(options, flag, limit: attempts.limit)
                return try HTTPConnection.open(url, from: 0, options, pool, wait)
            } catch let problem as NetworkProblem {
                try attempts.fail(problem, flag)
            }
        }
    }
}
