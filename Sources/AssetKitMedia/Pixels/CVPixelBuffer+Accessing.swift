public import AssetKitBase
internal import Foundation

/// How a picture is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The client only reads.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Keeps the pixels at their place until the matching unlock. Locks nest. Without `.readOnly` the caller may write.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lock(readOnly: lockFlags.contains(.readOnly))
}

/// Ends a lock with the same flags; `kCVReturnInvalidArgument` where there is none.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.unlock(readOnly: unlockFlags.contains(.readOnly))
}

/// Pixels in a row.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format.type }

/// The first pixel; of a planar picture, the first sample of plane 0.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.storage.memory(ofPlane: 0).baseAddress
}

/// Bytes from one row to the next; of a planar picture, in plane 0.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.storage.bytesPerRow(ofPlane: 0)
}

/// How many bytes the rows of all planes take.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    let storage = pixelBuffer.storage
    return (0..<storage.planeCount).reduce(0) { $0 + storage.memory(ofPlane: $1).count }
}

/// Whether the format has separate planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// How many planes there are; 0 for a packed format.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.isPlanar ? pixelBuffer.format.planes.count : 0
}

/// Samples in a row of a plane; 0 where there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.width(ofPlane: planeIndex)
}

/// Rows of a plane; 0 where there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.height(ofPlane: planeIndex)
}

/// The first sample of a plane; nil where there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer,
    _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    guard pixelBuffer.format.planes.indices.contains(planeIndex) else { return nil }
    return pixelBuffer.storage.memory(ofPlane: planeIndex).baseAddress
}

/// Bytes from one row of a plane to the next; 0 where there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    guard pixelBuffer.format.planes.indices.contains(planeIndex) else { return 0 }
    return pixelBuffer.storage.bytesPerRow(ofPlane: planeIndex)
}

/// How many pixels there are beyond each side.
public func CVPixelBufferGetExtendedPixels(
    _ pixelBuffer: CVPixelBuffer,
    _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
    _ extraColumnsOnRight: UnsafeMutablePointer<Int>?,
    _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
    _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
    extraColumnsOnLeft?.pointee = pixelBuffer.extended.left
    extraColumnsOnRight?.pointee = pixelBuffer.extended.right
    extraRowsOnTop?.pointee = pixelBuffer.extended.top
    extraRowsOnBottom?.pointee = pixelBuffer.extended.bottom
}

/// Repeats the pixels at the sides beyond them, so that filters find something there.
///
/// For formats whose blocks hold one sample; others answer `kCVReturnUnsupported` where there are columns to fill.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
    pixelBuffer.fillExtendedPixels()
}

extension CVBuffer {
    fileprivate func fillExtendedPixels() -> CVReturn {
        guard extended != ExtendedPixels() else { return kCVReturnSuccess }
        let hasColumns = extended.left + extended.right > 0
        guard !hasColumns || format.planes.allSatisfy({ $0.blockWidth == 1 }) else { return kCVReturnUnsupported }
        let result = lock(readOnly: false)
        guard result == kCVReturnSuccess else { return result }
        defer { _ = unlock(readOnly: false) }
        for index in format.planes.indices { fillExtendedPixels(ofPlane: index) }
        return kCVReturnSuccess
    }

    private func fillExtendedPixels(ofPlane index: Int) {
        let shape = format.planes[index]
        let bytesPerRow = storage.bytesPerRow(ofPlane: index)
        guard let base = storage.memory(ofPlane: index).baseAddress else { return }
        let rows = shape.height(ofPictureHeight: height)
        let size = shape.bytesPerBlock
        let left = shape.width(ofPictureWidth: extended.left)
        let visible = shape.width(ofPictureWidth: width)
        let right = shape.width(ofPictureWidth: extended.left + width + extended.right) - left - visible
        for row in 0..<rows {
            let first = base + row * bytesPerRow
            for column in 0..<left { (first - (column + 1) * size).copyMemory(from: first, byteCount: size) }
            let last = first + (visible - 1) * size
            for column in 0..<max(right, 0) { (last + (column + 1) * size).copyMemory(from: last, byteCount: size) }
        }
        let rowStart = base - left * size
        let byteCount = (left + visible + max(right, 0)) * size
        for row in 0..<shape.height(ofPictureHeight: extended.top) {
            (rowStart - (row + 1) * bytesPerRow).copyMemory(from: rowStart, byteCount: byteCount)
        }
        let lastRow = rowStart + (rows - 1) * bytesPerRow
        for row in 0..<shape.height(ofPictureHeight: extended.bottom) {
            (lastRow + (row + 1) * bytesPerRow).copyMemory(from: lastRow, byteCount: byteCount)
        }
    }
}
