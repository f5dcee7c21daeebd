package import AssetKitFFmpeg
internal import AssetKitPixels
internal import Foundation

/// How the numbers of a picture become those of another colour space.
///
/// Common pictures (BT.601, BT.709, sRGB) pass as they are: their primaries differ so little that players show the same
/// numbers alike, and so do we. BT.2020 and P3 are worked out in linear light. What lies outside the target's colours
/// moves towards the grey of the same brightness until it fits, which keeps the hue. A high dynamic range goes through
/// `ToneCurve`.
package struct ColorRendering: Sendable {
    let light: LightRendering

    /// Whether pictures with these colours are shown as they are.
    package static func isPlain(_ color: PictureColor) -> Bool {
        TransferCurve(color) == .standard && ColorPrimaries(color) == .standard
    }

    /// Whether numbers must change for a picture to look the same with other colours.
    static func changesLight(from source: PictureColor, to target: PictureColor) -> Bool {
        isPlain(target) && !isPlain(source)
    }

    /// From a picture's colours to sRGB.
    init(_ color: PictureColor, peakLuminance: Double?) {
        let curve = TransferCurve(color)
        let (size, white) = (LightRendering.tableSize, TransferCurve.referenceWhite)
        let tone: ToneCurve? =
            switch curve {
            case .perceptualQuantizer: ToneCurve(peak: peakLuminance, white: white)
            case .hybridLogGamma: ToneCurve(peak: TransferCurve.nominalPeak, white: white)
            default: nil
            }
        light = LightRendering(
            light: (0..<size).map { Float(curve.light(Double($0) / Double(size - 1))) },
            primaries: ColorPrimaries(color).toStandard,
            tone: tone,
            hybridPeak: color.isHybridLogGamma ? Float(TransferCurve.nominalPeak / white) : nil
        )
    }
}

/// Which red, green and blue a picture is made of.
enum ColorPrimaries: Sendable, Hashable {
    /// Those of BT.709 and sRGB, and the older ones of television, which are shown alike.
    case standard
    case ultraHighDefinition
    case cinema

    init(_ color: PictureColor) {
        self =
            switch color.primaries {
            case 9: .ultraHighDefinition
            case 11, 12: .cinema
            // High dynamic range is BT.2100, whose primaries are those of BT.2020.
            case PictureColor.unknown where color.isHighDynamicRange: .ultraHighDefinition
            default: .standard
            }
    }

    /// What red, green and blue are in linear light of BT.709. Worked out from the chromaticities in ITU-R BT.2020 and
    /// SMPTE RP 431-2, with the white of BT.709.
    var toStandard: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) {
        switch self {
        case .standard: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
        case .ultraHighDefinition:
            (
                SIMD3(1.660491, -0.124550, -0.018151), SIMD3(-0.587641, 1.132900, -0.100579),
                SIMD3(-0.072850, -0.008349, 1.118730)
            )
        case .cinema:
            (
                SIMD3(1.224940, -0.042057, -0.019638), SIMD3(-0.224940, 1.042057, -0.078636),
                SIMD3(0, 0, 1.098274)
            )
        }
    }
}
