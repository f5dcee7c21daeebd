internal import AssetKitBase
internal import Foundation

/// One request and what comes of it. One reader owns it.
final class HTTPConnection {
    /// Where in the file the bytes begin, and how long that is; nil where the server does not say.
    let start: Int64
    let length: Int64?
    /// The server sends parts of the file.
    let hasRanges: Bool
    /// What tells this version of the file from others.
    let version: RemoteVersion
    /// The end of the connection is the only end there is.
    let endsWithConnection: Bool
    /// Where its transfer comes from and goes back to.
    let pool: TransferPool
    private let transfer: HTTPTransfer
    /// Where the bytes end that were asked for; nil where that is not known.
    private let end: Int64?
    private(set) var position: Int64
    private var isBroken = false

    /// Asks for the bytes from an offset on. `isKnown`: the server has answered before.
    static func open(
        _ url: URL,
        from offset: Int64,
        isKnown: Bool = false,
        _ options: NetworkOptions,
        _ pool: TransferPool,
        _ wait: NetworkWait
    ) throws -> HTTPConnection {
        let request = HTTPRequest(
            url: url,
            offset: offset,
            userAgent: options.userAgent,
            authorities: options.authorities ?? .ofEnvironment,
            allowsRedirect: options.allowsRedirect
        )
        let transfer = try pool.take()
        let response = try transfer.ask(request, isKnown: isKnown, wait)
        return try HTTPConnection(transfer, response, from: offset, pool)
    }

    private init(
        _ transfer: HTTPTransfer,
        _ response: HTTPResponse,
        from offset: Int64,
        _ pool: TransferPool
    ) throws {
        let range = try response.contentRange
        guard [200, 206].contains(response.status) || response.status == 416 && range?.whole != nil else {
            throw NetworkProblem.status(response.status)
        }
        if let packing = response.contentEncoding {
            let name = packing.filter { $0.isASCII && $0.isLetter }.prefix(12)
            throw NetworkProblem("its server sends it compressed (\(name)), which cannot be read in parts")
        }
        switch response.status {
        case 416: (start, length, hasRanges, end) = (offset, range?.whole, true, offset)
        case 206:
            guard let part = range?.range, part.lowerBound == offset else { throw NetworkProblem.strange }
            (start, length, hasRanges) = (offset, range?.whole, true)
            end = min(part.upperBound, response.length.map(offset.addingClamped) ?? .max)
        default: (start, length, hasRanges, end) = (0, response.length, false, response.length)
        }
        version = RemoteVersion(length: length, tag: response.tag, date: response.date)
        endsWithConnection = response.endsWithConnection
        (self.transfer, self.pool, position) = (transfer, pool, start)
    }

    deinit { if !isBroken { pool.keep(transfer) } }

    /// The next bytes; 0 where all that was asked for has come.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        let left = end.map { $0 - position } ?? .max
        guard left > 0 else { return 0 }
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(Int64(buffer.count), left))))
        do {
            let count = try transfer.read(into: part, wait)
            position += Int64(count)
            return count
        } catch let problem as TransferProblem {
            isBroken = true
            throw problem.explained(isKnown: true, after: position, of: length)
        }
    }
}
