public import AssetKitMedia
public import Foundation

/// Sees samples before they are recorded, and says at which of them recordings begin and end.
///
/// ```swift
/// final class FromTheTenth: NSObject, AVCaptureFileOutputDelegate, AVCaptureFileOutputRecordingDelegate {
///     private var count = 0
///
///     func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool { true }
///
///     func fileOutput(
///         _ output: AVCaptureFileOutput, didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
///         from connection: AVCaptureConnection
///     ) {
///         guard sampleBuffer.imageBuffer != nil else { return }
///         count += 1
///         if count == 10 { output.startRecording(to: URL(filePath: "clip.mov"), recordingDelegate: self) }
///         if count == 40 { output.stopRecording() }
///     }
///
///     func fileOutput(
///         _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
///         error: (any Error)?
///     ) {}
/// }
/// ```
///
/// What an output is asked for during a call holds from the very sample of that call on: a recording that is started begins with it,
/// one that is stopped or paused ends before it, one that is resumed goes on with it.
public protocol AVCaptureFileOutputDelegate: NSObjectProtocol {
    /// Whether samples are to be seen also while nothing is recorded, and recordings may begin with one of them. Asked when the
    /// delegate is set.
    func fileOutputShouldProvideSampleAccurateRecordingStart(_ output: AVCaptureFileOutput) -> Bool

    /// A sample has come: pixels, or sound as whole numbers of 16 bits. Called on a thread of the output's, one call at a time; pictures
    /// that come while fifteen wait are left out, and so is sound while two hundred blocks of it do. Pictures may be kept; who keeps 24 sees
    /// the next ones when there is room again, and they are recorded all the same.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    )
}

extension AVCaptureFileOutputDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didOutputSampleBuffer sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {}
}
