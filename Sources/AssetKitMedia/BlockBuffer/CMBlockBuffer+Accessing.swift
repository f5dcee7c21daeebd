public import AssetKitBase
internal import Foundation

/// Allocates all memory that was put off.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
    status { try theBuffer.assureBlockMemory() }
}

/// Finds bytes in one piece: where they are, or as a copy in `temporaryBlock`, which holds at least `length` bytes.
@discardableResult
public func CMBlockBufferAccessDataBytes(
    _ theBuffer: CMBlockBuffer,
    atOffset offset: Int,
    length: Int,
    temporaryBlock: UnsafeMutableRawPointer,
    returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
    status {
        let slice = try theBuffer.slice(offset: offset, count: length)
        guard !slice.isContiguous else {
            returnedPointerOut.pointee = try theBuffer.pointer(atOffset: offset)
            return
        }
        try slice.copyDataBytes(to: UnsafeMutableRawBufferPointer(start: temporaryBlock, count: length))
        returnedPointerOut.pointee = temporaryBlock.assumingMemoryBound(to: CChar.self)
    }
}

/// Copies bytes out, across blocks.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer,
    atOffset offsetToData: Int,
    dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    status {
        let slice = try theSourceBuffer.slice(offset: offsetToData, count: dataLength)
        guard dataLength > 0 else { return }
        try slice.copyDataBytes(to: UnsafeMutableRawBufferPointer(start: destination, count: dataLength))
    }
}

/// Writes bytes into the buffer, across blocks.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer,
    blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    status {
        let slice = try destinationBuffer.slice(offset: offsetIntoDestination, count: dataLength)
        guard dataLength > 0 else { return }
        try slice.replaceDataBytes(with: UnsafeRawBufferPointer(start: sourceBytes, count: dataLength))
    }
}

/// Sets bytes of the buffer, across blocks. A length of 0 means "to the end".
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar,
    blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int,
    dataLength: Int
) -> OSStatus {
    status {
        let slice = try destinationBuffer.slice(
            offset: offsetIntoDestination,
            count: dataLength,
            toEndIfZero: true
        )
        try slice.fillDataBytes(with: UInt8(bitPattern: fillByte))
    }
}

/// Finds the byte at an offset, how many bytes follow in the same block, and how many there are in all.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer,
    atOffset offset: Int,
    lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    status {
        let total = theBuffer.dataLength
        guard total > 0 else { throw CMBlockBuffer.Error.emptyBlockBuffer }
        guard (0..<total).contains(offset), let segment = theBuffer.segments(in: offset..<total).first else {
            throw CMBlockBuffer.Error.badOffsetParameter
        }
        let pointer = try theBuffer.pointer(atOffset: offset)
        lengthAtOffsetOut?.pointee = segment.byteCount
        totalLengthOut?.pointee = total
        dataPointerOut?.pointee = pointer
    }
}

/// How many bytes there are.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether a range lies in one block. A length of 0 means "to the end".
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    (try? theBuffer.slice(offset: offset, count: length, toEndIfZero: true))?.isContiguous ?? false
}

/// Whether there are no bytes.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

extension CMBlockBuffer {
    fileprivate func pointer(atOffset offset: Int) throws -> UnsafeMutablePointer<CChar> {
        guard let segment = segments(in: offset..<endIndex).first else { throw Error.badOffsetParameter }
        guard let base = segment.bytes?.baseAddress else { throw Error.unallocatedBlock }
        return base.assumingMemoryBound(to: CChar.self)
    }
}
