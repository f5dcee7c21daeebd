public import CMTimeLib
public import Foundation

/// A block buffer, or a slice of one.
public protocol CMBlockBufferProtocol {
    /// The buffer whose bytes these are.
    var owner: CMBlockBuffer { get }
    /// The first byte's position in the owner.
    var startIndex: Int { get }
    /// The position after the last byte.
    var endIndex: Int { get }
}

extension CMBlockBuffer {
    /// A range of a block buffer's bytes. A range that is not in the buffer is an error when the bytes are used.
    public struct Slice: CMBlockBufferProtocol, Sendable {
        public let owner: CMBlockBuffer
        public let startIndex: Int
        public let endIndex: Int

        package init(owner: CMBlockBuffer, range: Range<Int>) {
            self.owner = owner
            startIndex = range.lowerBound
            endIndex = range.upperBound
        }
    }

    /// Lends the bytes from `offset` to the end of their block, for reading and writing. Memory that was put off is
    /// allocated.
    public func withUnsafeMutableBytes<R>(
        atOffset offset: Int = 0,
        _ body: (UnsafeMutableRawBufferPointer) throws -> R
    ) throws -> R {
        let total = endIndex
        guard total > 0 else { throw Error.emptyBlockBuffer }
        guard (0..<total).contains(offset) else { throw Error.badOffsetParameter }
        guard let segment = segments(in: offset..<total).first else { throw Error.badOffsetParameter }
        try segment.memory.assure()
        guard let bytes = segment.bytes else { throw Error.unallocatedBlock }
        return try body(bytes)
    }
}

extension CMBlockBufferProtocol {
    /// A range of a block buffer's bytes.
    public typealias Slice = CMBlockBuffer.Slice
    /// How blocks are handled.
    public typealias Flags = CMBlockBuffer.Flags

    /// The bytes from one position to another, both included.
    public subscript(bounds: ClosedRange<Int>) -> Slice {
        let (end, isTooFar) = bounds.upperBound.addingReportingOverflow(1)
        return Slice(owner: owner, range: bounds.lowerBound..<(isTooFar ? .max : end))
    }
    /// The bytes from one position to before another.
    public subscript(bounds: Range<Int>) -> Slice { Slice(owner: owner, range: bounds) }
    /// The bytes before a position.
    public subscript(bounds: PartialRangeUpTo<Int>) -> Slice {
        Slice(owner: owner, range: min(startIndex, bounds.upperBound)..<bounds.upperBound)
    }
    /// The bytes up to a position, which is included.
    public subscript(bounds: PartialRangeThrough<Int>) -> Slice {
        self[min(startIndex, bounds.upperBound)...bounds.upperBound]
    }
    /// The bytes from a position on.
    public subscript(bounds: PartialRangeFrom<Int>) -> Slice {
        Slice(owner: owner, range: bounds.lowerBound..<max(endIndex, bounds.lowerBound))
    }
    /// All bytes.
    public subscript(bounds: (UnboundedRange_) -> Void) -> Slice {
        Slice(owner: owner, range: startIndex..<endIndex)
    }

    /// How many bytes there are.
    public var dataLength: Int { endIndex - startIndex }

    /// Whether the bytes lie in one block.
    public var isContiguous: Bool {
        guard let range = try? checkedRange(), !range.isEmpty else { return false }
        return owner.segments(in: range).count == 1
    }

    /// A buffer with the same bytes in one block: a reference where they are already, unless `flags` ask for a copy.
    public func makeContiguous(allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []) throws -> CMBlockBuffer
    {
        try makeContiguous(flags: flags) { BlockMemory(nil, byteCount: $0) }
    }

    /// Like the other form, with its own ways to make and free the block.
    @preconcurrency
    public func makeContiguous(
        allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
        deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator,
        flags: Flags = []
    ) throws -> CMBlockBuffer {
        try makeContiguous(flags: flags) {
            BlockMemory(nil, byteCount: $0, allocate: allocator, deallocate: deallocator)
        }
    }

    /// Lends the bytes in one block; a copy where they lie in several.
    public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        // What is most often so is quick: one block and all of it.
        let (start, end) = (startIndex, endIndex)
        if start < end, let bytes = owner.onlyBytes(start..<end) {
            return try withExtendedLifetime(owner) { try body(UnsafeRawBufferPointer(bytes)) }
        }
        let parts = try allocatedParts()
        if parts.count == 1 { return try body(UnsafeRawBufferPointer(parts[0])) }
        return try makeContiguous().withContiguousStorage(body)
    }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data {
        guard !(try checkedRange().isEmpty) else { return Data() }
        var data = Data(capacity: dataLength)
        for part in try allocatedParts() { data.append(contentsOf: part) }
        return data
    }

    /// Copies the bytes; the target may be larger.
    public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
        guard destination.count >= dataLength else { throw CMBlockBuffer.Error.insufficientSpace }
        var position = 0
        for part in try allocatedParts() {
            UnsafeMutableRawBufferPointer(rebasing: destination[position...]).copyMemory(from: .init(part))
            position += part.count
        }
    }

    /// Writes over the bytes, from the first one on. Memory that was put off is allocated.
    public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
        guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badLengthParameter }
        var rest = sourceBytes[...]
        for part in try assuredParts() {
            let count = min(part.count, rest.count)
            guard count > 0 else { return }
            part.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    /// Sets every byte. Memory that was put off is allocated.
    public func fillDataBytes(with fillByte: UInt8) throws {
        for part in try assuredParts() { part.initializeMemory(as: UInt8.self, repeating: fillByte) }
    }

    /// The range of bytes, once it is certain that the owner has them.
    func checkedRange() throws -> Range<Int> {
        let total = owner.endIndex
        guard startIndex >= 0, startIndex <= total else { throw CMBlockBuffer.Error.badOffsetParameter }
        guard endIndex >= startIndex, endIndex <= total else { throw CMBlockBuffer.Error.badLengthParameter }
        return startIndex..<endIndex
    }

    /// The bytes, block by block; an error where there are none or the memory is not allocated yet.
    private func allocatedParts() throws -> [UnsafeMutableRawBufferPointer] {
        let range = try checkedRange()
        guard !range.isEmpty else { throw CMBlockBuffer.Error.emptyBlockBuffer }
        return try owner.segments(in: range).map { segment in
            guard let bytes = segment.bytes else { throw CMBlockBuffer.Error.unallocatedBlock }
            return bytes
        }
    }

    private func assuredParts() throws -> [UnsafeMutableRawBufferPointer] {
        for segment in owner.segments(in: try checkedRange()) { try segment.memory.assure() }
        return try allocatedParts()
    }

    private func makeContiguous(flags: Flags, memory: (Int) -> BlockMemory) throws -> CMBlockBuffer {
        let range = try checkedRange()
        guard !range.isEmpty else { throw CMBlockBuffer.Error.emptyBlockBuffer }
        let result = CMBlockBuffer(empty: ())
        if isContiguous, !flags.contains(.alwaysCopyData) {
            try result.appendSegments(owner.segments(in: range))
            return result
        }
        let block = memory(range.count)
        try block.assure()
        try result.appendSegments([BlockSegment(memory: block, offset: 0, byteCount: range.count)])
        try result.withUnsafeMutableBytes { try copyDataBytes(to: $0) }
        return result
    }
}
