internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// The pictures of one clip on a track of a composition, for as long as they show: dissolves at its ends are a part of that.
struct Shot {
    let trackID: CMPersistentTrackID
    let range: CMTimeRange
    /// Besides dissolves. As the others, on the composition's timeline.
    var opacity = RampList<Double>()
    /// From the picture at its display size to the frame.
    var transform = RampList<CGAffineTransform>()
    /// Of the picture at its display size.
    var crop = RampList<CGRect>()
    /// What it covers of the frame; nil where that changes, or is no rectangle along the edges.
    var box: CGRect?

    /// What shows of it, in a layer. `part`: only what lies in this part of the frame.
    func layer(_ opacity: [Ramp<Double>], only part: CGRect? = nil) -> AVVideoCompositionLayerInstruction {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = trackID
        for ramp in opacity {
            let (start, end) = (Float(ramp.start), Float(ramp.end))
            layer.setOpacityRamp(fromStartOpacity: start, toEndOpacity: end, timeRange: ramp.range)
        }
        for ramp in transform.ramps {
            if ramp.isFlat {
                layer.setTransform(ramp.start, at: ramp.range.start)
            } else {
                layer.setTransformRamp(fromStart: ramp.start, toEnd: ramp.end, timeRange: ramp.range)
            }
        }
        if let part {
            layer.setCropRectangle(part.applying(placing.inverted()), at: .zero)
            return layer
        }
        for ramp in crop.ramps {
            if ramp.isFlat {
                layer.setCropRectangle(ramp.start, at: ramp.range.start)
            } else {
                layer.setCropRectangleRamp(
                    fromStartCropRectangle: ramp.start,
                    toEndCropRectangle: ramp.end,
                    timeRange: ramp.range
                )
            }
        }
        return layer
    }

    /// Where it lies at its start.
    private var placing: CGAffineTransform { transform.value(at: range.start) ?? .identity }
}
