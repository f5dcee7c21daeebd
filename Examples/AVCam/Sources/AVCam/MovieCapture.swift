import AssetKit

/// Records movies.
final class MovieCapture: Sendable {
    let output = AVCaptureMovieFileOutput()

    /// Records for so long, until the recording ends by itself, or until the task is cancelled; what became of it, in words.
    func record(_ seconds: Double, to url: URL) async throws -> String {
        try Task.checkCancellation()
        guard output.connections.contains(where: \.isActive) else { throw CameraError.nothingDelivers }
        output.maxRecordedDuration = CMTime(seconds: seconds, preferredTimescale: 600)
        // The output holds the delegate until the recording has ended.
        let end: (any Error)? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                output.startRecording(to: url, recordingDelegate: MovieDelegate(continuation))
                // The handler may have been called before there was anything to stop.
                if Task.isCancelled { output.stopRecording() }
            }
        } onCancel: {
            output.stopRecording()
        }
        if let error = end as? AVError, error.code != .maximumDurationReached {
            // An unplugged camera, or a full disk, may have left a good movie.
            guard error.recordingSuccessfullyFinished == true else {
                throw Task.isCancelled ? CancellationError() : error
            }
            return "\(url.lastPathComponent) ended early: \(error.localizedDescription)"
        }
        return "\(url.lastPathComponent) is complete"
    }
}

/// Hears of the end of a recording, which comes once.
private final class MovieDelegate: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private let continuation: CheckedContinuation<(any Error)?, Never>

    init(_ continuation: CheckedContinuation<(any Error)?, Never>) { self.continuation = continuation }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        continuation.resume(returning: error)
    }
}
