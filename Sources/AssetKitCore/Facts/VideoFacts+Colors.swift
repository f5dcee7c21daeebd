package import AssetKitBitstream

// Facts keep colours by the names that users see. What follows from them is asked of the numbers that they stand for.
extension VideoFacts {
    /// The colours as numbers; a name that has none is unspecified.
    package var color: ColorDescription {
        ColorDescription(primariesName: primaries, transferName: transfer, matrixName: matrix, rangeName: range)
    }

    /// All numbers stand for colours, or those of television do; nil where nothing says it.
    package var isFullRange: Bool? { color.isFullRange }

    /// Red, green and blue are stored themselves, by the layout of the pixels or by what is said of colours.
    package var isRGB: Bool { chroma == "RGB" || color.isRGB }

    /// There are colours that screens for high-definition television do not show.
    package var hasWideGamut: Bool { color.hasWideGamut }

    /// What the transfer function says about the range of brightness.
    package var dynamicRangeByTransfer: String? {
        let color = color
        return color.isPerceptualQuantizer ? "HDR10" : color.isHybridLogGamma ? "HLG" : nil
    }
}
