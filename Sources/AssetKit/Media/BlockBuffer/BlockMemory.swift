internal import Foundation

/// One block of memory that block buffers share, allocated when it is first needed.
///
/// SAFETY: the address is read and written under the lock, set at most once, and stays valid until `deinit`. What is in
/// the memory is the clients' to order, as on Apple's systems. The closures are called at most once each.
final class BlockMemory: @unchecked Sendable {
    let byteCount: Int
    private let allocate: (Int) -> UnsafeMutableRawPointer?
    private let deallocate: (UnsafeMutableRawPointer, Int) -> Void
    private let address: Lock<UInt>

    /// Takes over memory that is there, or with nil says how to get it.
    init(
        _ existing: UnsafeMutableRawPointer?,
        byteCount: Int,
        allocate: @escaping (Int) -> UnsafeMutableRawPointer? = SystemMemory.allocate(byteCount:),
        deallocate: @escaping (UnsafeMutableRawPointer, Int) -> Void = { pointer, _ in free(pointer) }
    ) {
        self.byteCount = byteCount
        self.allocate = allocate
        self.deallocate = deallocate
        address = Lock(UInt(bitPattern: existing))
    }

    deinit {
        guard let pointer else { return }
        deallocate(pointer, byteCount)
    }

    /// The first byte; nil before the memory was allocated.
    var pointer: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: address.withLock { $0 })
    }

    /// Allocates the memory unless that has happened.
    func assure() throws {
        try address.withLock { address in
            guard address == 0 else { return }
            address = UInt(bitPattern: allocate(byteCount))
            guard address != 0 else { throw CMBlockBuffer.Error.blockAllocationFailed }
        }
    }
}

/// A part of a block.
struct BlockSegment {
    let memory: BlockMemory
    let offset: Int
    let byteCount: Int

    /// The bytes; nil before the memory was allocated.
    var bytes: UnsafeMutableRawBufferPointer? {
        memory.pointer.map { UnsafeMutableRawBufferPointer(start: $0 + offset, count: byteCount) }
    }
}

/// The parts that a block buffer strings together.
struct BlockChain {
    private(set) var segments: [BlockSegment] = []
    private(set) var byteCount = 0

    mutating func append(_ added: [BlockSegment]) throws {
        let total = added.reduce((byteCount, false)) { sum, segment in
            let (next, isTooLong) = sum.0.addingReportingOverflow(segment.byteCount)
            return (next, sum.1 || isTooLong)
        }
        guard !total.1 else { throw CMBlockBuffer.Error.badLengthParameter }
        segments += added
        byteCount = total.0
    }

    /// The parts of segments that make up a range of bytes.
    func segments(in range: Range<Int>) -> [BlockSegment] {
        var result: [BlockSegment] = []
        var start = 0
        for segment in segments where start < range.upperBound {
            let end = start + segment.byteCount
            defer { start = end }
            let part = range.clamped(to: start..<end)
            guard !part.isEmpty else { continue }
            result.append(
                BlockSegment(
                    memory: segment.memory,
                    offset: segment.offset + part.lowerBound - start,
                    byteCount: part.count
                )
            )
        }
        return result
    }
}
