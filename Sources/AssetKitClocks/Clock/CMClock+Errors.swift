public import AssetKitBase
public import Foundation

/// A function result: an argument is missing.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745
/// A function result: an argument makes no sense.
public let kCMClockError_InvalidParameter: OSStatus = -12746
/// A function result: there is not enough memory.
public let kCMClockError_AllocationFailed: OSStatus = -12747
/// A function result: the clock cannot do that.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756

extension CMClock {
    /// What is thrown.
    public struct Error {
        /// An argument is missing.
        public static let missingRequiredParameter: NSError = clockError(kCMClockError_MissingRequiredParameter)
        /// An argument makes no sense, or the clock is invalidated.
        public static let invalidParameter: NSError = clockError(kCMClockError_InvalidParameter)
        /// There is not enough memory.
        public static let allocationFailed: NSError = clockError(kCMClockError_AllocationFailed)
        /// The clock cannot do that.
        public static let unsupportedOperation: NSError = clockError(kCMClockError_UnsupportedOperation)
    }
}

/// The error that stands for a status number.
func clockError(_ status: OSStatus) -> NSError {
    NSError(domain: NSOSStatusErrorDomain, code: Int(status))
}

/// Runs the Swift form of a C function and turns its error into a status number.
func clockStatus(of body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch {
        return OSStatus(truncatingIfNeeded: (error as NSError).code)
    }
}
