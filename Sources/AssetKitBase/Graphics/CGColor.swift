public import Foundation

/// A colour: components in a space, and alpha.
public final class CGColor: Hashable, Sendable, CustomStringConvertible {
    private let space: CGColorSpace
    private let values: [CGFloat]

    private init(space: CGColorSpace, values: [CGFloat]) {
        self.space = space
        self.values = values
    }

    /// Makes a colour of the device's red, green and blue.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpaceCreateDeviceRGB(), values: [red, green, blue, alpha])
    }

    /// Makes a colour of sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpace(name: CGColorSpace.sRGB, model: .rgb), values: [red, green, blue, alpha])
    }

    /// Makes a grey of the device.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(space: CGColorSpaceCreateDeviceGray(), values: [gray, alpha])
    }

    /// Makes a grey with gamma 2.2.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        let space = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2, model: .monochrome)
        self.init(space: space, values: [gray, alpha])
    }

    /// Makes a colour of a space. `components` points to one number for each of its components, and alpha.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        let count = space.numberOfComponents + 1
        self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
    }

    /// What the components mean.
    public var colorSpace: CGColorSpace? { space }
    /// The components, alpha last.
    public var components: [CGFloat]? { values }
    /// How many numbers ``components`` has.
    public var numberOfComponents: Int { values.count }
    /// 0 is invisible, 1 is opaque.
    public var alpha: CGFloat { values[values.count - 1] }

    /// The same colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space: space, values: values.dropLast() + [alpha])
    }

    /// Opaque black.
    public static let black = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
    /// Opaque white.
    public static let white = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
    /// Invisible black.
    public static let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)

    public static func == (left: CGColor, right: CGColor) -> Bool {
        left.space == right.space && left.values == right.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(space)
        hasher.combine(values)
    }

    public var description: String { "\(space) \(values)" }

    /// Red, green, blue and alpha, colours not multiplied, each within 0…1.
    package var rgba: SIMD4<Float> {
        let clamped = values.map { Float(min(max($0.isNaN ? 0 : $0, 0), 1)) }
        guard clamped.count == 4 else { return SIMD4(clamped[0], clamped[0], clamped[0], clamped[1]) }
        return SIMD4(clamped[0], clamped[1], clamped[2], clamped[3])
    }
}
