public import AssetKitBase
package import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// How the pictures of one track show in a layer of a video composition: how opaque, where, and what of them.
///
/// Places count from the top left, in pixels of a square shape, to the right and down. A picture is cropped, then transformed,
/// then made transparent. A track's `preferredTransform` is applied only if it is part of the transform.
///
/// Instances of this class do not change; ``AVMutableVideoCompositionLayerInstruction`` is what they are made with.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // SAFETY: a plain value behind a lock.
    let layer: Lock<LayerProgram.Layer>

    init(_ layer: LayerProgram.Layer) {
        self.layer = Lock(layer)
        super.init()
    }

    /// Makes an instruction of no track, which shows nothing.
    public override init() {
        layer = Lock(LayerProgram.Layer(trackID: kCMPersistentTrackID_Invalid))
        super.init()
    }

    /// What the core makes pictures by.
    package var program: LayerProgram.Layer { layer.withLock { $0 } }

    /// The instruction as it is now, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// An instruction that begins as this one and can be changed: an ``AVMutableVideoCompositionLayerInstruction``.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionLayerInstruction(program) }

    /// The track whose pictures show.
    open var trackID: CMPersistentTrackID { program.trackID }

    /// The ramp of opacity that a time lies in, else the next one.
    ///
    /// What is set at a time alone is a ramp of one value up to the next that is set.
    ///
    /// - Parameters:
    ///   - time: A time of the composition.
    ///   - startOpacity: Takes the value at the beginning of the ramp.
    ///   - endOpacity: Takes the value at its end.
    ///   - timeRange: Takes when it is.
    /// - Returns: False, with nothing taken, behind the last ramp.
    open func getOpacityRamp(
        for time: CMTime,
        startOpacity: UnsafeMutablePointer<Float>?,
        endOpacity: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = program.opacity.ramp(for: time) else { return false }
        startOpacity?.pointee = Float(ramp.start)
        endOpacity?.pointee = Float(ramp.end)
        timeRange?.pointee = ramp.range
        return true
    }

    /// The ramp of transforms that a time lies in, else the next one; false behind the last.
    ///
    /// What is set at a time alone is a ramp of one value up to the next that is set.
    open func getTransformRamp(
        for time: CMTime,
        start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
        end endTransform: UnsafeMutablePointer<CGAffineTransform>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = program.transform.ramp(for: time) else { return false }
        startTransform?.pointee = ramp.start
        endTransform?.pointee = ramp.end
        timeRange?.pointee = ramp.range
        return true
    }

    /// The ramp of crops that a time lies in, else the next one; false behind the last.
    ///
    /// What is set at a time alone is a ramp of one value up to the next that is set.
    open func getCropRectangleRamp(
        for time: CMTime,
        startCropRectangle: UnsafeMutablePointer<CGRect>?,
        endCropRectangle: UnsafeMutablePointer<CGRect>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let ramp = program.crop.ramp(for: time) else { return false }
        startCropRectangle?.pointee = ramp.start
        endCropRectangle?.pointee = ramp.end
        timeRange?.pointee = ramp.range
        return true
    }
}
