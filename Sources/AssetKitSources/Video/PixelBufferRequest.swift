package import AssetKitBase
package import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// What a pixel buffer is to be like.
package struct PixelBufferRequest: Sendable, Hashable {
    /// How a picture of another shape gets its size: the modes of `AVVideoScalingModeKey`.
    package enum Scaling: Sendable, Hashable {
        /// Reduce, never enlarge, and keep the shape: the buffer may be smaller than asked for.
        case fit
        /// Stretch.
        case resize
        /// Keep the shape, with black bars.
        case resizeAspect
        /// Keep the shape, cut what sticks out.
        case resizeAspectFill

        /// Finds the mode by AVFoundation's text.
        package init?(_ mode: String) {
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
    package var formats: [OSType] = []
    /// Pixels in a row; nil keeps the picture's.
    package var width: Int?
    /// Rows; nil keeps the picture's.
    package var height: Int?
    package var scaling = Scaling.resize
    /// The part of the buffer that pictures are fitted into, with black around it; nil for all of it.
    package var place: PixelRect?
    /// The shape of the buffer's pixels, width to height, which pictures that keep theirs are fitted to.
    package var pixelAspect = 1.0
    /// What colours are to mean. What is left open is the picture's own, but for a high dynamic range that is to become
    /// standard: that becomes BT.709.
    package var color = PictureColor()

    package init(
        formats: [OSType] = [],
        width: Int? = nil,
        height: Int? = nil,
        scaling: Scaling = Scaling.resize,
        place: PixelRect? = nil,
        pixelAspect: Double = 1.0,
        color: PictureColor = PictureColor()
    ) {
        self.formats = formats
        self.width = width
        self.height = height
        self.scaling = scaling
        self.place = place
        self.pixelAspect = pixelAspect
        self.color = color
    }
}
