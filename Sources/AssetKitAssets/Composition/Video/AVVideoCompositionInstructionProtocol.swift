public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What a compositor is told about a range of time: ``AVVideoCompositionInstruction``, or a class of a client's own for its
/// own compositor.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
    /// When it counts.
    var timeRange: CMTimeRange { get }
    /// Whether the animation tool counts.
    var enablePostProcessing: Bool { get }
    /// Whether the same pictures may give another result at another time of the range.
    var containsTweening: Bool { get }
    /// The tracks whose pictures are needed, as numbers; nil for all tracks.
    var requiredSourceTrackIDs: [NSValue]? { get }
    /// The track whose pictures are the result as they are; else `kCMPersistentTrackID_Invalid`. The compositor is not asked
    /// then. It is asked all the same where an ``AVVideoCompositionInstruction`` has found the track by its layers: who sets a
    /// compositor beside the layers of a file wants it to be called.
    var passthroughTrackID: CMPersistentTrackID { get }
    /// The tracks whose samples of other kinds are needed. None, unless a class says otherwise.
    var requiredSourceSampleDataTrackIDs: [NSNumber] { get }
}

extension AVVideoCompositionInstructionProtocol {
    /// No samples of other kinds are needed.
    public var requiredSourceSampleDataTrackIDs: [NSNumber] { [] }
}
