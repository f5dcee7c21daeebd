package import AssetKitFFmpeg
internal import AssetKitPixels
internal import Foundation

/// How the numbers of a picture become those of another colour space.
///
/// Common pictures (BT.601, BT.709, sRGB) pass as they are: their primaries differ so little that players show the same
/// numbers alike, and so do we. BT.2020 and P3 are worked out in linear light. What lies outside the target's colours
/// moves towards the grey of the same brightness until it fits, which keeps the hue. A high dynamic range goes through
/// `ToneCurve` on its way to a common screen; on the way from there the white of a common screen is `referenceWhite`.
package struct ColorRendering: Sendable {
    let light: LightRendering
    /// How light becomes numbers; nil for those of sRGB.
    let encoding: LightEncoding?

    /// What stands for 1 in red, green and blue of 16 bits that become Y'CbCr: libswscale takes them for 8 bits and a fraction.
    static let highestForPlanes: UInt16 = 255 << 8

    /// Whether pictures with these colours are shown as they are.
    package static func isPlain(_ color: PictureColor) -> Bool {
        TransferCurve(color) == .standard && ColorPrimaries(color) == .standard
    }

    /// Whether numbers must change for a picture to look the same with other colours.
    static func changesLight(from source: PictureColor, to target: PictureColor) -> Bool {
        isPlain(target) && !isPlain(source)
    }

    /// Whether light or primaries of two pictures differ.
    static func differs(_ source: PictureColor, from target: PictureColor) -> Bool {
        TransferCurve(source) != TransferCurve(target) || ColorPrimaries(source) != ColorPrimaries(target)
    }

    /// From a picture's colours to others; to sRGB, if nothing is said. `highest`: the code of the highest number.
    init(_ color: PictureColor, peakLuminance: Double?, to target: PictureColor = .sRGB, highest: UInt16 = 65535) {
        let (curve, targetCurve, primaries) = (TransferCurve(color), TransferCurve(target), ColorPrimaries(target))
        let (size, white) = (LightRendering.tableSize, TransferCurve.referenceWhite)
        let tone: ToneCurve? =
            switch curve {
            case _ where targetCurve.isHighDynamicRange: nil
            case .perceptualQuantizer: ToneCurve(peak: peakLuminance, white: white)
            case .hybridLogGamma: ToneCurve(peak: TransferCurve.nominalPeak, white: white)
            default: nil
            }
        light = LightRendering(
            light: (0..<size).map { Float(curve.light(Double($0) / Double(size - 1))) },
            primaries: ColorPrimaries(color).columns(to: primaries),
            tone: tone,
            hybridPeak: color.isHybridLogGamma ? Float(TransferCurve.nominalPeak / white) : nil,
            brightness: primaries.brightness,
            peak: Float(targetCurve.peak)
        )
        encoding = Self.isPlain(target) ? nil : LightEncoding(targetCurve, highest)
    }

    /// What the numbers of a colour on a common screen are in others.
    static func numbers(_ red: Double, _ green: Double, _ blue: Double, in target: PictureColor) -> SIMD3<Double> {
        guard differs(.sRGB, from: target) else { return SIMD3(red, green, blue) }
        var numbers = [Float(red), Float(green), Float(blue)]
        let rendering = ColorRendering(.sRGB, peakLuminance: nil, to: target)
        guard let encoding = rendering.encoding else { return SIMD3(red, green, blue) }
        var pixel: UInt64 = 0
        numbers.withUnsafeMutableBufferPointer { numbers in
            guard let base = numbers.baseAddress else { return }
            let row = ColorRow(base, count: 1)
            rendering.light.apply(to: row)
            encoding.write(row, &pixel)
        }
        func share(_ shift: UInt64) -> Double { Double(pixel >> shift & 0xffff) / 65535 }
        return SIMD3(share(0), share(16), share(32))
    }
}

extension LightEncoding {
    fileprivate init(_ curve: TransferCurve, _ highest: UInt16) {
        let last = Double(Self.tableSize - 1)
        self.init(
            numbers: (0..<Self.tableSize).map { place in
                let light = pow(Double(place) / last, 4) * (curve == .hybridLogGamma ? 1 : curve.peak)
                return UInt16((min(max(curve.number(light), 0), 1) * Double(highest)).rounded())
            },
            peak: Float(curve.peak),
            isHybrid: curve == .hybridLogGamma
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

    /// How bright red, green and blue are.
    fileprivate var brightness: SIMD3<Float> {
        switch self {
        case .standard: SIMD3(0.2126, 0.7152, 0.0722)
        case .ultraHighDefinition: SIMD3(0.2627, 0.6780, 0.0593)
        case .cinema: SIMD3(0.228975, 0.691739, 0.079287)
        }
    }

    /// What red, green and blue are in linear light of others.
    fileprivate func columns(to target: ColorPrimaries) -> (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
    {
        guard self != target else { return ColorPrimaries.standard.toStandard }
        guard target != .standard else { return toStandard }
        let (columns, back) = (toStandard, target.toStandard)
        func column(_ color: SIMD3<Float>) -> SIMD3<Float> {
            let exact = Self.solve(
                SIMD3<Double>(back.red),
                SIMD3<Double>(back.green),
                SIMD3<Double>(back.blue),
                SIMD3<Double>(color)
            )
            return SIMD3<Float>(exact)
        }
        return (column(columns.red), column(columns.green), column(columns.blue))
    }

    /// How much of three columns make a fourth: Cramer's rule.
    private static func solve(
        _ a: SIMD3<Double>,
        _ b: SIMD3<Double>,
        _ c: SIMD3<Double>,
        _ sum: SIMD3<Double>
    ) -> SIMD3<Double> {
        func volume(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
        }
        return SIMD3(volume(sum, b, c), volume(a, sum, c), volume(a, b, sum)) / volume(a, b, c)
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
