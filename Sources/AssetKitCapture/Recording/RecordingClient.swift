internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import Foundation

/// Who hears of a recording. It holds the output and the delegate until the recording has ended: whoever started it may let go of
/// them.
///
/// SAFETY: who is told is touched on the output's queue alone.
final class RecordingClient: @unchecked Sendable {
    private typealias Parties = (output: AVCaptureFileOutput, delegate: any AVCaptureFileOutputRecordingDelegate)

    private let url: URL
    private let environment: HostEnvironment
    private let queue: DispatchQueue
    private var parties: Parties?

    init(
        _ delegate: any AVCaptureFileOutputRecordingDelegate,
        of output: AVCaptureFileOutput,
        _ url: URL,
        in environment: HostEnvironment
    ) {
        (self.url, self.environment, queue) = (url, environment, output.callbacks)
        parties = (output, delegate)
    }

    private func tell(
        _ body: @escaping @Sendable (AVCaptureFileOutput, any AVCaptureFileOutputRecordingDelegate) -> Void
    ) {
        environment.notice(on: queue) { [self] in
            if let parties { body(parties.output, parties.delegate) }
        }
    }

    /// Hands on what becomes of a recording.
    var events: Recording.Events {
        Recording.Events { [self] recording, start in
            tell { [url] output, delegate in
                delegate.fileOutput(output, didStartRecordingTo: url, startPTS: start, from: recording.connections)
            }
        } paused: { [self] recording, isPaused in
            tell { [url] output, delegate in
                if isPaused {
                    delegate.fileOutput(output, didPauseRecordingTo: url, from: recording.connections)
                } else {
                    delegate.fileOutput(output, didResumeRecordingTo: url, from: recording.connections)
                }
            }
        } ending: { [self] recording, error in
            tell { [url] output, delegate in
                delegate.fileOutput(output, willFinishRecordingTo: url, from: recording.connections, error: error)
            }
        } ended: { [self] recording, error in
            end(recording, error)
        }
    }

    private func end(_ recording: Recording, _ error: AVError?) {
        environment.notice(on: queue) { [self] in
            guard let (output, delegate) = parties else { return }
            parties = nil
            output.ended(recording)
            delegate.fileOutput(output, didFinishRecordingTo: url, from: recording.connections, error: error)
        }
    }
}
