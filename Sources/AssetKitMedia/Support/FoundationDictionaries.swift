public import AssetKitBase
public import CMTimeLib
public import Foundation

// On Apple's systems an NSDictionary goes where a CFDictionary is expected. Here these are two types, so whatever takes the
// one takes the other too. Literals stay dictionaries of Swift.

extension NSDictionary {
    fileprivate var values: CFDictionary { self as? CFDictionary ?? [:] }
}

/// Makes a picture in new memory.
@_disfavoredOverload
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?,
    _ width: Int,
    _ height: Int,
    _ pixelFormatType: OSType,
    _ pixelBufferAttributes: NSDictionary,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferCreate(allocator, width, height, pixelFormatType, pixelBufferAttributes.values, pixelBufferOut)
}

/// Makes a pool. The second dictionary names the pixel format, the width and the height of its pictures.
@_disfavoredOverload
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?,
    _ poolAttributes: NSDictionary?,
    _ pixelBufferAttributes: NSDictionary,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    CVPixelBufferPoolCreate(allocator, poolAttributes?.values, pixelBufferAttributes.values, poolOut)
}

/// Makes a picture, unless as many exist as ``kCVPixelBufferPoolAllocationThresholdKey`` allows.
@_disfavoredOverload
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?,
    _ pixelBufferPool: CVPixelBufferPool,
    _ auxAttributes: NSDictionary,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
        allocator,
        pixelBufferPool,
        auxAttributes.values,
        pixelBufferOut
    )
}

/// Adds attachments; those of the same name give way.
@_disfavoredOverload
public func CVBufferSetAttachments(
    _ buffer: CVBuffer,
    _ theAttachments: NSDictionary,
    _ attachmentMode: CVAttachmentMode
) {
    CVBufferSetAttachments(buffer, theAttachments.values, attachmentMode)
}

/// Adds attachments; those of the same name give way.
@_disfavoredOverload
public func CMSetAttachments(
    _ target: CMAttachmentBearer,
    attachments theAttachments: NSDictionary,
    attachmentMode: CMAttachmentMode
) {
    CMSetAttachments(target, attachments: theAttachments.values, attachmentMode: attachmentMode)
}

/// Makes a description of a media type and a subtype.
@_disfavoredOverload
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?,
    mediaType: CMMediaType,
    mediaSubType: FourCharCode,
    extensions: NSDictionary,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    CMFormatDescriptionCreate(
        allocator: allocator,
        mediaType: mediaType,
        mediaSubType: mediaSubType,
        extensions: extensions.values,
        formatDescriptionOut: formatDescriptionOut
    )
}

/// Makes a description of pictures.
@_disfavoredOverload
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?,
    codecType: CMVideoCodecType,
    width: Int32,
    height: Int32,
    extensions: NSDictionary,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    CMVideoFormatDescriptionCreate(
        allocator: allocator,
        codecType: codecType,
        width: width,
        height: height,
        extensions: extensions.values,
        formatDescriptionOut: formatDescriptionOut
    )
}

/// Makes a pool; the dictionary may say ``kCMMemoryPoolOption_AgeOutPeriod``.
@_disfavoredOverload
public func CMMemoryPoolCreate(options: NSDictionary) -> CMMemoryPool { CMMemoryPoolCreate(options: options.values) }

/// The time that a dictionary says; invalid where it says none.
@_disfavoredOverload
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary) -> CMTime {
    CMTimeMakeFromDictionary(dictionaryRepresentation.values)
}

/// The range that a dictionary says; invalid where it says none.
@_disfavoredOverload
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary) -> CMTimeRange {
    CMTimeRangeMakeFromDictionary(dictionaryRepresentation.values)
}

/// The mapping that a dictionary says; invalid where it says none.
@_disfavoredOverload
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: NSDictionary) -> CMTimeMapping {
    CMTimeMappingMakeFromDictionary(dictionaryRepresentation.values)
}

extension CMFormatDescription.Extensions {
    /// Makes extensions of a dictionary of Core Media's keys.
    @_disfavoredOverload
    public init(base: NSDictionary) { self.init(base: base.values) }
}
