package import AssetKitBase

/// What a server sends without saying how long it is: it comes once, in order.
package final class StreamedSource: OrderedByteSource {
    /// The connection ended, and no last chunk told where the file does.
    package struct UnknownEnd: ExplainedError {
        package let position: Int64

        package var explanation: (code: AVError.Code, reason: String) {
            let reason =
                "its server tells no length, and the connection ended after \(position) bytes: whether that is all of it "
                + "cannot be known; copy it to a file first"
            return (.failedToLoadMediaData, reason)
        }
    }

    /// SAFETY: used under the lock only.
    private struct State: @unchecked Sendable {
        let connection: HTTPConnection
        /// What has come.
        var memory = StreamMemory()
    }

    private let state: Protected<State>
    private let options: NetworkOptions
    private let flag: CancellationFlag
    package var length: Int64? { nil }
    package var canGoBack: Bool { false }

    init(_ connection: HTTPConnection, _ options: NetworkOptions, _ flag: CancellationFlag) {
        state = Protected(State(connection: connection))
        (self.options, self.flag) = (options, flag)
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try state.withLock { state in
            let connection = state.connection
            return try state.memory.read(at: offset, into: buffer) { try next(connection) }
        }
    }

    private func next(_ connection: HTTPConnection) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let wait = NetworkWait(options, flag)
        let count = try piece.withUnsafeMutableBytes { try connection.read(into: $0, wait) }
        guard count > 0 || !connection.endsWithConnection else { throw UnknownEnd(position: connection.position) }
        return Array(piece.prefix(count))
    }
}
