internal import AssetKitBase
public import CMTimeLib
package import Foundation
internal import Synchronization

/// Bytes in one or more blocks of memory, strung together and shared without copying.
///
/// ```swift
/// let bytes = try CMBlockBuffer(length: 1024)
/// try bytes.withUnsafeMutableBytes { memory in _ = memory.initializeMemory(as: UInt8.self, repeating: 0) }
/// let head = bytes[0..<16]
/// print(bytes.dataLength, head.dataLength)
/// ```
///
/// The data of sample buffers is one. What is not in one block can be looked at block by block, or made contiguous.
///
/// Offsets and lengths that do not fit are errors. Equal by identity.
///
/// SAFETY: the first block is fixed; a chain of more is behind a lock, and comes once. Segments never change after they
/// were appended. The bytes themselves are the clients' to order, as on Apple's systems.
public final class CMBlockBuffer: @unchecked Sendable, Hashable, CMBlockBufferProtocol, CMAttachmentBearerProtocol {
    /// Makes memory of a number of bytes, or nil.
    public typealias CustomBlockAllocator = @Sendable (Int) -> UnsafeMutableRawPointer?
    /// Takes memory of a number of bytes back.
    public typealias CustomBlockDeallocator = @Sendable (UnsafeMutableRawPointer, Int) -> Void

    /// How blocks are handled.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Allocate the memory at once, not when it is first needed.
        public static let assureMemoryNow = Flags(rawValue: 1)
        /// Copy instead of sharing.
        public static let alwaysCopyData = Flags(rawValue: 2)
        /// Without effect: references are always resolved to the blocks behind them.
        public static let dontOptimizeDepth = Flags(rawValue: 4)
        /// References to empty buffers are allowed.
        public static let permitEmptyReference = Flags(rawValue: 8)
    }

    /// The block that it was made of. Most buffers never are more than that, and nobody waits to look at it.
    private let first: BlockSegment?
    /// All that it is since something was appended or attached.
    private let grown = AtomicLazyReference<Protected<BlockChain>>()
    /// There is such a chain. To ask the reference itself costs several times as much.
    private let hasGrown = Atomic(false)

    /// The same, from now on.
    private var chain: Protected<BlockChain> {
        let chain = grown.load() ?? grown.storeIfNil(Protected(BlockChain(first)))
        hasGrown.store(true, ordering: .releasing)
        return chain
    }

    /// The chain, where there is one.
    private var chainIfGrown: Protected<BlockChain>? { hasGrown.load(ordering: .acquiring) ? grown.load() : nil }

    /// Looks at the blocks as they are.
    private func withBlocks<Result>(_ body: (BlockChain) -> Result) -> Result {
        chainIfGrown?.withLock { body($0) } ?? body(BlockChain(first))
    }

    /// Most buffers never have attachments, so what keeps them is made when it is first asked for.
    package var attachmentStore: AttachmentStore {
        chain.withLock { chain in
            if let store = chain.attachments { return store }
            let store = AttachmentStore()
            chain.attachments = store
            return store
        }
    }

    /// Makes an empty buffer without the promise to throw.
    package init(empty: Void) { first = nil }

    /// Makes a buffer of one block.
    package init(_ segment: BlockSegment) { first = segment }

    /// Makes an empty buffer. `capacity` is how many blocks will be appended, which is of no consequence here.
    public convenience init(capacity: Int = 0, flags: Flags = []) throws {
        self.init(empty: ())
    }

    /// Makes a buffer of memory that is there. It is freed with the last buffer that shares it, unless `allocator` is
    /// ``kCFAllocatorNull``.
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(buffer: buffer, allocator: allocator, flags: flags)
    }

    /// Makes a buffer of a part of memory that is there; the whole of it is freed in the end.
    public convenience init(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(buffer: buffer, allocator: allocator, flags: flags)
    }

    /// Makes a buffer of new memory, of which `range` is used.
    public convenience init(
        length: Int,
        allocator: CFAllocator? = kCFAllocatorDefault,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(length: length, allocator: allocator, range: range, flags: flags)
    }

    /// Makes a buffer of memory that is there, with its own way to free it.
    @preconcurrency
    public convenience init(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(buffer: buffer, deallocator: deallocator, flags: flags)
    }

    /// Makes a buffer of a part of memory that is there, with its own way to free the whole.
    @preconcurrency
    public convenience init(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(buffer: buffer, deallocator: deallocator, flags: flags)
    }

    /// Makes a buffer of new memory with its own ways to make and free it.
    @preconcurrency
    public convenience init(
        length: Int,
        allocator: @escaping CustomBlockAllocator,
        deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        self.init(empty: ())
        try append(length: length, allocator: allocator, deallocator: deallocator, range: range, flags: flags)
    }

    /// Makes a buffer that shares another one's bytes.
    public convenience init<T>(bufferReference: T, flags: Flags = []) throws where T: CMBlockBufferProtocol {
        self.init(empty: ())
        try append(bufferReference: bufferReference, flags: flags)
    }

    /// Makes a buffer of one block with a copy of `bytes`; an empty one where there are none.
    package convenience init(copying bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty else {
            self.init(empty: ())
            return
        }
        let memory = try BlockMemory(copying: bytes)
        self.init(BlockSegment(memory: memory, offset: 0, byteCount: bytes.count))
    }

    /// Makes a buffer of one block with a copy of `data`; an empty one where there is none.
    package convenience init(copying data: Data) throws {
        guard !data.isEmpty else {
            self.init(empty: ())
            return
        }
        let memory = try data.withUnsafeBytes { try BlockMemory(copying: $0) }
        self.init(BlockSegment(memory: memory, offset: 0, byteCount: data.count))
    }

    /// This buffer.
    public var owner: CMBlockBuffer { self }
    public var startIndex: Int { 0 }
    /// How many bytes there are.
    public var endIndex: Int { chainIfGrown?.withLock { $0.byteCount } ?? first?.byteCount ?? 0 }
    /// Whether there are no bytes.
    public var isEmpty: Bool { endIndex == 0 }

    public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// The blocks behind a range of bytes that was checked.
    package func segments(in range: Range<Int>) -> [BlockSegment] {
        withBlocks { $0.segments(in: range) }
    }

    /// All bytes, where they lie in one block that is allocated, and are those of a range.
    func onlyBytes(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer? {
        withBlocks { $0.only(range) }?.bytes
    }

    /// All bytes, where they are one block that is allocated, and always have been.
    package var bytesOfOneBlock: UnsafeRawBufferPointer? {
        chainIfGrown == nil ? first?.bytes.map(UnsafeRawBufferPointer.init) : nil
    }

    func appendSegments(_ segments: [BlockSegment]) throws {
        try chain.withLock { try $0.append(segments) }
    }
}

