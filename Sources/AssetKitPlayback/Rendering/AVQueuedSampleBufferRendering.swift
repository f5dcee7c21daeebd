public import AssetKitClocks
public import AssetKitMedia
public import Foundation

/// What plays sample buffers as they are enqueued, by the time of a timebase.
///
/// Buffers are enqueued in decode order, and are heard or show at their presentation times. They may be compressed.
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
    /// What tells the time. Only the synchronizer changes it, where there is one.
    var timebase: CMTimebase { get }
    /// Enqueues a buffer. It may be enqueued at any time, whether there is room or not.
    func enqueue(_ sampleBuffer: CMSampleBuffer)
    /// Drops what has been enqueued and has not been heard or shown.
    func flush()
    /// There is room for more: what is there lasts less than a second or so.
    var isReadyForMoreMediaData: Bool { get }
    /// Calls `block` on `queue` again and again while there is room, until ``stopRequestingMediaData()``.
    @preconcurrency
    func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
    /// Calls nobody any more.
    func stopRequestingMediaData()
    /// There is enough to start without running dry at once.
    var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}
