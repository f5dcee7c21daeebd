internal import Foundation

/// What has come out of a source that cannot go back: a pipe, or a server without ranges. The beginning is kept, because
/// headers are read more than once, and of the rest the last part; so it can be as long as it likes when it is read in order.
package struct StreamMemory {
    /// What is asked for is gone.
    package struct TooFarBack: Error {
        package let limit: Int

        package var reason: String {
            "it can only be read in order, and no more than \(limit >> 20) MiB of it are kept to go back to; "
                + "copy it to a file first"
        }
    }

    private let headLimit: Int
    private let tailLimit: Int
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    /// Where the tail begins: behind the head, or later.
    private var tailStart: Int64 = 0

    package init(headLimit: Int = 256 << 20, tailLimit: Int = 16 << 20) {
        (self.headLimit, self.tailLimit) = (headLimit, tailLimit)
    }

    private var end: Int64 { tailStart + Int64(tail.count) }

    /// Reads what lies at an offset, as much as is at hand; 0 only at the end. `next` gives what comes next, and nothing at
    /// the end.
    package mutating func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        next: () throws -> [UInt8]
    ) throws -> Int {
        while end <= offset {
            let fresh = try next()
            guard !fresh.isEmpty else { return 0 }
            keep(fresh)
        }
        if offset < Int64(head.count) { return Self.copy(head[Int(offset)...], into: buffer) }
        guard offset >= tailStart else {
            throw TooFarBack(limit: headLimit)
        }
        return Self.copy(tail[Int(offset - tailStart)...], into: buffer)
    }

    private mutating func keep(_ fresh: [UInt8]) {
        let room = headLimit - head.count
        if tail.isEmpty, room > 0 {
            head += fresh.prefix(room)
            tailStart = Int64(head.count)
            tail += fresh.dropFirst(room)
            return
        }
        // It may grow to twice its length, so that not every piece moves all of it.
        if tail.count + fresh.count > 2 * tailLimit {
            let count = tail.count - tailLimit
            tail.removeFirst(count)
            tailStart += Int64(count)
        }
        tail += fresh
    }

    private static func copy(_ bytes: ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(bytes.count, buffer.count)
        buffer.copyBytes(from: bytes.prefix(count))
        return count
    }
}
