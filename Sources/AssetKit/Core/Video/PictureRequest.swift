internal import Foundation

/// What a decoded picture is to become.
struct PictureRequest: Sendable, Hashable {
    /// Which part of a picture is shown, and whether in its true shape.
    enum Aperture: Sendable, Hashable {
        /// The clean part, with square pixels.
        case clean
        /// Everything, with square pixels.
        case production
        /// Everything as it is stored.
        case encoded
    }

    /// What happens to brightness beyond that of common screens.
    enum DynamicRange: Sendable, Hashable {
        case forceStandard
        case matchSource
    }

    /// What comes out.
    enum Output: Sendable, Hashable {
        /// sRGB with 8 bits a component; 16 bits in the source's space where a high dynamic range is kept.
        case image
        case pixelBuffer(PixelBufferRequest)
    }

    var output = Output.image
    /// The picture fits inside, keeps its shape and is never enlarged. A side of 0 has no limit.
    var maximumSize = CGSize.zero
    /// It becomes as much smaller besides.
    var scale: AKPictureScale?
    var aperture = Aperture.clean
    /// Whether the picture is turned and mirrored as its track says. Only quarter turns and mirrors are honoured.
    var appliesTransform = false
    var dynamicRange = DynamicRange.forceStandard
    /// What is behind pictures with alpha that become some without.
    var background = AlphaLayer.Background.black
    /// Whether interlaced pictures are deinterlaced.
    var deinterlaces = true
}

/// What a pixel buffer is to be like.
struct PixelBufferRequest: Sendable, Hashable {
    /// How a picture of another shape gets its size: the modes of `AVVideoScalingModeKey`.
    enum Scaling: Sendable, Hashable {
        /// Reduce, never enlarge, and keep the shape: the buffer may be smaller than asked for.
        case fit
        /// Stretch.
        case resize
        /// Keep the shape, with black bars.
        case resizeAspect
        /// Keep the shape, cut what sticks out.
        case resizeAspectFill

        /// Finds the mode by AVFoundation's text.
        init?(_ mode: String) {
            switch mode {
            case AVVideoScalingModeFit: self = .fit
            case AVVideoScalingModeResize: self = .resize
            case AVVideoScalingModeResizeAspect: self = .resizeAspect
            case AVVideoScalingModeResizeAspectFill: self = .resizeAspectFill
            default: return nil
            }
        }
    }

    /// The pixel formats that will do, the best first. The one that the pictures have already is taken if it is among
    /// them; without any, the one that comes nearest to the pictures.
    var formats: [OSType] = []
    /// Pixels in a row; nil keeps the picture's.
    var width: Int?
    /// Rows; nil keeps the picture's.
    var height: Int?
    var scaling = Scaling.resize
    /// The part of the buffer that pictures are fitted into, with black around it; nil for all of it.
    var place: PixelRect?
    /// The shape of the buffer's pixels, width to height, which pictures that keep theirs are fitted to.
    var pixelAspect = 1.0
    /// What colours are to mean. What is left open is the picture's own, but for a high dynamic range that is to become
    /// standard: that becomes BT.709.
    var color = PictureColor()
}
