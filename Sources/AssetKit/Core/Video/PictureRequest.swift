internal import AssetKitFFmpeg
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
