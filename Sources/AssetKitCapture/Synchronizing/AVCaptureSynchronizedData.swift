public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What an output had at a time.
open class AVCaptureSynchronizedData: NSObject, @unchecked Sendable {
    // SAFETY: nothing changes.
    /// On the session's clock.
    public let timestamp: CMTime

    init(_ timestamp: CMTime) { self.timestamp = timestamp }
}

/// A picture or a block of sound of an output.
public final class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData, @unchecked Sendable {
    /// The sample; of one that was left out, its time alone.
    public let sampleBuffer: CMSampleBuffer
    /// Why it was left out.
    public let droppedReason: AVCaptureOutput.DataDroppedReason
    /// It was left out.
    public var sampleBufferWasDropped: Bool { droppedReason != .none }

    init(_ sampleBuffer: CMSampleBuffer, _ droppedReason: AVCaptureOutput.DataDroppedReason) {
        (self.sampleBuffer, self.droppedReason) = (sampleBuffer, droppedReason)
        super.init(sampleBuffer.presentationTimeStamp)
    }
}

/// What an output has found in a picture.
public final class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData, @unchecked Sendable {
    /// All that was found; empty where nothing was.
    public let metadataObjects: [AVMetadataObject]

    init(_ metadataObjects: [AVMetadataObject], at timestamp: CMTime) {
        self.metadataObjects = metadataObjects
        super.init(timestamp)
    }
}
