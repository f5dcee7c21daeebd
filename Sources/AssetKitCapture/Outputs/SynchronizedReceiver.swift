internal import AssetKitMedia
internal import Dispatch

/// Takes the samples of several outputs in place of their delegates.
protocol SynchronizedReceiver: AnyObject, Sendable {
    /// Where it is called.
    var queue: DispatchQueue? { get }

    func receive(_ buffer: CMSampleBuffer, from output: AVCaptureOutput, dropped: AVCaptureOutput.DataDroppedReason)
}
