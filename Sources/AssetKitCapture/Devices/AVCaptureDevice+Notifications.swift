public import Foundation

extension AVCaptureDevice {
    /// A device has come. Its object is the device; posted on the main queue.
    public static let wasConnectedNotification = NSNotification.Name.AVCaptureDeviceWasConnected
    /// A device has gone. Its object is the device; posted on the main queue.
    public static let wasDisconnectedNotification = NSNotification.Name.AVCaptureDeviceWasDisconnected
    /// What a camera sees has changed much. Never posted here.
    public static let subjectAreaDidChangeNotification = NSNotification.Name.AVCaptureDeviceSubjectAreaDidChange
}

extension NSNotification.Name {
    /// A device has come.
    public static let AVCaptureDeviceWasConnected = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// A device has gone.
    public static let AVCaptureDeviceWasDisconnected = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
    /// What a camera sees has changed much. Never posted here.
    public static let AVCaptureDeviceSubjectAreaDidChange = NSNotification.Name(
        "AVCaptureDeviceSubjectAreaDidChangeNotification"
    )
}
