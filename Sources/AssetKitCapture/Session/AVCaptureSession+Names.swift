public import Foundation

extension AVCaptureSession {
    /// It runs.
    public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
    /// It does not run any more.
    public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
    /// Something went wrong, which ``AVCaptureSessionErrorKey`` tells.
    public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
    /// It waits, for the reason of ``AVCaptureSessionInterruptionReasonKey``.
    public static let wasInterruptedNotification = NSNotification.Name.AVCaptureSessionWasInterrupted
    /// It goes on.
    public static let interruptionEndedNotification = NSNotification.Name.AVCaptureSessionInterruptionEnded

    /// Why a session waits.
    public enum InterruptionReason: Int, Sendable, CaseIterable {
        /// Never here.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program has the microphone, or its server is gone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program or another session has the camera, or the screen's server is gone.
        case videoDeviceInUseByAnotherClient = 3
        /// Never here.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// Never here.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}

/// The error of a notification that tells one, an `AVError`.
public let AVCaptureSessionErrorKey: String = "AVCaptureSessionErrorKey"
/// The reason of an interruption, a number.
public let AVCaptureSessionInterruptionReasonKey: String = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// A session runs.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification"
    )
    /// A session does not run any more.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Something went wrong with a session.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// A session waits.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// A session goes on.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification"
    )
}
