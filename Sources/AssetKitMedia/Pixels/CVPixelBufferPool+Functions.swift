public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Makes a pool. The second dictionary names the pixel format, the width and the height of its pictures.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?,
    _ poolAttributes: CFDictionary?,
    _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    switch PixelBufferPoolAttributes.read(pool: poolAttributes, pixelBuffer: pixelBufferAttributes) {
    case .success(let attributes):
        poolOut.pointee = CVPixelBufferPool(attributes)
        return kCVReturnSuccess
    case .failure(let status):
        return status.code
    }
}

/// The first dictionary the pool was made with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes.pool }

/// The second dictionary the pool was made with.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.attributes.pixelBuffer
}

/// Makes a picture, of memory that is free if there is some.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?,
    _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    hand(pixelBufferPool.makeBuffer(), to: pixelBufferOut)
}

/// Makes a picture, unless as many exist as ``kCVPixelBufferPoolAllocationThresholdKey`` allows.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?,
    _ pixelBufferPool: CVPixelBufferPool,
    _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    let values = PropertyList.withTextKeys(auxAttributes ?? [:])
    guard let wish = values[kCVPixelBufferPoolAllocationThresholdKey] else {
        return hand(pixelBufferPool.makeBuffer(), to: pixelBufferOut)
    }
    guard let threshold = Number(wish)?.truncated(Int.self), threshold >= 0 else { return kCVReturnInvalidArgument }
    return hand(pixelBufferPool.makeBuffer(threshold: threshold), to: pixelBufferOut)
}

/// Lets free memory go: what is old, or with ``CVPixelBufferPoolFlushFlags/excessBuffers`` everything.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    pool.flush(excess: options.contains(.excessBuffers))
}

/// A number that is the same for every pool.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CVPixelBufferPool.self).hashValue)
}
/// A number that is the same for every picture.
public func CVPixelBufferGetTypeID() -> CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CVBuffer.self).hashValue) }