extension CMBlockBuffer {
    /// Appends new memory, of which `range` is used.
    public func append(
        length: Int,
        allocator: CFAllocator? = kCFAllocatorDefault,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        guard length > 0 else { throw Error.badLengthParameter }
        try append(BlockMemory(nil, byteCount: length), range: range ?? 0..<length, flags: flags)
    }

    /// Appends memory that is there. It is freed with the last buffer that shares it, unless `allocator` is
    /// ``kCFAllocatorNull``.
    public func append(
        buffer: UnsafeMutableRawBufferPointer,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        try append(buffer: buffer[...], allocator: allocator, flags: flags)
    }

    /// Appends a part of memory that is there; the whole of it is freed in the end.
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        allocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        let isLent = allocator != nil && allocator === kCFAllocatorNull
        try append(buffer: buffer, deallocator: { pointer, _ in if !isLent { free(pointer) } }, flags: flags)
    }

    /// Appends new memory with its own ways to make and free it.
    @preconcurrency
    public func append(
        length: Int,
        allocator: @escaping CustomBlockAllocator,
        deallocator: @escaping CustomBlockDeallocator,
        range: Range<Int>? = nil,
        flags: Flags = []
    ) throws {
        guard length > 0 else { throw Error.badLengthParameter }
        let memory = BlockMemory(nil, byteCount: length, allocate: allocator, deallocate: deallocator)
        try append(memory, range: range ?? 0..<length, flags: flags)
    }

    /// Appends memory that is there, with its own way to free it.
    @preconcurrency
    public func append(
        buffer: UnsafeMutableRawBufferPointer,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        try append(buffer: buffer[...], deallocator: deallocator, flags: flags)
    }

    /// Appends a part of memory that is there, with its own way to free the whole.
    @preconcurrency
    public func append(
        buffer: Swift.Slice<UnsafeMutableRawBufferPointer>,
        deallocator: @escaping CustomBlockDeallocator,
        flags: Flags = []
    ) throws {
        guard let base = buffer.base.baseAddress else { throw Error.badPointerParameter }
        let range = buffer.startIndex..<buffer.endIndex
        guard !buffer.base.isEmpty, (0..<buffer.base.count).contains(range.lowerBound) else {
            throw Error.badLengthParameter
        }
        try append(BlockMemory(base, byteCount: buffer.base.count, deallocate: deallocator), range: range, flags: flags)
    }

    /// Appends another buffer's bytes, shared unless `flags` ask for a copy.
    public func append<T>(bufferReference: T, flags: Flags = []) throws where T: CMBlockBufferProtocol {
        let range = try bufferReference.checkedRange()
        if range.isEmpty {
            guard flags.contains(.permitEmptyReference) else { throw Error.emptyBlockBuffer }
            return
        }
        guard flags.contains(.alwaysCopyData) else {
            return try appendSegments(bufferReference.owner.segments(in: range))
        }
        let copy = try bufferReference.makeContiguous(flags: [.alwaysCopyData])
        try appendSegments(copy.segments(in: 0..<range.count))
    }

    /// Allocates all memory that was put off.
    public func assureBlockMemory() throws {
        guard !isEmpty else { throw Error.emptyBlockBuffer }
        for segment in segments(in: 0..<endIndex) { try segment.memory.assure() }
    }

    private func append(_ memory: BlockMemory, range: Range<Int>, flags: Flags) throws {
        guard range.lowerBound >= 0, range.lowerBound <= memory.byteCount else { throw Error.badOffsetParameter }
        guard range.upperBound <= memory.byteCount else { throw Error.badLengthParameter }
        if flags.contains(.assureMemoryNow) { try memory.assure() }
        guard !range.isEmpty else { return }
        try appendSegments([BlockSegment(memory: memory, offset: range.lowerBound, byteCount: range.count)])
    }
}
