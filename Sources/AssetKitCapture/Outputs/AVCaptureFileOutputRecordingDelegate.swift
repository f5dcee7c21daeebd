public import CMTimeLib
public import Foundation

/// Hears what becomes of recordings.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The file is there, and has its first sample.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// The file is there, and has its first sample, which was captured at a time of the session's clock. Calls the other one
    /// unless it is there.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    )

    /// It is paused.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// It goes on.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    )

    /// Nothing more is taken.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )

    /// It is over. Without an error all is well; with one, `AVErrorRecordingSuccessfullyFinishedKey` tells whether there is a good file.
    /// Called once for each recording.
    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    )
}

extension AVCaptureFileOutputRecordingDelegate {
    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Hands it on without the time.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {}

    /// Does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {}
}
