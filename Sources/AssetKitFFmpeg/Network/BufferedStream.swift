/// Lines and bytes of a connection.
final class BufferedStream {
    private let stream: any NetworkStream
    private var bytes = [UInt8](repeating: 0, count: 1 << 14)
    private var range = 0..<0

    init(_ stream: any NetworkStream) { self.stream = stream }

    /// The next line without its end; nil where the connection ends before it does. A line longer than the limit is no
    /// line.
    func line(limit: Int, _ wait: NetworkWait) throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if range.isEmpty {
                let count = try bytes.withUnsafeMutableBytes { try stream.read(into: $0, wait) }
                guard count > 0 else { return nil }
                range = 0..<count
            }
            let rest = bytes[range]
            guard let end = rest.firstIndex(of: 10) else {
                line += rest
                range = 0..<0
                guard line.count <= limit + 1 else { throw NetworkProblem.strange }
                continue
            }
            line += rest[..<end]
            range = end + 1..<range.upperBound
            if line.last == 13 { line.removeLast() }
            guard line.count <= limit else { throw NetworkProblem.strange }
            return line
        }
    }

    /// What comes next, as much as is at hand; 0 where the connection ends.
    func read(into buffer: UnsafeMutableRawBufferPointer, _ wait: NetworkWait) throws -> Int {
        guard !range.isEmpty else { return try stream.read(into: buffer, wait) }
        let count = min(range.count, buffer.count)
        buffer.copyBytes(from: bytes[range].prefix(count))
        range = range.lowerBound + count..<range.upperBound
        return count
    }

    func write(_ bytes: [UInt8], _ wait: NetworkWait) throws { try stream.write(bytes, wait) }
}
