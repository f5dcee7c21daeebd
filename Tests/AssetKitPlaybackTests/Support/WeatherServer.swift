import Foundation
import Glibc

/// A server of one file on this machine whose connections break, stop or change as a test says.
final class WeatherServer: @unchecked Sendable {
    // SAFETY: what changes is behind the condition.
    private struct State {
        var data: Data
        /// These bytes of the file do not come: the connection is cut before them.
        var cut: Range<Int>?
        /// These bytes wait until they may come.
        var hold: Range<Int>?
        var requests: [Range<Int>] = []
        var isStopped = false
    }

    private let socket: CInt
    private let port: UInt16
    private let condition = NSCondition()
    private var state: State
    private let queue = DispatchQueue(label: "test.server", attributes: .concurrent)

    /// There was no port.
    struct NoPort: Error {}

    init(_ url: URL) throws {
        state = State(data: try Data(contentsOf: url))
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (bound, known) = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                (bind(socket, raw, length) == 0 && listen(socket, 16) == 0, getsockname(socket, raw, &length) == 0)
            }
        }
        guard bound, known else { throw NoPort() }
        port = UInt16(bigEndian: address.sin_port)
        queue.async { [self] in accept() }
    }

    /// The address of the file, under a name.
    func url(_ name: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(name)") ?? URL(filePath: name) }

    /// What was asked for: the ranges.
    var requests: [Range<Int>] { condition.withLock { state.requests } }

    /// Cuts connections where these bytes are due; nil no more.
    func cut(_ range: Range<Int>?) { condition.withLock { state.cut = range } }

    /// Sends nothing of these bytes, and nothing behind them on the same connection; nil lets all go on.
    func hold(_ range: Range<Int>?) {
        condition.withLock {
            state.hold = range
            condition.broadcast()
        }
    }

    /// Serves other bytes from now on, also to connections that are open.
    func replace(by data: Data) { condition.withLock { state.data = data } }

    func stop() {
        condition.withLock {
            state.isStopped = true
            condition.broadcast()
        }
        shutdown(socket, CInt(SHUT_RDWR))
        close(socket)
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(socket, nil, nil)
            guard connection >= 0 else { return }
            queue.async { [self] in serve(connection) }
        }
    }

    private func serve(_ connection: CInt) {
        defer { close(connection) }
        while let request = request(connection) {
            let isHead = request.hasPrefix("HEAD")
            let total = condition.withLock { state.data.count }
            let asked = request.firstMatch(of: /[Rr]ange: bytes=(\d+)-(\d*)/)
            let first = asked.flatMap { Int($0.1) } ?? 0
            let last = min(asked.flatMap { Int($0.2) } ?? total - 1, total - 1)
            guard first <= last else {
                _ = send(connection, Data("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n".utf8))
                continue
            }
            condition.withLock { state.requests.append(first..<(last + 1)) }
            var head = asked == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
            head += "Accept-Ranges: bytes\r\nContent-Length: \(last - first + 1)\r\n"
            if asked != nil { head += "Content-Range: bytes \(first)-\(last)/\(total)\r\n" }
            guard send(connection, Data((head + "\r\n").utf8)) else { return }
            guard isHead || body(connection, first...last) else { return }
        }
    }

    private func request(_ connection: CInt) -> String? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// False where the connection is over.
    private func body(_ connection: CInt, _ range: ClosedRange<Int>) -> Bool {
        var place = range.lowerBound
        while place <= range.upperBound {
            let piece: Data? = condition.withLock {
                while state.hold?.contains(place) ?? false, !state.isStopped { condition.wait() }
                guard !state.isStopped, !(state.cut?.contains(place) ?? false) else { return nil }
                var end = min(place + 4096, range.upperBound + 1, state.data.count)
                for barrier in [state.hold, state.cut].compactMap({ $0?.lowerBound }) where barrier > place {
                    end = min(end, barrier)
                }
                return end > place ? state.data.subdata(in: place..<end) : nil
            }
            guard let piece, send(connection, piece) else { return false }
            place += piece.count
        }
        return true
    }

    private func send(_ connection: CInt, _ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(connection, bytes.baseAddress! + sent, bytes.count - sent, CInt(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}
