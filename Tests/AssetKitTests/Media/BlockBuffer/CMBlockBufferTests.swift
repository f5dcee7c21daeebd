import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("CMBlockBuffer")
struct CMBlockBufferTests {
    /// Three blocks: 0 1 2, 3 4, 5 6 7 8.
    private func chain() throws -> CMBlockBuffer {
        let buffer = try CMBlockBuffer()
        for part in [[0, 1, 2], [3, 4], [5, 6, 7, 8]] as [[UInt8]] {
            try buffer.append(bufferReference: try CMBlockBuffer(copying: Data(part)))
        }
        return buffer
    }

    @Test("bytes are read across blocks")
    func readsAcross() throws {
        let buffer = try chain()
        #expect(buffer.dataLength == 9 && !buffer.isContiguous)
        #expect(try buffer.dataBytes() == Data(0...8))
        #expect(try buffer[2..<6].dataBytes() == Data(2...5))
        #expect(try buffer[3...].dataBytes() == Data(3...8) && buffer[...1].dataBytes() == Data(0...1))
        #expect(try buffer[4..<8][5..<6].dataBytes() == Data([5]))
        #expect(buffer[3..<5].isContiguous && !buffer[2..<4].isContiguous)
        var target = [UInt8](repeating: 99, count: 4)
        #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: 4, destination: &target) == noErr)
        #expect(target == [1, 2, 3, 4])
    }

