package import Foundation
internal import Glibc

/// A server of one file on this machine whose connections break, stop or change as a test says.
///
/// It does what there is to do whenever somebody pumps it: a thread of its own does so all the time, and who lets a virtual time pass
/// does so where it has to be done now.
package final class WeatherServer: @unchecked Sendable {
    // SAFETY: everything is behind the lock.

    /// What becomes of requests and answers.
    package struct Weather: Sendable {
        package var data = Data()
        /// These bytes of the file do not come: the connection is cut before them.
        package var cut: Range<Int>?
        /// These bytes wait until they may come, and so does what is behind them on the same connection.
        package var hold: Range<Int>?
        /// Bytes in a second on each connection, behind so many that come at once.
        package var rate: Double?
        package var burst = 100_000
        package var hasRanges = true
        /// It does not say how long the file is.
        package var saysLength = true
        /// Fields of its answers, such as `ETag: "1"`.
        package var fields: [String] = []
        /// It answers so to the next requests.
        package var statuses: [Int] = []
        /// So many of the next connections are closed without an answer.
        package var drops = 0
        /// It sends on from these paths.
        package var redirects: [String: String] = [:]
        /// What `Authorization` has to begin with.
        package var authorization: String?
        package var challenge = "Basic realm=\"test\""
        /// In pieces that each say how long they are.
        package var isChunked = false
        /// It says that, whatever it is asked, and ends the connection.
        package var words: String?
    }

    package struct Request: Sendable {
        package var time: Int64
        package var path: String
        package var first: Int
        package var fields: [String]
    }

    private final class Connection {
        let socket: CInt
        var received: [UInt8] = []
        var head: [UInt8] = []
        var place = 0
        var end: Int?
        var start: Int64 = 0
        var sent = 0
        var isChunked = false
        init(_ socket: CInt) { self.socket = socket }
    }

    private let lock = NSRecursiveLock()
    private let clock: () -> Int64
    private var listener: CInt = -1
    package private(set) var port: UInt16 = 0
    private var connections: [Connection] = []
    private var state = Weather()
    private var log: [Request] = []
    private var isStopped = false

    /// There was no port.
    package struct NoPort: Error {}

    /// `clock`: what the rate goes by, in nanoseconds.
    package init(_ data: Data, clock: @escaping () -> Int64) throws {
        self.clock = clock
        state.data = data
        try listen()
        Thread { [weak self] in
            while let self, self.lock.withLock({ !self.isStopped }) {
                self.pump()
                usleep(1000)
            }
        }.start()
    }

    deinit { stop() }

    package func url(_ name: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(name)") ?? URL(filePath: name) }

    /// What was asked for.
    package var requests: [Request] { lock.withLock { log } }

    /// Other weather from now on, also for connections that are open.
    package func change(_ body: (inout Weather) -> Void) {
        lock.withLock { body(&state) }
        pump()
    }

    /// It is gone: nobody can connect, and all connections are closed.
    package func die() {
        lock.withLock {
            close(listener)
            listener = -1
            for connection in connections { close(connection.socket) }
            connections = []
        }
    }

    /// It is there again, at the same port.
    package func revive() throws { try lock.withLock { try listen() } }

    package func stop() {
        lock.withLock {
            guard !isStopped else { return }
            isStopped = true
            die()
        }
    }

    private func listen() throws {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
        var yes: CInt = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isThere = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(socket, raw, length) == 0 && Glibc.listen(socket, 64) == 0
                    && getsockname(socket, raw, &length) == 0
            }
        }
        guard isThere else { throw NoPort() }
        (listener, port) = (socket, UInt16(bigEndian: address.sin_port))
    }

    // MARK: Serving

    /// Does what there is to do, until there is nothing more just now.
    package func pump() {
        lock.withLock {
            var goesOn = true
            while goesOn, listener >= 0 {
                goesOn = false
                let socket = accept(listener, nil, nil)
                if socket >= 0 {
                    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
                    connections.append(Connection(socket))
                    goesOn = true
                }
                for connection in connections where advance(connection) { goesOn = true }
            }
        }
    }

    private func end(_ connection: Connection) -> Bool {
        close(connection.socket)
        connections.removeAll { $0 === connection }
        return true
    }

    /// False where there is nothing to do for it.
    private func advance(_ connection: Connection) -> Bool {
        guard connection.end != nil else { return read(connection) }
        while !connection.head.isEmpty {
            let count = send(connection.socket, connection.head, connection.head.count, CInt(MSG_NOSIGNAL))
            guard count > 0 else { return errno == EAGAIN ? false : end(connection) }
            connection.head.removeFirst(count)
        }
        return sendBody(connection)
    }

    private func sendBody(_ connection: Connection) -> Bool {
        let place = connection.place
        guard let end = connection.end, place < min(end, state.data.count) else { return self.end(connection) }
        if state.cut?.contains(place) ?? false { return self.end(connection) }
        if state.hold?.contains(place) ?? false { return false }
        var count = min(end, state.data.count) - place
        for barrier in [state.hold, state.cut].compactMap({ $0?.lowerBound }) where barrier > place {
            count = min(count, barrier - place)
        }
        if let rate = state.rate {
            count = min(count, state.burst + Int(Double(clock() - connection.start) / 1e9 * rate) - connection.sent)
        }
        count = min(count, 1 << 16)
        guard count > 0 else { return false }
        let bytes = [UInt8](state.data[place..<place + count])
        let sent: Int
        if connection.isChunked {
            let whole = Array("\(String(count, radix: 16))\r\n".utf8) + bytes + [13, 10]
            sent = send(connection.socket, whole, whole.count, CInt(MSG_NOSIGNAL)) == whole.count ? count : -1
        } else {
            sent = send(connection.socket, bytes, count, CInt(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return errno == EAGAIN ? false : self.end(connection) }
        connection.place += sent
        connection.sent += sent
        if connection.isChunked, connection.place == end { connection.head = Array("0\r\n\r\n".utf8) }
        return true
    }

    private func read(_ connection: Connection) -> Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection.socket, &piece, piece.count, 0)
        guard count > 0 else { return count < 0 && errno == EAGAIN ? false : end(connection) }
        connection.received += piece.prefix(count)
        guard connection.received.suffix(4).elementsEqual([13, 10, 13, 10]) else { return true }
        return answer(connection)
    }

    /// What ends an answer without bytes. It says that the connection ends with it: one that has been closed meanwhile is a trouble
    /// of its own, which drops are there for.
    private static let nothing = "Content-Length: 0\r\nConnection: close\r\n\r\n"

    private func answer(_ connection: Connection) -> Bool {
        let lines = String(decoding: connection.received, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let path = String(lines[0].split(separator: " ")[1])
        let asked = lines.compactMap { $0.firstMatch(of: /^Range: bytes=(\d+)-$/) }.first.flatMap { Int($0.1) }
        log.append(Request(time: clock(), path: path, first: asked ?? 0, fields: lines))
        if state.drops > 0 {
            state.drops -= 1
            return end(connection)
        }
        connection.start = clock()
        (connection.place, connection.end) = (0, 0)
        if let words = state.words {
            connection.head = Array(words.utf8)
        } else if !state.statuses.isEmpty {
            connection.head = Array("HTTP/1.1 \(state.statuses.removeFirst()) No\r\n\(Self.nothing)".utf8)
        } else if let target = state.redirects[path] {
            connection.head = Array("HTTP/1.1 302 Found\r\nLocation: \(target)\r\n\(Self.nothing)".utf8)
        } else if let wanted = state.authorization, !lines.contains(where: { $0.hasPrefix("Authorization: \(wanted)") })
        {
            let head = "HTTP/1.1 401 No\r\nWWW-Authenticate: \(state.challenge)\r\n\(Self.nothing)"
            connection.head = Array(head.utf8)
        } else {
            begin(connection, asked)
        }
        return true
    }

    private func begin(_ connection: Connection, _ asked: Int?) {
        let count = state.data.count
        let first = state.hasRanges ? asked ?? 0 : 0
        guard first < count else {
            connection.head = Array("HTTP/1.1 416 No\r\nContent-Range: bytes */\(count)\r\n\(Self.nothing)".utf8)
            return
        }
        (connection.place, connection.end, connection.isChunked) = (first, count, state.isChunked)
        var lines = [state.hasRanges && asked != nil ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK"]
        if state.isChunked { lines.append("Transfer-Encoding: chunked") }
        if state.saysLength, !state.isChunked { lines.append("Content-Length: \(count - first)") }
        if state.hasRanges, asked != nil { lines.append("Content-Range: bytes \(first)-\(count - 1)/\(count)") }
        connection.head = Array(((lines + state.fields).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
