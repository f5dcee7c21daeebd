internal import Foundation

/// A number out of a dictionary that a client made: `Int`, `UInt32`, `CGFloat`, `Float`, `Double`, `Bool`, `NSNumber`
/// and whatever else counts. On Linux a `UInt32` in an `Any` is no `Int`, so every reader comes here.
package struct Number: Hashable {
    private enum Kind: Hashable {
        case whole(Int128)
        case fraction(Double)
    }

    private let kind: Kind

    /// Takes a number out of `value`; nil where there is none. A text is not a number.
    package init?(_ value: Any?) {
        guard let kind = Self.kind(of: value) else { return nil }
        self.kind = kind
    }

    private static func kind(of value: Any?) -> Kind? {
        switch value {
        case let truth as Bool: .whole(truth ? 1 : 0)
        case let whole as any BinaryInteger: Int128(exactly: whole).map(Kind.whole)
        case let fraction as any BinaryFloatingPoint: kind(of: Double(fraction))
        case let number as NSNumber: kind(of: number)
        default: nil
        }
    }

    private static func kind(of number: NSNumber) -> Kind {
        switch number.objCType.pointee {
        case Int8(UInt8(ascii: "f")), Int8(UInt8(ascii: "d")): kind(of: number.doubleValue)
        case Int8(UInt8(ascii: "Q")): .whole(Int128(number.uint64Value))
        default: .whole(Int128(number.int64Value))
        }
    }

    private static func kind(of fraction: Double) -> Kind {
        Int128(exactly: fraction).map(Kind.whole) ?? .fraction(fraction)
    }

    /// The number as a whole one of a type; nil where it has a fraction or does not fit.
    package func whole<Whole: FixedWidthInteger>(_ type: Whole.Type = Whole.self) -> Whole? {
        switch kind {
        case .whole(let value): Whole(exactly: value)
        case .fraction: nil
        }
    }

    /// The number cut to a whole one, as `NSNumber` would; nil where it does not fit.
    package func truncated<Whole: FixedWidthInteger>(_ type: Whole.Type = Whole.self) -> Whole? {
        switch kind {
        case .whole(let value): Whole(exactly: value)
        case .fraction(let value): value.isFinite ? Whole(exactly: value.rounded(.towardZero)) : nil
        }
    }

    /// The number as a floating-point one.
    package var double: Double {
        switch kind {
        case .whole(let value): Double(value)
        case .fraction(let value): value
        }
    }

    /// Whether the number is not zero.
    package var bool: Bool { double != 0 }
}

extension Dictionary where Value == Any {
    /// The number at a key, whatever type the client chose.
    package func number(_ key: Key) -> Number? { Number(self[key]) }
}
