internal import AssetKitFFmpeg
internal import Foundation

/// How numbers become light: 1 is the white of a common screen.
enum TransferCurve: Sendable, Hashable {
    /// sRGB's curve, which also stands for the others of common screens: BT.601, BT.709, BT.2020 and plain gammas show
    /// the same numbers alike, as players on such screens have it.
    case standard
    case linear
    /// Digital cinema.
    case cinema
    case perceptualQuantizer
    case hybridLogGamma

    /// The light that counts as the white of a common screen, in cd/m²: ITU-R BT.2408.
    static let referenceWhite = 203.0
    /// The screen that hybrid log-gamma is worked out for, in cd/m².
    static let nominalPeak = 1000.0

    init(_ color: PictureColor) {
        self =
            switch color.transfer {
            case 8: .linear
            case 16: .perceptualQuantizer
            case 17: .cinema
            case 18: .hybridLogGamma
            default: .standard
            }
    }

    /// Light of a number within 0…1. Of hybrid log-gamma it is that of the scene, within 0…1.
    func light(_ value: Double) -> Double {
        switch self {
        case .standard: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        case .linear: value
        case .cinema: pow(value, 2.6) * 52.37 / 48
        case .perceptualQuantizer: Self.perceptual(value) / Self.referenceWhite
        case .hybridLogGamma: Self.scene(value)
        }
    }

    /// Pictures may be brighter than the white of a common screen.
    var isHighDynamicRange: Bool { self == .perceptualQuantizer || self == .hybridLogGamma }

    /// The light of the highest number.
    var peak: Double {
        switch self {
        case .perceptualQuantizer: 10000 / Self.referenceWhite
        case .hybridLogGamma: Self.nominalPeak / Self.referenceWhite
        case .standard, .linear, .cinema: 1
        }
    }

    /// The number of light from 0 to the peak. Of hybrid log-gamma it is that of the scene, within 0…1.
    func number(_ light: Double) -> Double {
        switch self {
        case .standard: Self.standardNumber(light)
        case .linear: light
        case .cinema: pow(light * 48 / 52.37, 1 / 2.6)
        case .perceptualQuantizer: Self.perceptualNumber(light * Self.referenceWhite)
        case .hybridLogGamma: Self.sceneNumber(light)
        }
    }

    /// The number of light within 0…1, by sRGB.
    static func standardNumber(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// cd/m² of a number: SMPTE ST 2084.
    private static func perceptual(_ value: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let root = pow(value, 1 / m2)
        return 10000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    /// The number of cd/m²: SMPTE ST 2084.
    private static func perceptualNumber(_ light: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let power = pow(light / 10000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// The number of light of the scene: ITU-R BT.2100, table 5.
    private static func sceneNumber(_ light: Double) -> Double {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
    }

    /// Light of the scene of a number: ITU-R BT.2100, table 5.
    private static func scene(_ value: Double) -> Double {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }
}
