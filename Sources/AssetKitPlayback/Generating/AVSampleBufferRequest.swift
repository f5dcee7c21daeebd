public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// Which samples an ``AVSampleBufferGenerator`` is to put into a buffer.
open class AVSampleBufferRequest: NSObject {
    /// Which way samples follow the first one.
    public enum Direction: Int, Sendable {
        /// None follow it.
        case none = 0
        /// In decode order.
        case forward = 1
        /// Against decode order.
        case reverse = -1
    }

    /// When the bytes of samples are read.
    public enum Mode: Int, Sendable {
        /// Before the buffer is answered.
        case immediate
        /// In time for when they are due by the generator's timebase. Here that is as soon as can be.
        case scheduled
        /// As soon as can be.
        case opportunistic
    }

    /// Where the samples begin.
    open var startCursor: AVSampleCursor { start }
    private let start: AVSampleCursor
    /// Which way the samples go.
    open var direction = Direction.none
    /// The last sample that may be among them; nil where nothing stops them but the end of the track.
    open var limitCursor: AVSampleCursor?
    /// So many samples are wanted, where there are as many with the same format. 0 is one.
    open var preferredMinSampleCount = 0
    /// There are no more samples than this, whatever is preferred. 0 is no limit.
    open var maxSampleCount = 0
    /// When their bytes are read.
    open var mode = Mode.immediate
    /// The presentation time of the first sample; invalid for that of the media.
    open var overrideTime = CMTime.invalid

    /// Makes a request for the sample at a cursor, and those behind it where ``direction`` says so. The cursor is copied.
    public init(start startCursor: AVSampleCursor) {
        start = startCursor.copy() as? AVSampleCursor ?? startCursor
        super.init()
    }

    /// The places of the samples in decode order, as far as their descriptions are the same.
    var places: [Int] {
        let index = start.index
        let first = start.position
        let step = direction.rawValue
        guard step != 0, index.count > 0 else { return [first] }
        if let limitCursor {
            guard limitCursor.index === index else { programmerError("the cursors of a request are of one track") }
        }
        let end = limitCursor?.position ?? (step > 0 ? index.count - 1 : 0)
        let wanted = max(preferredMinSampleCount, 1)
        let most = maxSampleCount > 0 ? min(wanted, maxSampleCount) : wanted
        let count = min(most, max(0, (end - first) * step) + 1)
        let description = index[first].descriptionIndex
        let all = (0..<count).lazy.map { first + $0 * step }
        return Array(all.prefix { index[$0].descriptionIndex == description })
    }
}
