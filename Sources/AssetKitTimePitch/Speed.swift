/// How much of a source passes while a second is heard, exactly: 2 is twice as fast.
package struct Speed: Hashable, Sendable, Codable {
    /// In lowest terms, both above zero.
    package let numerator: Int64
    package let denominator: Int64

    package static let normal = Speed(1, 1)

    /// `source` frames for every `target` frames.
    package init(_ source: Int64, _ target: Int64) {
        precondition(source > 0 && target > 0, "a speed is above zero")
        let divisor = Self.greatestCommonDivisor(source, target)
        (numerator, denominator) = (source / divisor, target / divisor)
    }

    package var value: Double { Double(numerator) / Double(denominator) }

    /// How many frames become of so many: the nearest number, upwards where two are as near.
    package func frameCount(of count: Int64) -> Int64 {
        let (product, divisor) = (Int128(count) * Int128(denominator), Int128(numerator))
        return Int64(clamping: (2 * product + divisor) / (2 * divisor))
    }

    private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : greatestCommonDivisor(second, first % second)
    }
}