    @Test("bytes are written across blocks, also through a reference")
    func writesAcross() throws {
        let buffer = try chain()
        let window = try CMBlockBuffer(bufferReference: buffer[2..<7])
        #expect(
            CMBlockBufferReplaceDataBytes(
                with: [20, 21, 22] as [UInt8],
                blockBuffer: window,
                offsetIntoDestination: 0,
                dataLength: 3
            ) == noErr
        )
        try buffer[8..<9].fillDataBytes(with: 0xff)
        #expect(try buffer.dataBytes() == Data([0, 1, 20, 21, 22, 5, 6, 7, 255]))
    }

    @Test("a data pointer says how far its block goes")
    func dataPointer() throws {
        let buffer = try chain()
        var here = 0
        var total = 0
        var pointer: UnsafeMutablePointer<CChar>?
        let result = CMBlockBufferGetDataPointer(
            buffer,
            atOffset: 4,
            lengthAtOffsetOut: &here,
            totalLengthOut: &total,
            dataPointerOut: &pointer
        )
        #expect(result == noErr && here == 1 && total == 9 && pointer?.pointee == 4)
    }

    @Test("access in one piece is a pointer where it can be, else a copy")
    func access() throws {
        let buffer = try chain()
        var scratch = [CChar](repeating: 0, count: 9)
        var pointer: UnsafeMutablePointer<CChar>?
        scratch.withUnsafeMutableBytes { scratch in
            guard let base = scratch.baseAddress else { return }
            let inside = CMBlockBufferAccessDataBytes(
                buffer,
                atOffset: 5,
                length: 4,
                temporaryBlock: base,
                returnedPointerOut: &pointer
            )
            #expect(inside == noErr && pointer.map(UnsafeMutableRawPointer.init) != base && pointer?.pointee == 5)
            let across = CMBlockBufferAccessDataBytes(
                buffer,
                atOffset: 1,
                length: 8,
                temporaryBlock: base,
                returnedPointerOut: &pointer
            )
            #expect(across == noErr && pointer.map(UnsafeMutableRawPointer.init) == base && pointer?.pointee == 1)
        }
    }

    @Test("making contiguous shares what is in one piece and copies what is not")
    func contiguous() throws {
        let buffer = try chain()
        let one = try buffer.makeContiguous()
        #expect(one.isContiguous)
        try one.fillDataBytes(with: 0)
        #expect(try buffer.dataBytes() == Data(0...8))
        let shared = try buffer[0..<3].makeContiguous()
        try shared.fillDataBytes(with: 9)
        #expect(try buffer[0..<3].dataBytes() == Data([9, 9, 9]))
        let copied = try buffer[0..<3].makeContiguous(flags: .alwaysCopyData)
        try copied.fillDataBytes(with: 1)
        #expect(try buffer[0..<3].dataBytes() == Data([9, 9, 9]))
        #expect(try buffer.withContiguousStorage { $0.count } == 9)
    }

    @Test("memory goes back once, when the last buffer that shares it goes")
    func deallocation() throws {
        let freed = Lock<[Int]>([])
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
        var window: CMBlockBuffer?
        do {
            let whole = try CMBlockBuffer(
                buffer: memory,
                deallocator: { pointer, count in
                    freed.withLock { $0.append(count) }
                    pointer.deallocate()
                }
            )
            window = try CMBlockBuffer(bufferReference: whole[2..<4])
        }
        #expect(freed.withLock { $0.isEmpty } && window?.dataLength == 2)
        window = nil
        #expect(freed.withLock { $0 } == [8])
    }

    @Test("memory that was put off is not there to read, and comes with the first write")
    func lazyMemory() throws {
        let buffer = try CMBlockBuffer(length: 16, range: 4..<12)
        #expect(buffer.dataLength == 8)
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) { try buffer.dataBytes() }
        try buffer.assureBlockMemory()
        #expect(try buffer.dataBytes() == Data(count: 8))
        let other = try CMBlockBuffer(length: 4)
        #expect(try other.withUnsafeMutableBytes(atOffset: 1) { $0.count } == 3)
    }

    @Test("a custom source makes and frees blocks")
    func customSource() throws {
        let freed = Lock(0)
        var source = CMBlockBufferCustomBlockSource(
            version: kCMBlockBufferCustomBlockSourceVersion,
            AllocateBlock: { _, size in calloc(1, size) },
            FreeBlock: { _, pointer, _ in
                freed.withLock { $0 += 1 }
                free(pointer)
            },
            refCon: nil
        )
        var buffer: CMBlockBuffer?
        func make() -> OSStatus {
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil,
                memoryBlock: nil,
                blockLength: 32,
                blockAllocator: nil,
                customBlockSource: &source,
                offsetToData: 0,
                dataLength: 32,
                flags: kCMBlockBufferAssureMemoryNowFlag,
                blockBufferOut: &buffer
            )
        }
        #expect(make() == noErr && buffer?.dataLength == 32)
        buffer = nil
        #expect(freed.withLock { $0 } == 1)
        source.version = 9
        #expect(make() == kCMBlockBufferBadCustomBlockSourceErr)
    }

    @Test("a block lent with the null allocator is not freed")
    func lentBlock() {
        var bytes: [UInt8] = [1, 2, 3, 4]
        bytes.withUnsafeMutableBytes { memory in
            var buffer: CMBlockBuffer?
            let result = CMBlockBufferCreateWithMemoryBlock(
                allocator: kCFAllocatorDefault,
                memoryBlock: memory.baseAddress,
                blockLength: 4,
                blockAllocator: kCFAllocatorNull,
                customBlockSource: nil,
                offsetToData: 1,
                dataLength: 2,
                flags: 0,
                blockBufferOut: &buffer
            )
            #expect(result == noErr)
            #expect((try? buffer?.dataBytes()) == Data([2, 3]))
        }
        #expect(bytes == [1, 2, 3, 4])
    }

    @Test(
        "offsets and lengths that do not fit are errors",
        arguments: [(-1, 1), (10, 1), (0, -1), (5, 5), (Int.max, 1), (1, Int.max), (Int.min, Int.max)]
    )
    func hostileRanges(offset: Int, length: Int) throws {
        let buffer = try chain()
        var target: UInt8 = 0
        let errors = [kCMBlockBufferBadOffsetParameterErr, kCMBlockBufferBadLengthParameterErr]
        #expect(
            errors.contains(
                CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: length, destination: &target)
            )
        )
        #expect(
            errors.contains(
                CMBlockBufferAppendBufferReference(
                    buffer,
                    targetBBuf: buffer,
                    offsetToData: offset,
                    dataLength: length,
                    flags: 0
                )
            )
        )
        #expect(
            errors.contains(
                CMBlockBufferReplaceDataBytes(
                    with: &target,
                    blockBuffer: buffer,
                    offsetIntoDestination: offset,
                    dataLength: length
                )
            )
        )
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: offset, length: length))
        var made: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil,
                memoryBlock: nil,
                blockLength: 4,
                blockAllocator: nil,
                customBlockSource: nil,
                offsetToData: offset,
                dataLength: length,
                flags: 0,
                blockBufferOut: &made
            ) != noErr
        )
        #expect(made == nil && buffer.dataLength == 9)
    }

    @Test("slices that are not in the buffer throw when they are used")
    func hostileSlices() throws {
        let buffer = try chain()
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[2..<99].dataBytes() }
        #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[50..<99].dataBytes() }
        #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[(-3)...].dataBytes() }
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer[0...Int.max].dataBytes() }
        #expect(throws: CMBlockBuffer.Error.badOffsetParameter) { try buffer[..<(-1)].dataBytes() }
    }

    @Test("more memory than there is, is an error")
    func hugeLength() throws {
        #expect(throws: CMBlockBuffer.Error.blockAllocationFailed) {
            try CMBlockBuffer(length: Int.max, flags: .assureMemoryNow)
        }
        let buffer = try CMBlockBuffer(length: Int.max)
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try buffer.append(length: 1) }
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: 0) }
    }

    @Test("an empty buffer has nothing to give, and is referred to only on purpose")
    func empty() throws {
        let empty = try CMBlockBuffer()
        #expect(empty.isEmpty && !empty.isContiguous)
        #expect(try empty.dataBytes().isEmpty)
        #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try empty.makeContiguous() }
        #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) { try CMBlockBuffer(bufferReference: empty) }
        #expect(try CMBlockBuffer(bufferReference: empty, flags: .permitEmptyReference).isEmpty)
    }

    @Test("memory of a pool is used again")
    func pool() throws {
        let pool = CMMemoryPoolCreate(options: [kCMMemoryPoolOption_AgeOutPeriod: 1e9])
        var buffer: CMBlockBuffer? = try CMBlockBuffer(length: 1000, pool: pool)
        let first = try buffer?.withUnsafeMutableBytes { $0.baseAddress }
        buffer = nil
        buffer = try CMBlockBuffer(length: 900, pool: pool)
        #expect(try buffer?.withUnsafeMutableBytes { $0.baseAddress } == first)
        let other = try CMBlockBuffer(length: 900, pool: pool)
        #expect(try other.withUnsafeMutableBytes { $0.baseAddress } != first)
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) { try CMBlockBuffer(length: -1, pool: pool) }
    }

    @Test("a pool keeps memory that is given back until it is invalid")
    func invalidPool() throws {
        let pool = CMMemoryPoolCreate(options: [kCMMemoryPoolOption_AgeOutPeriod: 1e9])
        /// Somebody's memory that has gone back to the pool.
        func givenBack() throws -> () -> PixelMemory? {
            let memory = try #require(pool.take(byteCount: 1000))
            defer { pool.giveBack(memory) }
            return { [weak memory] in memory }
        }
        let kept = try givenBack()
        #expect(kept() != nil)
        CMMemoryPoolInvalidate(pool)
        #expect(kept() == nil)
        let late = try givenBack()
        #expect(late() == nil)
    }

    @Test("attachments travel or stay")
    func attachments() throws {
        let buffer = try chain()
        CMSetAttachment(buffer, key: "stays", value: 1, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        CMSetAttachment(buffer, key: "travels", value: ["a": 2], attachmentMode: kCMAttachmentMode_ShouldPropagate)
        let other = try CMBlockBuffer()
        CMPropagateAttachments(buffer, destination: other)
        var mode: CMAttachmentMode = 9
        let travelled = CMGetAttachment(other, key: "travels", attachmentModeOut: &mode)
        #expect((travelled as? [String: Int]) == ["a": 2] && mode == kCMAttachmentMode_ShouldPropagate)
        #expect(CMGetAttachment(other, key: "stays", attachmentModeOut: nil) == nil)
        #expect(buffer.attachments["stays"]?.mode == .shouldNotPropagate)
        #expect(
            CMCopyDictionaryOfAttachments(
                allocator: nil,
                target: buffer,
                attachmentMode: kCMAttachmentMode_ShouldNotPropagate
            )?.count == 1
        )
        buffer.attachments["stays"] = .shouldPropagate("x")
        #expect(buffer.attachments.propagated.count == 2 && buffer.attachments.nonPropagated.isEmpty)
        CMRemoveAttachment(buffer, key: "stays")
        #expect(buffer.attachments["stays"] == nil)
        CMRemoveAllAttachments(buffer)
        #expect(buffer.attachments.propagated.isEmpty)
        CMSetAttachment(NSObject(), key: "nowhere", value: 1, attachmentMode: 0)
    }
}
