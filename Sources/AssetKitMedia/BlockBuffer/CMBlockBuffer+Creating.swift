public import AssetKitBase
public import CMTimeLib
internal import Foundation

// The C names. Every one of them answers with a status; the Swift forms throw the same numbers.

/// The C form of ``CMBlockBuffer/Flags``.
public typealias CMBlockBufferFlags = UInt32
/// Allocate the memory at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1
/// Copy instead of sharing.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 2
/// Without effect.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 4
/// References to empty buffers are allowed.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 8
/// The version of ``CMBlockBufferCustomBlockSource`` that is known.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Ways to make and free a block.
public struct CMBlockBufferCustomBlockSource {
    /// ``kCMBlockBufferCustomBlockSourceVersion``.
    public var version: UInt32
    /// Makes a block; given `refCon` and the number of bytes.
    public var AllocateBlock: (@Sendable (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Frees a block; given `refCon`, the block and the number of bytes.
    public var FreeBlock: (@Sendable (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
    /// Handed to both.
    public var refCon: UnsafeMutableRawPointer?

    /// Makes a source.
    @preconcurrency
    public init(
        version: UInt32,
        AllocateBlock: (@Sendable (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
        FreeBlock: (@Sendable (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
        refCon: UnsafeMutableRawPointer?
    ) {
        self.version = version
        self.AllocateBlock = AllocateBlock
        self.FreeBlock = FreeBlock
        self.refCon = refCon
    }
}

/// Makes an empty buffer.
@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator structureAllocator: CFAllocator?,
    capacity subBlockCapacity: UInt32,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer(empty: ())
    return noErr
}

/// Makes a buffer of one block, which is there or will be allocated.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?,
    memoryBlock: UnsafeMutableRawPointer?,
    blockLength: Int,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    let buffer = CMBlockBuffer(empty: ())
    let result = CMBlockBufferAppendMemoryBlock(
        buffer,
        memoryBlock: memoryBlock,
        length: blockLength,
        blockAllocator: blockAllocator,
        customBlockSource: customBlockSource,
        offsetToData: offsetToData,
        dataLength: dataLength,
        flags: flags
    )
    if result == noErr { blockBufferOut.pointee = buffer }
    return result
}

/// Makes a buffer that shares a range of another one's bytes.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?,
    referenceBuffer bufferReference: CMBlockBuffer,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    status {
        let slice = try bufferReference.slice(offset: offsetToData, count: dataLength, toEndIfZero: true)
        blockBufferOut.pointee = try CMBlockBuffer(bufferReference: slice, flags: .init(rawValue: flags))
    }
}

/// Makes a buffer with a range of another one's bytes in one block.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?,
    sourceBuffer: CMBlockBuffer,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    status {
        let slice = try sourceBuffer.slice(offset: offsetToData, count: dataLength, toEndIfZero: true)
        let flags = CMBlockBuffer.Flags(rawValue: flags)
        guard let source = customBlockSource?.pointee else {
            blockBufferOut.pointee = try slice.makeContiguous(flags: flags)
            return
        }
        let (allocate, deallocate) = try source.closures()
        guard let allocate else { throw CMBlockBuffer.Error.badCustomBlockSource }
        blockBufferOut.pointee = try slice.makeContiguous(allocator: allocate, deallocator: deallocate, flags: flags)
    }
}

/// Appends one block, which is there or will be allocated.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
    _ theBuffer: CMBlockBuffer,
    memoryBlock: UnsafeMutableRawPointer?,
    length blockLength: Int,
    blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    status {
        guard blockLength > 0 else { throw CMBlockBuffer.Error.badLengthParameter }
        guard offsetToData >= 0, offsetToData <= blockLength else { throw CMBlockBuffer.Error.badOffsetParameter }
        guard dataLength >= 0, dataLength <= blockLength - offsetToData else {
            throw CMBlockBuffer.Error.badLengthParameter
        }
        let range = offsetToData..<(offsetToData + dataLength)
        let flags = CMBlockBuffer.Flags(rawValue: flags)
        let source = try customBlockSource?.pointee.closures()
        switch (memoryBlock, source) {
        case (let memory?, let source?):
            let block = UnsafeMutableRawBufferPointer(start: memory, count: blockLength)
            try theBuffer.append(buffer: block[range], deallocator: source.deallocate, flags: flags)
        case (let memory?, nil):
            let block = UnsafeMutableRawBufferPointer(start: memory, count: blockLength)
            try theBuffer.append(buffer: block[range], allocator: blockAllocator, flags: flags)
        case (nil, (let allocate?, let deallocate)?):
            try theBuffer.append(
                length: blockLength,
                allocator: allocate,
                deallocator: deallocate,
                range: range,
                flags: flags
            )
        case (nil, (nil, _)?): throw CMBlockBuffer.Error.badCustomBlockSource
        case (nil, nil): try theBuffer.append(length: blockLength, range: range, flags: flags)
        }
    }
}

/// Appends a range of another buffer's bytes.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer,
    targetBBuf: CMBlockBuffer,
    offsetToData: Int,
    dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    status {
        let slice = try targetBBuf.slice(offset: offsetToData, count: dataLength, toEndIfZero: true)
        try theBuffer.append(bufferReference: slice, flags: .init(rawValue: flags))
    }
}

extension CMBlockBufferCustomBlockSource {
    fileprivate func closures() throws -> (
        allocate: CMBlockBuffer.CustomBlockAllocator?, deallocate: CMBlockBuffer.CustomBlockDeallocator
    ) {
        guard version == kCMBlockBufferCustomBlockSourceVersion else { throw CMBlockBuffer.Error.badCustomBlockSource }
        // SAFETY: what the pointer is for is the client's business, on whatever thread.
        nonisolated(unsafe) let reference = refCon
        let (make, take) = (AllocateBlock, FreeBlock)
        let deallocate: CMBlockBuffer.CustomBlockDeallocator = { take?(reference, $0, $1) }
        guard let make else { return (nil, deallocate) }
        return ({ make(reference, $0) }, deallocate)
    }
}

extension CMBlockBuffer {
    /// The slice that C arguments name. Where `toEndIfZero`, a count of 0 means "to the end".
    package func slice(offset: Int, count: Int, toEndIfZero: Bool = false) throws -> Slice {
        let total = endIndex
        guard offset >= 0, offset <= total else { throw Error.badOffsetParameter }
        guard count >= 0, count <= total - offset else { throw Error.badLengthParameter }
        return Slice(owner: self, range: offset..<(toEndIfZero && count == 0 ? total : offset + count))
    }
}
