public import Foundation

/// A source over bytes in memory.
public final class AKDataSource: AKByteSource {
    private let data: Data

    /// Makes a source over `data`.
    public init(_ data: Data) { self.data = data }

    public var length: Int64? { Int64(data.count) }

    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < data.count else { return 0 }
        let start = data.startIndex + Int(offset)
        let count = min(buffer.count, data.endIndex - start)
        data.copyBytes(to: buffer, from: start..<start + count)
        return count
    }
}
