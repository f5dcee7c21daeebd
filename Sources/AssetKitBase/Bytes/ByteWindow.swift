internal import Foundation

/// A parser's view of a source: reads at any offset, through a cache of blocks, and never past the end.
///
/// Not Sendable: one parser owns it.
package final class ByteWindow {
    /// Why a read failed that should have succeeded.
    package enum Failure: Error, Equatable {
        /// The source ends before the bytes that the format promises.
        case endsEarly(at: Int64)
        /// The format asks for more bytes at once than the limit allows.
        case tooLarge(Int64)
    }

    private static let blockSize = 64 * 1024
    /// So many blocks are kept, unless a reader never goes back.
    package static let usualBlockCount = 64
    /// From so many bytes on they are read past the blocks.
    private static let largeCount = 256 * 1024

    package let source: any AKByteSource
    /// The length of the source; nil where it is not known, or where only reading all of it leads to its end.
    package let length: Int64?
    /// How many bytes have been asked of the source.
    package private(set) var bytesRead: Int64 = 0
    private let blockCount: Int
    private var blocks: [Int64: [UInt8]] = [:]
    private var order: [Int64] = []
    /// The block that was asked for last: mostly the next bytes lie there too.
    private var latest: (number: Int64, bytes: [UInt8]) = (-1, [])

    package init(_ source: any AKByteSource, blockCount: Int = usualBlockCount) throws {
        (self.source, self.blockCount) = (source, max(1, blockCount))
        length = try source.seekableLength
    }

    /// Exactly `count` bytes at `offset`. `limit` is what the format's field may ask for at most.
    package func bytes(at offset: Int64, count: Int, limit: Int = 64 << 20) throws -> [UInt8] {
        guard count <= limit else { throw Failure.tooLarge(Int64(count)) }
        // Ask for the end before memory is set aside: a hostile length costs nothing then.
        if let length, offset < 0 || count < 0 || offset > length - Int64(count) { throw Failure.endsEarly(at: length) }
        var result: [UInt8] = []
        result.reserveCapacity(min(count, 1 << 20))
        while result.count < count {
            let part = try upTo(count - result.count, at: offset + Int64(result.count))
            guard !part.isEmpty else { throw Failure.endsEarly(at: offset + Int64(result.count)) }
            result += part
        }
        return result
    }

    /// As many of `count` bytes at `offset` as there are.
    package func available(_ count: Int, at offset: Int64) throws -> [UInt8] {
        if count >= Self.largeCount, let length, offset >= 0 {
            return try large(Int(min(Int64(count), max(0, length - offset))), at: offset)
        }
        var result: [UInt8] = []
        while result.count < count {
            let part = try upTo(count - result.count, at: offset + Int64(result.count))
            guard !part.isEmpty else { break }
            result += part
        }
        return result
    }

    /// Up to sixteen bytes at `offset`, as many as there are.
    package func prefix(at offset: Int64) throws -> BytePrefix {
        let start = Int(offset & Int64(Self.blockSize - 1))
        if offset >= 0, offset / Int64(Self.blockSize) == latest.number, start + 16 <= latest.bytes.count {
            let bits = latest.bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt128.self) }
            return BytePrefix(bits: UInt128(bigEndian: bits), count: 16)
        }
        return BytePrefix(try available(16, at: offset))
    }

    /// Copies as many bytes as a buffer takes, and answers how many there were.
    package func copy(from offset: Int64, to buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let place = offset + Int64(filled)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            // Whole blocks are not worth keeping for the sake of one reader.
            if rest.count >= Self.largeCount {
                let count = try source.read(at: place, into: rest)
                guard count > 0 else { break }
                bytesRead += Int64(count)
                filled += min(count, rest.count)
                continue
            }
            let part = try upTo(rest.count, at: place)
            guard !part.isEmpty else { break }
            part.withUnsafeBytes { rest.copyMemory(from: $0) }
            filled += part.count
        }
        return filled
    }

    /// Bytes that are not worth keeping in blocks, because nobody reads so many twice. So many are there.
    private func large(_ count: Int, at offset: Int64) throws -> [UInt8] {
        var filled = 0
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try source.read(at: offset + Int64(filled), into: rest)
                guard read > 0 else { break }
                filled += min(read, rest.count)
            }
            initialized = filled
        }
        bytesRead += Int64(filled)
        return bytes
    }

    private func upTo(_ count: Int, at offset: Int64) throws -> ArraySlice<UInt8> {
        guard offset >= 0 else { throw Failure.endsEarly(at: 0) }
        let number = offset / Int64(Self.blockSize)
        let block = try block(number)
        let start = Int(offset - number * Int64(Self.blockSize))
        guard start < block.count else { return [] }
        return block[start..<min(block.count, start + count)]
    }

    private func block(_ number: Int64) throws -> [UInt8] {
        if latest.number == number { return latest.bytes }
        if let block = blocks[number] {
            latest = (number, block)
            return block
        }
        let offset = number * Int64(Self.blockSize)
        var filled = 0
        let block = try [UInt8](unsafeUninitializedCapacity: Self.blockSize) { buffer, count in
            while filled < Self.blockSize {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try source.read(at: offset + Int64(filled), into: rest)
                guard read > 0 else { break }
                filled += min(read, rest.count)
            }
            count = filled
        }
        bytesRead += Int64(filled)
        if order.count == blockCount { blocks[order.removeFirst()] = nil }
        blocks[number] = block
        order.append(number)
        latest = (number, block)
        return block
    }
}
