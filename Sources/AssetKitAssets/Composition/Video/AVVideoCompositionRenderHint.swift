public import CMTimeLib
public import Foundation

/// For which frames a compositor will be asked.
open class AVVideoCompositionRenderHint: NSObject, @unchecked Sendable {
    /// When the first one begins; later than the other where they come in reverse.
    public let startCompositionTime: CMTime
    /// When the last one begins.
    public let endCompositionTime: CMTime

    package init(from start: CMTime, to end: CMTime) {
        (startCompositionTime, endCompositionTime) = (start, end)
        super.init()
    }
}
