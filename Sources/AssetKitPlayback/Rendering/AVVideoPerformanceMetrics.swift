public import Foundation

/// What showing pictures has come to until now.
open class AVVideoPerformanceMetrics: NSObject, @unchecked Sendable {
    // SAFETY: everything is fixed after init.
    /// Pictures that were to show.
    public let totalNumberOfFrames: Int
    /// Pictures that came too late to show.
    public let numberOfDroppedFrames: Int
    /// Pictures that could not be decoded.
    public let numberOfCorruptedFrames: Int
    /// Pictures that were shown without being composed with others. There is no compositor here, so none is.
    public let numberOfFramesDisplayedUsingOptimizedCompositing: Int
    /// How late all pictures together were shown, in seconds.
    public let totalAccumulatedFrameDelay: TimeInterval

    init(total: Int, dropped: Int, corrupted: Int, delay: TimeInterval) {
        (totalNumberOfFrames, numberOfDroppedFrames, numberOfCorruptedFrames) = (total, dropped, corrupted)
        (numberOfFramesDisplayedUsingOptimizedCompositing, totalAccumulatedFrameDelay) = (0, delay)
    }
}
