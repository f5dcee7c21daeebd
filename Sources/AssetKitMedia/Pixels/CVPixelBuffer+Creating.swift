public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Called once when a buffer made of lent bytes goes: the reference given at the start, and the bytes.
public typealias CVPixelBufferReleaseBytesCallback = @Sendable (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void
/// Called once when a buffer made of lent planes goes: the reference given at the start, the data pointer and its size,
/// the number of planes and their addresses.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @Sendable (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// Makes a picture in new memory.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard let attributes = PixelBufferAttributes(pixelBufferAttributes) else {
        return kCVReturnInvalidPixelBufferAttributes
    }
    let made = attributes.makeBuffer(width: width, height: height, format: pixelFormatType) { layout in
        PixelMemory(byteCount: layout.byteCount).map { HeapPixelStorage(layout, memory: $0) }
    }
    return hand(made, to: pixelBufferOut)
}

/// Makes a picture of bytes that stay where they are. `releaseCallback` is called when the picture goes.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard PixelBufferAttributes(pixelBufferAttributes) != nil else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard !format.isPlanar else { return kCVReturnInvalidArgument }
    guard PixelMemoryLayout(format, width: width, height: height) != nil else { return kCVReturnInvalidSize }
    guard isRow(bytesPerRow, of: format.planes[0], pictureWidth: width, rows: height) else {
        return kCVReturnInvalidArgument
    }
    let storage = LentPixelStorage(planes: [(baseAddress, bytesPerRow, height)]) {
        releaseCallback?(releaseRefCon, baseAddress)
    }
    pixelBufferOut.pointee = CVBuffer(width: width, height: height, format: format, storage: storage)
    return kCVReturnSuccess
}

/// Makes a picture of planes that stay where they are. `releaseCallback` is called when the picture goes.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?,
    _ dataSize: Int,
    _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>,
    _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard PixelBufferAttributes(pixelBufferAttributes) != nil else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormat(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard PixelMemoryLayout(format, width: width, height: height) != nil else { return kCVReturnInvalidSize }
    guard numberOfPlanes == format.planes.count else { return kCVReturnInvalidArgument }
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int, rowCount: Int)] = []
    for (index, shape) in format.planes.enumerated() {
        let rows = shape.height(ofPictureHeight: height)
        guard let base = planeBaseAddress[index], planeHeight[index] >= rows,
            planeWidth[index] >= shape.width(ofPictureWidth: width),
            isRow(planeBytesPerRow[index], of: shape, pictureWidth: width, rows: rows)
        else { return kCVReturnInvalidArgument }
        planes.append((base, planeBytesPerRow[index], rows))
    }
    let bases = planes.map { Optional(UnsafeRawPointer($0.base)) }
    let storage = LentPixelStorage(planes: planes) {
        var addresses = bases
        releaseCallback?(releaseRefCon, dataPtr, dataSize, addresses.count, &addresses)
    }
    pixelBufferOut.pointee = CVBuffer(width: width, height: height, format: format, storage: storage)
    return kCVReturnSuccess
}

/// Merges dictionaries of attributes; later ones win. Formats that several of them name are reduced to what all accept.
@discardableResult
public func CVPixelBufferCreateResolvedAttributesDictionary(
    _ allocator: CFAllocator?,
    _ attributes: CFArray?,
    _ resolvedDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> CVReturn {
    let dictionaries = (attributes ?? []).map { PropertyList.dictionary($0) }
    guard !dictionaries.contains(where: { $0 == nil }) else { return kCVReturnInvalidPixelBufferAttributes }
    var resolved: [String: Any] = [:]
    var formats: [OSType]?
    for dictionary in dictionaries.compactMap(\.self) {
        guard let parsed = PixelBufferAttributes(dictionary) else { return kCVReturnInvalidPixelBufferAttributes }
        resolved.merge(dictionary) { _, new in new }
        guard !parsed.formats.isEmpty else { continue }
        let common = formats.map { $0.filter(parsed.formats.contains) } ?? parsed.formats
        guard !common.isEmpty else { return kCVReturnInvalidPixelBufferAttributes }
        formats = common
    }
    if let formats { resolved[kCVPixelBufferPixelFormatTypeKey] = formats.count == 1 ? formats[0] : formats }
    resolvedDictionaryOut.pointee = resolved
    return kCVReturnSuccess
}

/// Whether rows are long enough for their samples, and all of them within what memory can be.
private func isRow(_ bytesPerRow: Int, of shape: PixelFormat.Plane, pictureWidth: Int, rows: Int) -> Bool {
    guard let needed = shape.byteCount(ofWidth: shape.width(ofPictureWidth: pictureWidth)) else { return false }
    return bytesPerRow >= needed && !bytesPerRow.multipliedReportingOverflow(by: rows).overflow
}

/// Hands a picture to a C caller, or the status of why there is none.
package func hand(
    _ made: Result<CVPixelBuffer, PixelBufferStatus>,
    to pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    switch made {
    case .success(let buffer):
        pixelBufferOut.pointee = buffer
        return kCVReturnSuccess
    case .failure(let status):
        return status.code
    }
}
