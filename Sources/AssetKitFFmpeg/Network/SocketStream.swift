internal import Foundation

/// A connection that everybody on the way can read.
final class SocketStream: NetworkStream {
    private let descriptor: CInt

    init(host: String, port: UInt16, _ wait: NetworkWait) throws {
        descriptor = try Self.connect(to: Self.addresses(host, port), wait)
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            try goOn(after: errno, wait, toWrite: false)
        }
    }

    func write(_ bytes: [UInt8], _ wait: NetworkWait) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 { sent += count } else { try goOn(after: errno, wait, toWrite: true) }
        }
    }

    private func goOn(after number: CInt, _ wait: NetworkWait, toWrite: Bool) throws {
        switch number {
        case EINTR: return
        case EAGAIN: try wait.untilReady(descriptor, toWrite: toWrite)
        default: throw NetworkProblem("the connection to its server broke: \(Self.words(number))", isPassing: true)
        }
    }

    // MARK: Connecting

    private struct Address {
        let family: CInt
        let bytes: [UInt8]
    }

    /// Names are looked up by the system, which waits as long as it likes.
    private static func addresses(_ host: String, _ port: UInt16) throws -> [Address] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &first)
        guard code == 0 else {
            throw NetworkProblem.unreachable(String(cString: gai_strerror(code)), isPassing: code == EAI_AGAIN)
        }
        defer { freeaddrinfo(first) }
        var found: [Address] = []
        var next = first
        while let info = next?.pointee {
            let bytes = [UInt8](UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
            found.append(Address(family: info.ai_family, bytes: bytes))
            next = info.ai_next
        }
        return found
    }

    /// The first of them that answers.
    private static func connect(to addresses: [Address], _ wait: NetworkWait) throws -> CInt {
        var failure = NetworkProblem.unreachable("it has no address")
        for address in addresses {
            do {
                return try connect(address, wait)
            } catch let problem as NetworkProblem {
                failure = problem
            }
        }
        throw failure
    }

    private static func connect(_ address: Address, _ wait: NetworkWait) throws -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { throw NetworkProblem.unreachable(words(errno)) }
        do {
            let result = address.bytes.withUnsafeBytes { bytes in
                Glibc.connect(
                    descriptor,
                    bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(bytes.count)
                )
            }
            if result != 0 {
                guard errno == EINPROGRESS || errno == EINTR else { throw NetworkProblem.unreachable(words(errno)) }
                try wait.untilReady(descriptor, toWrite: true)
                try checkConnected(descriptor)
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func checkConnected(_ descriptor: CInt) throws {
        var failure: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
        guard failure == 0 else { throw NetworkProblem.unreachable(words(failure)) }
    }

    private static func words(_ number: CInt) -> String { String(cString: strerror(number)) }
}
