public import CMTimeLib

/// How many and which components a colour has.
public enum CGColorSpaceModel: Int32, Sendable {
    /// Not known.
    case unknown = -1
    /// One grey component.
    case monochrome = 0
    /// Red, green, blue.
    case rgb = 1
}

/// What the components of a colour mean. Equal by name.
///
/// Drawing does not convert between spaces of the same model; the space is a label that travels with the pixels.
public final class CGColorSpace: Hashable, Sendable, CustomStringConvertible {
    /// The space's name.
    public let name: CFString?
    /// Which components there are.
    public let model: CGColorSpaceModel

    package init(name: CFString, model: CGColorSpaceModel) {
        self.name = name
        self.model = model
    }

    /// Finds a space by one of the names below; nil for another name.
    public convenience init?(name: CFString) {
        guard let model = Self.models[name] else { return nil }
        self.init(name: name, model: model)
    }

    /// How many components a colour has, without alpha.
    public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

    /// Whether colours may lie outside 0…1 or beyond the range of sRGB.
    public var isWideGamutRGB: Bool { Self.wideNames.contains(name ?? "") }

    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    public var description: String { name ?? "unnamed colour space" }
}

extension CGColorSpace {
    /// sRGB, the space of most pictures.
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// sRGB with linear light.
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    /// sRGB with values outside 0…1.
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    /// Linear sRGB with values outside 0…1.
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    /// The space of wide-gamut displays.
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    /// The space of digital cinema.
    public static let dcip3: CFString = "kCGColorSpaceDCIP3"
    /// ITU-R BT.709, high-definition television.
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// ITU-R BT.2020, ultra-high-definition television.
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// BT.2100 with the perceptual quantiser.
    public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
    /// BT.2100 with hybrid log-gamma.
    public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
    /// Adobe RGB (1998).
    public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    /// Grey with gamma 2.2.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// Grey with linear light.
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    private static let deviceRGB: CFString = "kCGColorSpaceDeviceRGB"
    private static let deviceGray: CFString = "kCGColorSpaceDeviceGray"

    private static let wideNames: Set<CFString> = [
        extendedSRGB, extendedLinearSRGB, displayP3, dcip3, itur_2020, itur_2100_PQ, itur_2100_HLG, adobeRGB1998,
    ]

    private static let models: [CFString: CGColorSpaceModel] = [
        sRGB: .rgb, linearSRGB: .rgb, extendedSRGB: .rgb, extendedLinearSRGB: .rgb, displayP3: .rgb, dcip3: .rgb,
        itur_709: .rgb, itur_2020: .rgb, itur_2100_PQ: .rgb, itur_2100_HLG: .rgb, adobeRGB1998: .rgb,
        genericGrayGamma2_2: .monochrome, linearGray: .monochrome,
    ]

    fileprivate static let sharedDeviceRGB = CGColorSpace(name: deviceRGB, model: .rgb)
    fileprivate static let sharedDeviceGray = CGColorSpace(name: deviceGray, model: .monochrome)
}

/// The space of red, green and blue as the device shows them.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace.sharedDeviceRGB }

/// The space of grey as the device shows it.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace.sharedDeviceGray }
