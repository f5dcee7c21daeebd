import AssetKitAssets
import AssetKitMedia
import CMTimeLib
import Foundation

/// An instruction of a client's own.
///
/// SAFETY: nobody changes it once it is in use.
final class OwnInstruction: NSObject, AVVideoCompositionInstructionProtocol, @unchecked Sendable {
    let timeRange: CMTimeRange
    let enablePostProcessing = true
    let containsTweening: Bool
    let requiredSourceTrackIDs: [NSValue]?
    var passthroughTrackID = kCMPersistentTrackID_Invalid

    init(_ range: CMTimeRange, _ trackIDs: [CMPersistentTrackID]? = nil, containsTweening: Bool = true) {
        (timeRange, self.containsTweening) = (range, containsTweening)
        requiredSourceTrackIDs = trackIDs?.map { NSNumber(value: $0) }
    }
}
