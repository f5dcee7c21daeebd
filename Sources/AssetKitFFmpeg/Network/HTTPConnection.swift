internal import AssetKitBase
internal import Foundation

/// One request and what comes of it. One reader owns it.
final class HTTPConnection {
    private static let redirectLimit = 10

    /// Where in the file the bytes begin, and how long that is; nil where the server does not say.
    let start: Int64
    let length: Int64?
    /// The server sends parts of the file.
    let hasRanges: Bool
    /// What tells this version of the file from others.
    let version: RemoteVersion
    private let stream: BufferedStream
    private var body: HTTPBody
    private(set) var position: Int64

    /// Asks for the bytes from an offset on.
    static func open(
        _ url: URL,
        from offset: Int64,
        _ options: NetworkOptions,
        _ wait: NetworkWait
    ) throws -> HTTPConnection {
        var address = try HTTPAddress(url)
        var challenge: HTTPChallenge?
        for _ in 0...redirectLimit {
            let request = HTTPRequest(address, from: offset, userAgent: options.userAgent, challenge)
            let stream = try dial(request, wait)
            let response = try answer(stream, wait)
            switch response.status {
            case 301, 302, 303, 307, 308:
                guard let location = response["location"] else { throw NetworkProblem.strange }
                let next = try address.redirected(to: location)
                if !next.isOfSameServer(as: address) { challenge = nil }
                address = next
            case 401 where challenge == nil && address.credentials != nil:
                guard let asked = HTTPChallenge(response) else { throw NetworkProblem.status(401) }
                challenge = asked
            default:
                return try HTTPConnection(stream, response, from: offset)
            }
        }
        throw NetworkProblem("its server sends on from one address to the next without an end")
    }

    private init(_ stream: BufferedStream, _ response: HTTPResponse, from offset: Int64) throws {
        let range = try response.contentRange
        guard [200, 206].contains(response.status) || response.status == 416 && range?.whole != nil else {
            throw NetworkProblem.status(response.status)
        }
        if let packing = response.contentEncoding {
            let name = packing.filter { $0.isASCII && $0.isLetter }.prefix(12)
            throw NetworkProblem("its server sends it compressed (\(name)), which cannot be read in parts")
        }
        self.stream = stream
        let said = try response.isChunked ? nil : response.contentLength
        switch response.status {
        case 416: (start, length, hasRanges, body) = (offset, range?.whole, true, .ended)
        case 206:
            guard let part = range?.range, part.lowerBound == offset else { throw NetworkProblem.strange }
            (start, length, hasRanges) = (offset, range?.whole, true)
            body = response.isChunked ? .chunked(nil) : .length(min(said ?? .max, Int64(part.count)))
        default:
            (start, length, hasRanges) = (0, said, false)
            body = response.isChunked ? .chunked(nil) : said.map { .length($0) } ?? .untilEnd
        }
        version = RemoteVersion(length: length, tag: response["etag"], date: response["last-modified"])
        position = start
    }

    /// The next bytes; 0 where all that was asked for has come.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        do {
            let count = try body.read(from: stream, into: buffer, wait)
            position += Int64(count)
            return count
        } catch is HTTPBody.Cut {
            throw NetworkProblem.cut(after: position, of: length)
        }
    }

    /// A wait that was given up has lost nothing of it.
    var canGoOn: Bool { if case .length = body { true } else { false } }

    /// The end of the connection is the only end there is.
    var endsWithConnection: Bool { if case .untilEnd = body { true } else { false } }

    // MARK: Asking

    private static func dial(_ request: HTTPRequest, _ wait: NetworkWait) throws -> BufferedStream {
        let target = request.target
        let stream: any NetworkStream =
            target.isSecure
            ? try SecureStream(host: target.host, port: target.port, wait)
            : try SocketStream(host: target.host, port: target.port, wait)
        let buffered = BufferedStream(stream)
        try buffered.write(request.bytes, wait)
        return buffered
    }

    /// What is said on the way to an answer is passed over.
    private static func answer(_ stream: BufferedStream, _ wait: NetworkWait) throws -> HTTPResponse {
        for _ in 0..<10 {
            let response = try HTTPResponse(from: stream, wait)
            guard (100..<200).contains(response.status) else { return response }
        }
        throw NetworkProblem.strange
    }
}
