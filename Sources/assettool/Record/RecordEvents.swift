import AssetKit

/// What a recording waits for.
enum RecordEvent: Sendable {
    /// Somebody interrupts the program.
    case interrupted
    /// Somebody wants it to end.
    case stop
    case key(String)
    /// It is known how large pictures are.
    case sized
    /// A file has its first sample.
    case began(URL, CMTime)
    case isPaused(Bool)
    /// The next file is due.
    case split
    /// A file is over.
    case ended(URL, AVError?)
    /// The session has trouble.
    case trouble(AVError)
    /// The window cannot be shown any more.
    case previewLost(String)
    /// The status line is to be shown anew.
    case tick
}

/// Hears of recordings and passes it on.
final class RecordObserver: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private let tell: @Sendable (RecordEvent) -> Void

    init(_ tell: @escaping @Sendable (RecordEvent) -> Void) { self.tell = tell }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        tell(.began(fileURL, startPTS))
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        tell(.isPaused(true))
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        tell(.isPaused(false))
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        tell(.ended(outputFileURL, error.map { $0 as? AVError ?? AVError(.unknown) }))
    }
}
