package import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
package import Foundation

/// What a track says of its pictures, as far as showing them needs it. What it leaves open, the pictures themselves say.
package struct PictureDescription: Sendable, Hashable {
    package var color = PictureColor()
    var pixelAspect: VideoFacts.PixelAspect?
    var codedWidth = 0
    var codedHeight = 0
    /// The clean part, within the coded size.
    package var cleanAperture: CGRect?
    package var transform = CGAffineTransform.identity
    /// Alpha is premultiplied, over black.
    package var isPremultiplied = false
    /// Alpha is premultiplied over white, for which nothing but QuickTime has a word: such pictures are made straight
    /// first.
    package var isOverWhite = false
    /// The brightest light that the pictures were graded for, in cd/m².
    var peakLuminance: Double?

    package init() {}

    package init(_ facts: VideoFacts) {
        color = PictureColor(
            primaries: facts.primaries,
            transfer: facts.transfer,
            matrix: facts.matrix,
            range: facts.range
        )
        // 1:1 is also what is said where nothing is known.
        if facts.pixelAspect.horizontal != facts.pixelAspect.vertical { pixelAspect = facts.pixelAspect }
        codedWidth = facts.codedWidth
        codedHeight = facts.codedHeight
        cleanAperture = facts.cleanAperture
        transform = facts.transform
        isOverWhite = facts.alpha?.isOverWhite ?? false
        isPremultiplied = facts.alpha?.isPremultiplied ?? false && !isOverWhite
        let brightest = facts.contentLight.map { Double($0.maximum) }.flatMap { $0 > 0 ? $0 : nil }
        peakLuminance = brightest ?? facts.masteringDisplay?.maximumLuminance
    }

    /// What the components of a picture mean: as the track says, else the picture, else as is usual for its size.
    package func color(of frame: borrowing Frame) -> PictureColor {
        var result = frame.color
        if color.primaries != PictureColor.unknown { result.primaries = color.primaries }
        if color.transfer != PictureColor.unknown { result.transfer = color.transfer }
        if color.matrix != PictureColor.unknown { result.matrix = color.matrix }
        if let isFullRange = color.isFullRange, !frame.isFullRangeByFormat { result.isFullRange = isFullRange }
        if frame.isRGB { result.isFullRange = true }
        return result.resolved(width: frame.width, height: frame.height, isRGB: frame.isRGB)
    }
}

extension PictureColor {
    /// The perceptual quantiser of SMPTE ST 2084, which BT.2100 took over.
    var isPerceptualQuantizer: Bool { transfer == 16 }
    /// Hybrid log-gamma of BT.2100.
    var isHybridLogGamma: Bool { transfer == 18 }
    package var isHighDynamicRange: Bool { isPerceptualQuantizer || isHybridLogGamma }
}
