public import AssetKitBase
public import Foundation

/// A function result: there is not enough memory.
public let kCMBufferQueueError_AllocationFailed: OSStatus = -12760
/// A function result: an argument is missing.
public let kCMBufferQueueError_RequiredParameterMissing: OSStatus = -12761
/// A function result: the callbacks make no sense.
public let kCMBufferQueueError_InvalidCMBufferCallbacksStruct: OSStatus = -12762
/// A function result: the end was marked already.
public let kCMBufferQueueError_EnqueueAfterEndOfData: OSStatus = -12763
/// A function result: the queue is full.
public let kCMBufferQueueError_QueueIsFull: OSStatus = -12764
/// A function result: the duration of the trigger makes no sense.
public let kCMBufferQueueError_BadTriggerDuration: OSStatus = -12765
/// A function result: a trigger callback must not change the queue.
public let kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: OSStatus = -12766
/// A function result: the trigger condition is not known.
public let kCMBufferQueueError_InvalidTriggerCondition: OSStatus = -12767
/// A function result: the trigger is not of this queue.
public let kCMBufferQueueError_InvalidTriggerToken: OSStatus = -12768
/// A function result: the buffer is refused.
public let kCMBufferQueueError_InvalidBuffer: OSStatus = -12769

extension CMBufferQueue {
    /// What is thrown.
    public struct Error {
        /// There is not enough memory.
        public static let allocationFailed: NSError = statusError(kCMBufferQueueError_AllocationFailed)
        /// An argument is missing.
        public static let requiredParameterMissing: NSError = statusError(kCMBufferQueueError_RequiredParameterMissing)
        /// The callbacks make no sense.
        public static let invalidCMBufferCallbacksStruct: NSError = statusError(
            kCMBufferQueueError_InvalidCMBufferCallbacksStruct
        )
        /// The end was marked already.
        public static let enqueueAfterEndOfData: NSError = statusError(kCMBufferQueueError_EnqueueAfterEndOfData)
        /// The queue is full.
        public static let queueIsFull: NSError = statusError(kCMBufferQueueError_QueueIsFull)
        /// The duration of the trigger makes no sense.
        public static let badTriggerDuration: NSError = statusError(kCMBufferQueueError_BadTriggerDuration)
        /// A trigger callback must not change the queue.
        public static let cannotModifyQueueFromTriggerCallback: NSError = statusError(
            kCMBufferQueueError_CannotModifyQueueFromTriggerCallback
        )
        /// The trigger condition is not known.
        public static let invalidTriggerCondition: NSError = statusError(kCMBufferQueueError_InvalidTriggerCondition)
        /// The trigger is not of this queue.
        public static let invalidTriggerToken: NSError = statusError(kCMBufferQueueError_InvalidTriggerToken)
        /// The buffer is refused.
        public static let invalidBuffer: NSError = statusError(kCMBufferQueueError_InvalidBuffer)
    }
}
