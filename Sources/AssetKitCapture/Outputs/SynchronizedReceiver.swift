internal import AssetKitMedia
internal import CMTimeLib
internal import Dispatch

/// Takes the samples of several outputs in place of their delegates.
protocol SynchronizedReceiver: AnyObject, Sendable {
    /// Where it is called.
    var queue: DispatchQueue? { get }

    func receive(_ buffer: CMSampleBuffer, from output: AVCaptureOutput, dropped: AVCaptureOutput.DataDroppedReason)

    func receive(_ objects: [AVMetadataObject], at time: CMTime, from output: AVCaptureOutput)

    /// The output's session has stopped: what it brought so far is not delivered any more.
    func ended(_ output: AVCaptureOutput)
}

/// An output whose data somebody else may take in place of its delegate.
protocol SynchronizableOutput: AVCaptureOutput {
    func setSynchronizer(_ synchronizer: (any SynchronizedReceiver)?)
}

extension AVCaptureVideoDataOutput: SynchronizableOutput {}

extension AVCaptureAudioDataOutput: SynchronizableOutput {}
