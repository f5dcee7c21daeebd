package import AssetKitBase
internal import Foundation

/// A file on a server, of a length that is known: what has come of it is kept up to a budget for all who read it, and what has not is
/// fetched over few connections, each of which serves whoever reads on from where it is.
///
/// A connection that breaks, keeps silent or ends too early is made again at the very byte. What comes then must be of the same
/// version of the file, as far as the server tells.
package final class RemoteFile: Sendable {
    /// A connection that is so far behind reads on to what is wanted.
    private static let reach: Int64 = 256 << 10
    /// So many connections are kept that nobody uses at the moment.
    private static let streamLimit = 3

    /// SAFETY: what is in it is touched by whoever has made it busy, and with the monitor's lock held while nobody has.
    final class Stream: @unchecked Sendable {
        var position: Int64
        var connection: HTTPConnection?
        var isBusy = true
        init(at position: Int64) { self.position = position }
    }

    private struct State {
        var blocks: RemoteBlocks
        /// Those used last are at the end.
        var streams: [Stream] = []
        var readers = 0
        /// Where it was read last.
        var place: Int64 = 0
        var bytesReceived: Int64 = 0
    }

    package let length: Int64
    /// The server sends parts of it.
    package let hasRanges: Bool
    let version: RemoteVersion
    private let url: URL
    private let options: NetworkOptions
    private let pool: TransferPool
    private let state: Monitor<State>

    /// Takes over the connection that found out about it.
    init(_ url: URL, _ options: NetworkOptions, _ connection: HTTPConnection, length: Int64) {
        (self.url, self.options, self.length) = (url, options, length)
        (hasRanges, version, pool) = (connection.hasRanges, connection.version, connection.pool)
        let first = Stream(at: connection.position)
        (first.connection, first.isBusy) = (connection, false)
        state = Monitor(State(blocks: RemoteBlocks(budget: options.byteBudget), streams: [first]))
    }

    package var byteBudget: Int { options.byteBudget }

    package var bytesReceived: Int64 { state.withLock { $0.bytesReceived } }
    /// Which bytes are at hand, in order.
    package var loadedRanges: [Range<Int64>] { state.withLock { $0.blocks.ranges } }
    /// Where it was read last.
    package var lastPlace: Int64 { state.withLock { $0.place } }
    /// How many bytes are at hand at an offset, one behind the other.
    package func loadedCount(at offset: Int64) -> Int64 { state.withLock { $0.blocks.count(at: offset) } }

    /// Reads what lies at an offset, as much as is at hand, and waits where that is nothing; 0 only at the end.
    package func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ flag: CancellationFlag
    ) throws -> Int {
        guard offset >= 0, offset < length, !buffer.isEmpty else { return 0 }
        var attempts = NetworkAttempts(options, isKnown: true)
        while true {
            try flag.check()
            let step = state.withLock { state -> Step in
                let count = state.blocks.copy(at: offset, into: buffer)
                guard count == 0 else {
                    state.place = offset + Int64(count)
                    return .copied(count)
                }
                return next(for: offset, &state)
            }
            switch step {
            case .copied(let count): return count
            case .wait(let stream):
                try attempts.wait(flag)
                wait(for: offset, stream)
            case .fetch(let stream):
                do {
                    try fetch(stream, flag, limit: attempts.limit)
                    attempts.succeed()
                } catch let problem as NetworkProblem {
                    try attempts.fail(problem, flag) { state.withLock { $0.blocks.has(offset) } }
                }
            }
        }
    }

    /// Fetches some of what lies at an offset and is not there yet, and tries once only.
    package func load(at offset: Int64, _ flag: CancellationFlag) throws {
        guard offset >= 0, offset < length else { return }
        let step = state.withLock { state -> Step in
            state.blocks.has(offset) ? .copied(0) : next(for: offset, &state)
        }
        switch step {
        case .copied: return
        case .wait(let stream): wait(for: offset, stream)
        case .fetch(let stream): try fetch(stream, flag)
        }
    }

    /// Somebody reads it from now on.
    func begin() { state.withLock { $0.readers += 1 } }

    /// Somebody does not any more. Of what nobody reads little is kept.
    func end() {
        var closed = state.withLock { state -> [Stream]? in
            state.readers -= 1
            guard state.readers == 0 else { return nil }
            state.blocks.forgetOldest(until: options.restingBudget)
            defer { state.streams.removeAll { !$0.isBusy } }
            return state.streams
        }
        guard closed != nil else { return }
        // Connections are closed with the lock free.
        closed = nil
        pool.empty()
    }

    // MARK: Connections

    private enum Step {
        case copied(Int)
        /// Somebody else is about to bring it.
        case wait(Stream)
        /// This one brings it, and is ours.
        case fetch(Stream)
    }

    private func next(for offset: Int64, _ state: inout State) -> Step {
        let near = state.streams.filter { isNear($0, offset) }
        if let stream = near.first(where: \.isBusy) { return .wait(stream) }
        if let stream = near.max(by: { $0.position < $1.position }) {
            stream.isBusy = true
            return .fetch(stream)
        }
        let idle = state.streams.filter { !$0.isBusy }
        if idle.count >= Self.streamLimit, let oldest = idle.first { state.streams.removeAll { $0 === oldest } }
        // A block is kept from its beginning on, and what has come of it stays.
        let start = offset / RemoteBlocks.size * RemoteBlocks.size
        let stream = Stream(at: start + state.blocks.count(at: start))
        state.streams.append(stream)
        return .fetch(stream)
    }

    private func isNear(_ stream: Stream, _ offset: Int64) -> Bool {
        guard stream.position <= offset else { return false }
        // Without ranges a new connection would begin far before it.
        return !hasRanges || offset - stream.position <= Self.reach
    }

    private func wait(for offset: Int64, _ stream: Stream) {
        _ = options.time.wait(in: state) { state in
            state.blocks.has(offset) || !stream.isBusy || !state.streams.contains { $0 === stream } ? true : nil
        }
    }

    /// Reads on over a connection, which is made where it is not there.
    private func fetch(_ stream: Stream, _ flag: CancellationFlag, limit: Int64 = .max) throws {
        let wait = NetworkWait(options, flag, limit: limit)
        do {
            let connection = try stream.connection ?? connect(from: stream.position, wait)
            // Where parts cannot be had it begins at zero.
            (stream.connection, stream.position) = (connection, connection.position)
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = try bytes.withUnsafeMutableBytes { try connection.read(into: $0, wait) }
            let (start, part) = (stream.position, bytes.prefix(count))
            guard count > 0 || connection.position > connection.start else {
                throw NetworkProblem.cut(after: connection.position, of: length)
            }
            state.withLock { state in
                state.blocks.keep(part, at: start)
                state.bytesReceived += Int64(count)
                stream.position = connection.position
                stream.isBusy = false
                // All that was asked for has come: who wants more asks again.
                let isOver = count == 0 || stream.position >= length
                state.streams.removeAll { $0 === stream }
                if !isOver { state.streams.append(stream) }
            }
            state.announce()
        } catch {
            let goesOn = error is CancellationError && stream.connection != nil
            state.withLock { state in
                stream.isBusy = false
                if !goesOn { state.streams.removeAll { $0 === stream } }
            }
            state.announce()
            throw error
        }
    }

    private func connect(from offset: Int64, _ wait: NetworkWait) throws -> HTTPConnection {
        let first = hasRanges ? offset : 0
        let connection = try HTTPConnection.open(url, from: first, isKnown: true, options, pool, wait)
        guard version.fits(connection.version) else { throw NetworkProblem.changed }
        guard connection.hasRanges || !hasRanges else { throw NetworkProblem.whole }
        return connection
    }
}
