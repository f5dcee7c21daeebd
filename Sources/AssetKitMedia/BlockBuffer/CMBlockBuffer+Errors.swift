public import AssetKitBase
public import Foundation

/// A function result: no memory for the buffer object.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// A function result: no memory for the block.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// A function result: the custom block source is of no known version.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// A function result: the offset is outside.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A function result: the length does not fit.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A function result: a pointer is missing.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// A function result: the buffer is empty.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// A function result: the memory is not allocated yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// A function result: the target is too small.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708

extension CMBlockBuffer {
    /// What block buffers throw.
    public struct Error {
        /// No memory for the buffer object.
        public static let structureAllocationFailed: NSError = statusError(kCMBlockBufferStructureAllocationFailedErr)
        /// No memory for the block.
        public static let blockAllocationFailed: NSError = statusError(kCMBlockBufferBlockAllocationFailedErr)
        /// The custom block source is of no known version.
        public static let badCustomBlockSource: NSError = statusError(kCMBlockBufferBadCustomBlockSourceErr)
        /// The offset is outside.
        public static let badOffsetParameter: NSError = statusError(kCMBlockBufferBadOffsetParameterErr)
        /// The length does not fit.
        public static let badLengthParameter: NSError = statusError(kCMBlockBufferBadLengthParameterErr)
        /// A pointer is missing.
        public static let badPointerParameter: NSError = statusError(kCMBlockBufferBadPointerParameterErr)
        /// The buffer is empty.
        public static let emptyBlockBuffer: NSError = statusError(kCMBlockBufferEmptyBBufErr)
        /// The memory is not allocated yet.
        public static let unallocatedBlock: NSError = statusError(kCMBlockBufferUnallocatedBlockErr)
        /// The target is too small.
        public static let insufficientSpace: NSError = statusError(kCMBlockBufferInsufficientSpaceErr)
    }
}
