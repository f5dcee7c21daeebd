/// The order of the bytes of a pixel.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    /// Which bits say it.
    case orderMask = 0x7000
    /// As the components are listed.
    case orderDefault = 0
    /// 16-bit numbers, low byte first.
    case order16Little = 0x1000
    /// 32-bit numbers, low byte first.
    case order32Little = 0x2000
    /// 16-bit numbers, high byte first.
    case order16Big = 0x3000
    /// 32-bit numbers, high byte first.
    case order32Big = 0x4000
}

/// How the components of a pixel are stored.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The bits of ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1f)
    /// The bits that say whether components are floating-point.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xf00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits of ``CGImageByteOrderInfo``.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// Bytes as the components are listed.
    public static let byteOrderDefault: CGBitmapInfo = []
    /// 16-bit numbers, low byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// 32-bit numbers, low byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// 16-bit numbers, high byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// 32-bit numbers, high byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)

    /// Where the transparency is; nil where the bits say nothing known.
    package var alphaInfo: CGImageAlphaInfo? {
        CGImageAlphaInfo(rawValue: intersection(.alphaInfoMask).rawValue)
    }
}

/// What to do with colours outside the target's range. Kept with an image, and without effect here.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The context's choice.
    case defaultIntent = 0
    /// Clip to the target.
    case absoluteColorimetric
    /// Shift so that white stays white, then clip.
    case relativeColorimetric
    /// Squeeze so that relations stay.
    case perceptual
    /// Keep colours vivid.
    case saturation
}

/// How smoothly a picture is scaled.
public enum CGInterpolationQuality: Int32, Sendable {
    /// The context's choice, which is ``medium``.
    case `default` = 0
    /// Every target pixel takes the nearest source pixel.
    case none
    /// Smooth.
    case low
    /// Smooth, averaging where the picture shrinks.
    case high
    /// Smooth, averaging where the picture shrinks.
    case medium
}

/// How new pixels join those that are there.
public enum CGBlendMode: Int32, Sendable {
    /// New over old, by the new alpha.
    case normal = 0
    /// Erase.
    case clear = 16
    /// Replace.
    case copy = 17
}
