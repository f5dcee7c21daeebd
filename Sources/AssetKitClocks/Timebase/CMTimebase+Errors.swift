public import AssetKitBase
public import Foundation

/// A function result: an argument is missing.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748
/// A function result: an argument makes no sense.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
/// A function result: there is not enough memory.
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750
/// A function result: a timer's interval is too short.
public let kCMTimebaseError_TimerIntervalTooShort: OSStatus = -12751
/// A function result: somebody else is in charge of the timebase.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

extension CMTimebase {
    /// What is thrown.
    public struct Error {
        /// An argument is missing.
        public static let missingRequiredParameter: NSError = clockError(kCMTimebaseError_MissingRequiredParameter)
        /// An argument makes no sense, or the clock that drives the timebase is invalidated.
        public static let invalidParameter: NSError = clockError(kCMTimebaseError_InvalidParameter)
        /// There is not enough memory.
        public static let allocationFailed: NSError = clockError(kCMTimebaseError_AllocationFailed)
        /// A timer's interval is too short.
        public static let timerIntervalTooShort: NSError = clockError(kCMTimebaseError_TimerIntervalTooShort)
        /// Somebody else is in charge of the timebase, as a synchroniser is of its renderers'.
        public static let readOnly: NSError = clockError(kCMTimebaseError_ReadOnly)
    }
}
