public import AssetKitBase
public import Foundation

/// A function result: there is not enough memory.
public let kCMSimpleQueueError_AllocationFailed: OSStatus = -12770
/// A function result: an argument is missing.
public let kCMSimpleQueueError_RequiredParameterMissing: OSStatus = -12771
/// A function result: an argument makes no sense.
public let kCMSimpleQueueError_ParameterOutOfRange: OSStatus = -12772
/// A function result: the queue is full.
public let kCMSimpleQueueError_QueueIsFull: OSStatus = -12773

extension CMSimpleQueue {
    /// What is thrown.
    public struct Error {
        /// There is not enough memory.
        public static let allocationFailed: NSError = statusError(kCMSimpleQueueError_AllocationFailed)
        /// An argument is missing.
        public static let requiredParameterMissing: NSError = statusError(kCMSimpleQueueError_RequiredParameterMissing)
        /// An argument makes no sense.
        public static let parameterOutOfRange: NSError = statusError(kCMSimpleQueueError_ParameterOutOfRange)
        /// The queue is full.
        public static let queueIsFull: NSError = statusError(kCMSimpleQueueError_QueueIsFull)
    }
}
