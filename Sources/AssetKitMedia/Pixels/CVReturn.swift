/// The result of a Core Video function.
public typealias CVReturn = Int32

/// All went well.
public let kCVReturnSuccess: CVReturn = 0
/// The first number of a failure.
public let kCVReturnFirst: CVReturn = -6660
/// An argument makes no sense.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// This is not supported.
public let kCVReturnUnsupported: CVReturn = -6663
/// The display is not there.
public let kCVReturnInvalidDisplay: CVReturn = -6670
/// The display link runs already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// The display link does not run.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// The display link has nobody to call.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// The pixel format is not known.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The size makes no sense.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes make no sense.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// OpenGL cannot use the buffer.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// Metal cannot use the buffer.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// The pool has as many buffers as it may.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// There is not enough memory for the pool.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// The pool's attributes make no sense.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// Try again.
public let kCVReturnRetry: CVReturn = -6692
/// The last number of a failure.
public let kCVReturnLast: CVReturn = -6699
