import AssetKit
import Synchronization

/// Takes one picture of those that a session delivers: the first one that is good enough.
final class SnapshotObserver: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State {
        var skipped = 0
        /// When the first picture was taken.
        var first: CMTime?
        var isDone = false
    }

    /// So many pictures are left out first: a camera needs them to find its exposure.
    private let skipCount: Int
    /// One that has not had so many within this time is slow, and what it has by then is as good as it gets: large pictures come one a
    /// second, or fewer.
    private static let settlingTime = CMTime(value: 2, timescale: 1)
    private let earliest: CMTime?
    private let delay: CMTime
    private let take: @Sendable (CGImage?) -> Void
    private let state = Mutex(State())

    /// `earliest`: pictures from before so long after this time of the host's clock are left out too; nil for the time of the first
    /// picture. `take` gets nil for a picture that cannot be read.
    init(
        skipping skipCount: Int,
        notBefore earliest: CMTime?,
        after delay: CMTime = .zero,
        _ take: @escaping @Sendable (CGImage?) -> Void
    ) {
        (self.skipCount, self.earliest, self.delay, self.take) = (skipCount, earliest, delay, take)
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard isWanted(sampleBuffer.presentationTimeStamp) else { return }
        take(sampleBuffer.imageBuffer.flatMap { CGImage(copying: $0) })
    }

    /// Whether the picture of this time is the one. Pictures come in order.
    func isWanted(_ time: CMTime) -> Bool {
        state.withLock { state in
            guard !state.isDone else { return false }
            let first = state.first ?? time
            state.first = first
            let hasSettled = state.skipped >= skipCount || time >= first + Self.settlingTime
            guard hasSettled, time >= (earliest ?? first) + delay else {
                state.skipped += 1
                return false
            }
            state.isDone = true
            return true
        }
    }
}

extension CGImage {
    /// A copy of pixels of 32 bits that no device makes transparent.
    fileprivate convenience init?(copying picture: CVPixelBuffer) {
        guard CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA else { return nil }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        guard let base = CVPixelBufferGetBaseAddress(picture), let space = CGColorSpace(name: CGColorSpace.sRGB) else {
            return nil
        }
        // Behind the last row there need not be the rest of a row.
        let bytes = Data(bytes: base, count: (height - 1) * bytesPerRow + width * 4)
        guard let provider = CGDataProvider(data: bytes + Data(count: bytesPerRow - width * 4)) else { return nil }
        self.init(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: 32,
            bytesPerRow: bytesPerRow,
            space: space,
            bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue)],
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }
}
