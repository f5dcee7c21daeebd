public import CMTimeLib
public import Foundation

/// For which frames a compositor will be asked.
///
/// Before each request it is the one frame that the request is for, and both times are the same. Where a player goes in reverse,
/// frames are asked for part by part, the last part first and each in the order of time: the hint is the part then, from its end to
/// its start.
open class AVVideoCompositionRenderHint: NSObject, @unchecked Sendable {
    /// When the first one begins; where they show in reverse, the end of the last one, which is later than the other time.
    public let startCompositionTime: CMTime
    /// Where the last one ends, or begins where it is the only one; where they show in reverse, when the first one begins.
    public let endCompositionTime: CMTime

    package init(from start: CMTime, to end: CMTime) {
        (startCompositionTime, endCompositionTime) = (start, end)
        super.init()
    }

    package convenience init(_ range: CMTimeRange, isReverse: Bool) {
        self.init(from: isReverse ? range.end : range.start, to: isReverse ? range.start : range.end)
    }
}
