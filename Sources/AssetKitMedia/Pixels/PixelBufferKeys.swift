public import CMTimeLib

// Attributes that a pixel buffer is asked for with.

/// The pixel format, a number or an array of numbers.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The allocator; accepted and ignored.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// Pixels in a row.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// Rows.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Pixels beyond the left side.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Rows beyond the upper side.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels beyond the right side.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Rows beyond the lower side.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Rows begin at multiples of so many bytes.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Whether a ``CGContext`` can draw into it; accepted and ignored.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether a ``CGImage`` can be made of it; accepted and ignored.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Accepted and ignored.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Accepted and ignored.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// Accepted and ignored.
public let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString = "OpenGLTextureCacheCompatibility"
/// Accepted and ignored.
public let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString = "OpenGLESTextureCacheCompatibility"
/// Planes begin at multiples of so many bytes.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Accepted and ignored.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Accepted and ignored.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

// Attributes of pools.

/// How many buffers the pool keeps, however old.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "kCVPixelBufferPoolMinimumBufferCountKey"
/// How many seconds a free buffer is kept; 0 keeps it for ever.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "kCVPixelBufferPoolMaximumBufferAgeKey"
/// Make no new buffer when there are so many: a number in the auxiliary attributes.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "kCVPixelBufferPoolAllocationThresholdKey"
/// Posted by a pool when a buffer comes back after one was refused because of the threshold.
public let kCVPixelBufferPoolFreeBufferNotification: CFString = "kCVPixelBufferPoolFreeBufferNotification"

// What the description of a pixel format says.

/// The name.
public let kCVPixelFormatName: CFString = "Name"
/// The number.
public let kCVPixelFormatConstant: CFString = "Constant"
/// The codec type.
public let kCVPixelFormatCodecType: CFString = "CodecType"
/// The four characters.
public let kCVPixelFormatFourCC: CFString = "FourCC"
/// Whether there is transparency.
public let kCVPixelFormatContainsAlpha: CFString = "ContainsAlpha"
/// Whether pixels are Y'CbCr: luma and chroma.
public let kCVPixelFormatContainsYCbCr: CFString = "ContainsYCbCr"
/// Whether there is red, green and blue.
public let kCVPixelFormatContainsRGB: CFString = "ContainsRGB"
/// Whether there is grey.
public let kCVPixelFormatContainsGrayscale: CFString = "ContainsGrayscale"
/// Which numbers components use.
public let kCVPixelFormatComponentRange: CFString = "ComponentRange"
/// Black is 16, white is 235.
public let kCVPixelFormatComponentRange_VideoRange: CFString = "VideoRange"
/// Black is 0, white is 255.
public let kCVPixelFormatComponentRange_FullRange: CFString = "FullRange"
/// Numbers go beyond black and white.
public let kCVPixelFormatComponentRange_WideRange: CFString = "WideRange"
/// The planes: an array of dictionaries.
public let kCVPixelFormatPlanes: CFString = "Planes"
/// Pixels of one block.
public let kCVPixelFormatBlockWidth: CFString = "BlockWidth"
/// Rows of one block.
public let kCVPixelFormatBlockHeight: CFString = "BlockHeight"
/// Bits of one block.
public let kCVPixelFormatBitsPerBlock: CFString = "BitsPerBlock"
/// Rows are multiples of so many blocks.
public let kCVPixelFormatBlockHorizontalAlignment: CFString = "BlockHorizontalAlignment"
/// There are multiples of so many rows.
public let kCVPixelFormatBlockVerticalAlignment: CFString = "BlockVerticalAlignment"
/// A black block, as data.
public let kCVPixelFormatBlackBlock: CFString = "BlackBlock"
/// So many pixels share a sample.
public let kCVPixelFormatHorizontalSubsampling: CFString = "HorizontalSubsampling"
/// So many rows share a sample.
public let kCVPixelFormatVerticalSubsampling: CFString = "VerticalSubsampling"
/// Bits of one component.
public let kCVPixelFormatBitsPerComponent: CFString = "BitsPerComponent"
/// Accepted and ignored.
public let kCVPixelFormatQDCompatibility: CFString = "QDCompatibility"
/// How a bitmap context sees it.
public let kCVPixelFormatCGBitmapInfo: CFString = "CGBitmapInfo"
/// Whether a picture can be made of it.
public let kCVPixelFormatCGImageCompatibility: CFString = "CGImageCompatibility"
/// Whether a context can draw into it.
public let kCVPixelFormatCGBitmapContextCompatibility: CFString = "CGBitmapContextCompatibility"
/// Accepted and ignored.
public let kCVPixelFormatFillExtendedPixelsCallback: CFString = "FillExtendedPixelsCallback"
/// Accepted and ignored.
public let kCVPixelFormatOpenGLFormat: CFString = "OpenGLFormat"
/// Accepted and ignored.
public let kCVPixelFormatOpenGLType: CFString = "OpenGLType"
/// Accepted and ignored.
public let kCVPixelFormatOpenGLInternalFormat: CFString = "OpenGLInternalFormat"
/// Accepted and ignored.
public let kCVPixelFormatOpenGLCompatibility: CFString = "OpenGLCompatibility"
/// Accepted and ignored.
public let kCVPixelFormatOpenGLESCompatibility: CFString = "OpenGLESCompatibility"
/// Accepted and ignored.
public let kCVPixelFormatDirect3DFormat: CFString = "Direct3DFormat"
/// Accepted and ignored.
public let kCVPixelFormatDirect3DType: CFString = "Direct3DType"
/// Accepted and ignored.
public let kCVPixelFormatDirect3DInternalFormat: CFString = "Direct3DInternalFormat"
/// Accepted and ignored.
public let kCVPixelFormatDirect3DCompatibility: CFString = "Direct3DCompatibility"
/// Accepted and ignored.
public let kCVPixelFormatDXGICompatibility: CFString = "DXGICompatibility"
/// Accepted and ignored.
public let kCVPixelFormatDXGIFormat: CFString = "DXGIFormat"
/// Accepted and ignored.
public let kCVPixelFormatDXGIType: CFString = "DXGIType"
/// Accepted and ignored.
public let kCVPixelFormatDXGIInternalFormat: CFString = "DXGIInternalFormat"
