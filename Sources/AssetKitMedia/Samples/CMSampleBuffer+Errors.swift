public import AssetKitBase
public import Foundation

/// A function result: there is not enough memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// A function result: an argument is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// A function result: the buffer has its data already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// A function result: the data is not there yet.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// A function result: there is no such sample.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// A function result: there are no sizes.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// A function result: there are no times.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// A function result: the target is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// A function result: the number of entries does not fit.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// A function result: the data cannot be divided.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// A function result: a time makes no sense.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// A function result: this is for other media.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// A function result: the data does not fit the samples.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// A function result: the format does not fit the data.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// A function result: the buffer is no longer valid.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// A function result: the data did not come.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// A function result: the data was cancelled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

extension CMSampleBuffer {
    /// What is thrown.
    public struct Error {
        /// There is not enough memory.
        public static let allocationFailed: NSError = statusError(kCMSampleBufferError_AllocationFailed)
        /// An argument is missing.
        public static let requiredParameterMissing: NSError = statusError(kCMSampleBufferError_RequiredParameterMissing)
        /// The buffer has its data already.
        public static let alreadyHasDataBuffer: NSError = statusError(kCMSampleBufferError_AlreadyHasDataBuffer)
        /// The data is not there yet.
        public static let bufferNotReady: NSError = statusError(kCMSampleBufferError_BufferNotReady)
        /// There is no such sample.
        public static let sampleIndexOutOfRange: NSError = statusError(kCMSampleBufferError_SampleIndexOutOfRange)
        /// There are no sizes.
        public static let bufferHasNoSampleSizes: NSError = statusError(kCMSampleBufferError_BufferHasNoSampleSizes)
        /// There are no times.
        public static let bufferHasNoSampleTimingInfo: NSError = statusError(
            kCMSampleBufferError_BufferHasNoSampleTimingInfo
        )
        /// The target is too small.
        public static let arrayTooSmall: NSError = statusError(kCMSampleBufferError_ArrayTooSmall)
        /// The number of entries does not fit.
        public static let invalidEntryCount: NSError = statusError(kCMSampleBufferError_InvalidEntryCount)
        /// The data cannot be divided.
        public static let cannotSubdivide: NSError = statusError(kCMSampleBufferError_CannotSubdivide)
        /// A time makes no sense.
        public static let sampleTimingInfoInvalid: NSError = statusError(kCMSampleBufferError_SampleTimingInfoInvalid)
        /// This is for other media.
        public static let invalidMediaTypeForOperation: NSError = statusError(
            kCMSampleBufferError_InvalidMediaTypeForOperation
        )
        /// The data does not fit the samples.
        public static let invalidSampleData: NSError = statusError(kCMSampleBufferError_InvalidSampleData)
        /// The format does not fit the data.
        public static let invalidMediaFormat: NSError = statusError(kCMSampleBufferError_InvalidMediaFormat)
        /// The buffer is no longer valid.
        public static let invalidated: NSError = statusError(kCMSampleBufferError_Invalidated)
        /// The data did not come.
        public static let dataFailed: NSError = statusError(kCMSampleBufferError_DataFailed)
        /// The data was cancelled.
        public static let dataCanceled: NSError = statusError(kCMSampleBufferError_DataCanceled)
    }
}
