public import AssetKitBase
public import CMTimeLib
internal import Dispatch
public import Foundation

/// The size of the stored pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size to show, by the attachments: the clean part, with square pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    let store = imageBuffer.attachmentStore
    if let display = PropertyList.dictionary(store[kCVImageBufferDisplayDimensionsKey]?.value),
        let width = display.number(kCVImageBufferDisplayWidthKey)?.double,
        let height = display.number(kCVImageBufferDisplayHeightKey)?.double, width > 0, height > 0
    {
        return CGSize(width: width, height: height)
    }
    let geometry = PictureGeometry(
        width: imageBuffer.width,
        height: imageBuffer.height,
        cleanAperture: store[kCVImageBufferCleanApertureKey]?.value,
        pixelAspectRatio: store[kCVImageBufferPixelAspectRatioKey]?.value
    )
    return geometry.presentationSize(usesPixelAspectRatio: true, usesCleanAperture: true)
}

/// The clean part of the picture by the attachments, counted from the lower left corner.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    PictureGeometry(
        width: imageBuffer.width,
        height: imageBuffer.height,
        cleanAperture: imageBuffer.attachmentStore[kCVImageBufferCleanApertureKey]?.value,
        pixelAspectRatio: nil
    ).cleanAperture(originIsAtTopLeft: false)
}

/// Whether the first row is the uppermost one. It always is.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

/// The colour space that is attached, or that the attached colour properties name.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> UnmanagedValue<CGColorSpace>? {
    if let space = imageBuffer.attachmentStore[kCVImageBufferCGColorSpaceKey]?.value as? CGColorSpace {
        return UnmanagedValue(space)
    }
    let keys = [kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey]
    let pairs = keys.compactMap { key in imageBuffer.attachmentStore[key].map { (key, $0.value as Any) } }
    return CVImageBufferCreateColorSpaceFromAttachments(Dictionary(pairs) { first, _ in first })
}

/// The colour space that colour properties name; nil where they name none that is known.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> UnmanagedValue<CGColorSpace>? {
    let values = PropertyList.withTextKeys(attachments)
    guard let primaries = PropertyList.text(values[kCVImageBufferColorPrimariesKey]) else { return nil }
    let transfer = PropertyList.text(values[kCVImageBufferTransferFunctionKey])
    let name: CFString? =
        switch (primaries, transfer) {
        case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_sRGB): CGColorSpace.sRGB
        case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_Linear): CGColorSpace.linearSRGB
        case (kCVImageBufferColorPrimaries_ITU_R_709_2, _): CGColorSpace.itur_709
        case (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ):
            CGColorSpace.itur_2100_PQ
        case (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2100_HLG):
            CGColorSpace.itur_2100_HLG
        case (kCVImageBufferColorPrimaries_ITU_R_2020, _): CGColorSpace.itur_2020
        case (kCVImageBufferColorPrimaries_P3_D65, _): CGColorSpace.displayP3
        case (kCVImageBufferColorPrimaries_DCI_P3, _): CGColorSpace.dcip3
        default: nil
        }
    return name.flatMap { CGColorSpace(name: $0) }.map(UnmanagedValue.init)
}

/// The description of a pixel format; nil for one that nobody described.
public func CVPixelFormatDescriptionCreateWithPixelFormatType(
    _ allocator: CFAllocator?,
    _ pixelFormat: OSType
) -> CFDictionary? {
    PixelFormatRegistry.shared.description(pixelFormat)
}

/// The numbers of all pixel formats that are known.
public func CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(_ allocator: CFAllocator?) -> CFArray? {
    PixelFormatRegistry.shared.types
}

/// Adds a pixel format. A description that makes no sense, or of a format that is known, changes nothing.
public func CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType(
    _ description: CFDictionary,
    _ pixelFormat: OSType
) {
    _ = PixelFormatRegistry.shared.register(description, for: pixelFormat)
}

/// The clock that only runs forward, in units of `CVGetHostClockFrequency`.
public func CVGetCurrentHostTime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Units of the host clock in a second.
public func CVGetHostClockFrequency() -> Double { 1e9 }

/// The smallest step of the host clock.
public func CVGetHostClockMinimumTimeDelta() -> UInt32 { 1 }
