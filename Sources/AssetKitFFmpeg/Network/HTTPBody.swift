internal import AssetKitBase

/// How the bytes of a response are told from what else comes over its connection. A plain value.
enum HTTPBody {
    /// So many more.
    case length(Int64)
    /// Pieces that each say how long they are: so much of one is left, and no piece has begun where that is nil.
    case chunked(Int64?)
    case untilEnd
    case ended

    /// The next bytes; 0 at the end. Throws where the connection ends first.
    mutating func read(
        from stream: BufferedStream,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wait: NetworkWait
    ) throws -> Int {
        switch self {
        case .ended: return 0
        case .untilEnd: return try stream.read(into: buffer, wait)
        case .length(let left):
            guard left > 0 else { return 0 }
            let count = try part(of: left, stream, buffer, wait)
            self = .length(left - Int64(count))
            return count
        case .chunked(let left?):
            let count = try part(of: left, stream, buffer, wait)
            guard Int64(count) == left else {
                self = .chunked(left - Int64(count))
                return count
            }
            guard try stream.line(limit: 0, wait) != nil else { throw Cut() }
            self = .chunked(nil)
            return count
        case .chunked(nil):
            guard let size = try nextChunk(stream, wait) else { return 0 }
            self = .chunked(size)
            return try read(from: stream, into: buffer, wait)
        }
    }

    /// The connection ended, and there was more to come.
    struct Cut: Error {}

    private func part(
        of left: Int64,
        _ stream: BufferedStream,
        _ buffer: UnsafeMutableRawBufferPointer,
        _ wait: NetworkWait
    ) throws -> Int {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(Int64(buffer.count), left))))
        let count = try stream.read(into: part, wait)
        guard count > 0 else { throw Cut() }
        return count
    }

    /// The size of the next piece; nil behind the last one.
    private mutating func nextChunk(_ stream: BufferedStream, _ wait: NetworkWait) throws -> Int64? {
        guard let line = try stream.line(limit: 4096, wait) else { throw Cut() }
        let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }, as: UTF8.self)
        guard let first = digits.first, first.isHexDigit, let size = Int64(digits, radix: 16) else {
            throw NetworkProblem.strange
        }
        guard size == 0 else { return size }
        // What comes behind it nobody needs.
        self = .ended
        return nil
    }
}
