internal import AssetKitBase

/// Transfers that nobody uses at the moment, with the connections, the addresses of names and the keys of TLS that they remember.
final class TransferPool: Sendable {
    /// So many requests of one file are under way at once, mostly.
    private static let limit = 3

    /// SAFETY: used under the lock only, and by whoever took one.
    private struct Idle: @unchecked Sendable { var transfers: [HTTPTransfer] = [] }

    private let idle = Protected(Idle())

    /// The one that was used last, or a new one.
    func take() throws -> HTTPTransfer { try idle.withLock { $0.transfers.popLast() } ?? HTTPTransfer() }

    func keep(_ transfer: HTTPTransfer) {
        transfer.end()
        idle.withLock { idle in
            if idle.transfers.count < Self.limit { idle.transfers.append(transfer) }
        }
    }

    /// Closes their connections.
    func empty() {
        let closed = idle.withLock { idle in
            defer { idle.transfers = [] }
            return idle
        }
        // With the lock free.
        withExtendedLifetime(closed) {}
    }
}
