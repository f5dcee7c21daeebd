public import Foundation

/// A stretch of a track: which part of the media shows when, at what speed.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    private let mapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        self.mapping = mapping
        super.init()
    }

    /// From the media's own timeline to the asset's.
    open var timeMapping: CMTimeMapping { mapping }

    /// Nothing shows: the source has no start.
    open var isEmpty: Bool { mapping.isEmpty }
}
