public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A layer instruction that can be changed.
///
/// ```swift
/// let second = CMTime(value: 1, timescale: 1)
/// let layer = AVMutableVideoCompositionLayerInstruction()
/// layer.trackID = 1
/// layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRange(start: .zero, duration: second))
/// layer.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
/// ```
///
/// A value that is set at a time stays until the next that is set; one that a ramp ends with does so too. Before the first,
/// pictures are opaque, where they are, and whole. Ramps are linear, of transforms in each of their six numbers. Where two of
/// one kind overlap, the one that is set later counts for its range. Times that are not numeric stop the program.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
    override init(_ layer: LayerProgram.Layer) { super.init(layer) }

    /// Makes an instruction of no track, which shows nothing until it has one.
    public override init() { super.init() }

    /// Makes an instruction for the pictures of a track.
    public convenience init(assetTrack track: AVAssetTrack) {
        self.init(LayerProgram.Layer(trackID: track.trackID))
    }

    open override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionLayerInstruction(program) }

    /// The track whose pictures show.
    open override var trackID: CMPersistentTrackID {
        get { program.trackID }
        set { layer.withLock { $0.trackID = newValue } }
    }

    /// From a time on pictures are as opaque as this says: from 0, which does not show, to 1.
    open func setOpacity(_ opacity: Float, at time: CMTime) {
        layer.withLock { $0.setOpacity(opacity, at: time, for: Self.self) }
    }

    /// In a range of time pictures become more or less opaque.
    open func setOpacityRamp(
        fromStartOpacity startOpacity: Float,
        toEndOpacity endOpacity: Float,
        timeRange: CMTimeRange
    ) {
        layer.withLock {
            $0.setOpacity(
                from: startOpacity,
                to: endOpacity,
                in: timeRange,
                "\(Self.self).setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)"
            )
        }
    }

    /// From a time on pictures lie where a transform puts them.
    open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
        layer.withLock { $0.setTransform(transform, at: time, for: Self.self) }
    }

    /// In a range of time pictures go from one place to another. Each of the six numbers of the transform changes evenly.
    open func setTransformRamp(
        fromStart startTransform: CGAffineTransform,
        toEnd endTransform: CGAffineTransform,
        timeRange: CMTimeRange
    ) {
        layer.withLock {
            $0.setTransform(
                from: startTransform,
                to: endTransform,
                in: timeRange,
                "\(Self.self).setTransformRamp(fromStart:toEnd:timeRange:)"
            )
        }
    }

    /// From a time on a part of the pictures shows, which counts from the top left of their clean aperture, in square pixels,
    /// before they are transformed. What sticks out of the pictures has no effect.
    open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
        layer.withLock { $0.setCropRectangle(cropRectangle, at: time, for: Self.self) }
    }

    /// In a range of time the part of the pictures that shows changes: its origin and its size do, evenly.
    open func setCropRectangleRamp(
        fromStartCropRectangle startCropRectangle: CGRect,
        toEndCropRectangle endCropRectangle: CGRect,
        timeRange: CMTimeRange
    ) {
        layer.withLock {
            $0.setCropRectangle(
                from: startCropRectangle,
                to: endCropRectangle,
                in: timeRange,
                "\(Self.self).setCropRectangleRamp(fromStartCropRectangle:toEndCropRectangle:timeRange:)"
            )
        }
    }
}
