package import AssetKitFFmpeg
internal import AssetKitMedia
package import Foundation

/// What a decoded picture is to become.
package struct PictureRequest: Sendable, Hashable {
    /// Which part of a picture is shown, and whether in its true shape.
    package enum Aperture: Sendable, Hashable {
        /// The clean part, with square pixels.
        case clean
        /// Everything, with square pixels.
        case production
        /// Everything as it is stored.
        case encoded
    }

    /// What happens to brightness beyond that of common screens.
    package enum DynamicRange: Sendable, Hashable {
        case forceStandard
        case matchSource
    }

    /// What comes out.
    package enum Output: Sendable, Hashable {
        /// sRGB with 8 bits a component; 16 bits in the source's space where a high dynamic range is kept.
        case image
        case pixelBuffer(PixelBufferRequest)
    }

    package var output = Output.image
    /// The picture fits inside, keeps its shape and is never enlarged. A side of 0 has no limit.
    package var maximumSize = CGSize.zero
    /// It becomes as much smaller besides.
    package var scale: AKPictureScale?
    /// What pictures of any shape are fitted into, which then counts in their place; nil where each stands for itself.
    package var canvas: PictureCanvas?
    package var aperture = Aperture.clean
    /// Whether the picture is turned and mirrored as its track says. Only quarter turns and mirrors are honoured.
    package var appliesTransform = false
    package var dynamicRange = DynamicRange.forceStandard
    /// Colours that common screens do not have become those that they have.
    package var narrowsColors = false
    /// Light becomes that of the colours that are asked for, also where they are none of a common screen.
    package var followsLight = false
    /// What is behind pictures with alpha that become some without.
    package var background = AlphaLayer.Background.black
    /// Whether interlaced pictures are deinterlaced.
    package var deinterlaces = true
    /// Whether pixel buffers get the pixels of still images, which takes longer.
    package var isExact = false

    package init(
        output: Output = Output.image,
        maximumSize: CGSize = CGSize.zero,
        scale: AKPictureScale? = nil,
        aperture: Aperture = Aperture.clean,
        appliesTransform: Bool = false,
        dynamicRange: DynamicRange = DynamicRange.forceStandard,
        background: AlphaLayer.Background = AlphaLayer.Background.black,
        deinterlaces: Bool = true
    ) {
        self.output = output
        self.maximumSize = maximumSize
        self.scale = scale
        self.aperture = aperture
        self.appliesTransform = appliesTransform
        self.dynamicRange = dynamicRange
        self.background = background
        self.deinterlaces = deinterlaces
    }

    /// What comes out can have alpha.
    package var mayKeepAlpha: Bool {
        guard case .pixelBuffer(let wish) = output else { return true }
        return wish.formats.isEmpty || wish.formats.contains { PixelFormat($0)?.traits.contains(.alpha) ?? false }
    }
}
