internal import AssetKitBase
internal import Foundation

/// One block of memory that block buffers share, allocated when it is first needed.
///
/// SAFETY: the address is there from the beginning, or it is read and written under the lock and set at most once; it
/// stays valid until `deinit`. What is in the memory is the clients' to order, as on Apple's systems. The closures are
/// called at most once each.
package final class BlockMemory: @unchecked Sendable {
    package let byteCount: Int
    private let allocate: (Int) -> UnsafeMutableRawPointer?
    private let deallocate: (UnsafeMutableRawPointer, Int) -> Void
    /// Memory that is there from the beginning, which is most, needs no lock.
    private let existing: UnsafeMutableRawPointer?
    /// Where memory is that may come later; nil where it is there.
    private let address: Lock<UInt>?

    /// Makes memory with a copy of bytes, of which there are some.
    package init(copying bytes: UnsafeRawBufferPointer) throws {
        guard let memory = malloc(bytes.count) else {
            throw CMBlockBuffer.Error.blockAllocationFailed
        }
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
        byteCount = bytes.count
        allocate = SystemMemory.allocate(byteCount:)
        deallocate = { pointer, _ in free(pointer) }
        (existing, address) = (memory, nil)
    }

    /// Takes over memory that is there, or with nil says how to get it.
    package init(
        _ existing: UnsafeMutableRawPointer?,
        byteCount: Int,
        allocate: @escaping (Int) -> UnsafeMutableRawPointer? = SystemMemory.allocate(byteCount:),
        deallocate: @escaping (UnsafeMutableRawPointer, Int) -> Void = { pointer, _ in free(pointer) }
    ) {
        self.byteCount = byteCount
        self.allocate = allocate
        self.deallocate = deallocate
        self.existing = existing
        address = existing == nil ? Lock(0) : nil
    }

    deinit {
        guard let pointer else { return }
        deallocate(pointer, byteCount)
    }

    /// The first byte; nil before the memory was allocated.
    package var pointer: UnsafeMutableRawPointer? {
        guard let address else { return existing }
        return UnsafeMutableRawPointer(bitPattern: address.withLock { $0 })
    }

    /// Allocates the memory unless that has happened.
    func assure() throws {
        try address?.withLock { address in
            guard address == 0 else { return }
            address = UInt(bitPattern: allocate(byteCount))
            guard address != 0 else { throw CMBlockBuffer.Error.blockAllocationFailed }
        }
    }
}

/// A part of a block.
package struct BlockSegment {
    package let memory: BlockMemory
    package let offset: Int
    package let byteCount: Int

    /// The bytes; nil before the memory was allocated.
    package var bytes: UnsafeMutableRawBufferPointer? {
        memory.pointer.map { UnsafeMutableRawBufferPointer(start: $0 + offset, count: byteCount) }
    }
}

/// The parts that a block buffer strings together, and what is attached to it.
struct BlockChain {
    /// The first part is most often the only one: then there is no list.
    private var first: BlockSegment?
    private var others: [BlockSegment] = []
    private(set) var byteCount = 0
    /// nil as long as nobody has asked for it.
    var attachments: AttachmentStore?

    init(_ only: BlockSegment? = nil) {
        first = only
        byteCount = only?.byteCount ?? 0
    }

    /// The only part, where that holds just the bytes of a range.
    func only(_ range: Range<Int>) -> BlockSegment? {
        guard others.isEmpty, range.lowerBound == 0, range.upperBound == byteCount else { return nil }
        return first
    }

    mutating func append(_ added: [BlockSegment]) throws {
        let total = added.reduce((byteCount, false)) { sum, segment in
            let (next, isTooLong) = sum.0.addingReportingOverflow(segment.byteCount)
            return (next, sum.1 || isTooLong)
        }
        guard !total.1 else { throw CMBlockBuffer.Error.badLengthParameter }
        others += first == nil ? added.dropFirst() : added[...]
        first = first ?? added.first
        byteCount = total.0
    }

    /// The parts of segments that make up a range of bytes.
    func segments(in range: Range<Int>) -> [BlockSegment] {
        var result: [BlockSegment] = []
        var start = 0
        func take(_ segment: BlockSegment) {
            let end = start + segment.byteCount
            defer { start = end }
            let part = range.clamped(to: start..<end)
            guard !part.isEmpty else { return }
            result.append(
                BlockSegment(
                    memory: segment.memory,
                    offset: segment.offset + part.lowerBound - start,
                    byteCount: part.count
                )
            )
        }
        if let first { take(first) }
        for segment in others where start < range.upperBound { take(segment) }
        return result
    }
}
