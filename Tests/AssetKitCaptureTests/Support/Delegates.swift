import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation

/// Keeps what a recording tells.
final class RecordingLog: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
    private let state = Protected((words: [String](), errors: [AVError](), starts: [CMTime]()))
    /// Called when it has finished.
    var finally: (() -> Void)?

    var words: [String] { state.withLock { $0.words } }
    var errors: [AVError] { state.withLock { $0.errors } }
    var starts: [CMTime] { state.withLock { $0.starts } }
    var finishCount: Int { words.count { $0 == "finish" } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        state.withLock { state in
            state.words.append("start")
            state.starts.append(startPTS)
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) { state.withLock { $0.words.append("pause") } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) { state.withLock { $0.words.append("resume") } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) { state.withLock { $0.words.append("will finish") } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        state.withLock { state in
            state.words.append("finish")
            if let error = error as? AVError { state.errors.append(error) }
        }
        finally?()
    }
}

/// Keeps what data outputs deliver. Of pictures that are neither among the first ten nor among the last, it keeps the times and the
/// numbers alone: there are not that many for a client to keep.
final class DataLog: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable
{
    private static let keptCount = 10
    private let state = Protected((buffers: [CMSampleBuffer](), dropped: [CMSampleBuffer](), numbers: [Int]()))
    /// Called with each sample, on the delegate's queue.
    var meanwhile: ((CMSampleBuffer) -> Void)?

    var buffers: [CMSampleBuffer] { state.withLock { $0.buffers } }
    var dropped: [CMSampleBuffer] { state.withLock { $0.dropped } }
    var numbers: [Int] { state.withLock { $0.numbers } }
    var reasons: [String] {
        dropped.map { buffer in
            CMGetAttachment(
                buffer,
                key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
                attachmentModeOut: nil
            ) as? String ?? ""
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let number = sampleBuffer.imageBuffer.flatMap { AKSyntheticPicture.number(in: $0) }
        state.withLock { state in
            state.buffers.append(sampleBuffer)
            if let number { state.numbers.append(number) }
            let place = state.buffers.count - 1 - Self.keptCount
            guard place >= Self.keptCount, state.buffers[place].imageBuffer != nil else { return }
            state.buffers[place] = Self.withoutPixels(state.buffers[place])
        }
        meanwhile?(sampleBuffer)
    }

    private static func withoutPixels(_ buffer: CMSampleBuffer) -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(
            duration: buffer.duration,
            presentationTimeStamp: buffer.presentationTimeStamp,
            decodeTimeStamp: .invalid
        )
        let empty = try? CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 0,
            sampleTimings: [timing],
            sampleSizes: []
        )
        return empty ?? buffer
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) { state.withLock { $0.dropped.append(sampleBuffer) } }
}

/// Keeps what is found in pictures.
final class CodeLog: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    private let state = Protected([[AVMetadataObject]]())
    /// Called each time, on the delegate's queue.
    var meanwhile: (() -> Void)?

    var all: [[AVMetadataObject]] { state.withLock { $0 } }
    var codes: [AVMetadataMachineReadableCodeObject] {
        all.flatMap { $0 }.compactMap { $0 as? AVMetadataMachineReadableCodeObject }
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        state.withLock { $0.append(metadataObjects) }
        meanwhile?()
    }
}

/// Keeps what outputs have at the same time.
final class SynchronizedLog: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
    private let state = Protected([AVCaptureSynchronizedDataCollection]())
    /// Called with how many there are, on the delegate's queue.
    var meanwhile: ((Int) -> Void)?

    var all: [AVCaptureSynchronizedDataCollection] { state.withLock { $0 } }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        let count = state.withLock { all in
            all.append(synchronizedDataCollection)
            return all.count
        }
        meanwhile?(count)
    }
}
