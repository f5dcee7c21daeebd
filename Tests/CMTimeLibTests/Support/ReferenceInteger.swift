/// A whole number of any size, kept as a sign and a magnitude of 32-bit limbs.
///
/// Plain schoolbook arithmetic: it exists so that the expected results of the time functions are computed exactly and
/// without any of the code under test.
struct ReferenceInteger: Sendable, Hashable {
    let isNegative: Bool
    /// The magnitude, lowest limb first, without zero limbs at the top. Empty for zero.
    let limbs: [UInt32]

    static let zero = ReferenceInteger(isNegative: false, limbs: [])
    static let one = ReferenceInteger(isNegative: false, limbs: [1])

    init(isNegative: Bool, limbs: [UInt32]) {
        var trimmed = limbs
        while trimmed.last == 0 { trimmed.removeLast() }
        self.limbs = trimmed
        self.isNegative = isNegative && !trimmed.isEmpty
    }

    init(isNegative: Bool, magnitude: UInt64) {
        let low = UInt32(truncatingIfNeeded: magnitude)
        let high = UInt32(truncatingIfNeeded: magnitude >> 32)
        if high != 0 {
            limbs = [low, high]
        } else {
            limbs = low == 0 ? [] : [low]
        }
        self.isNegative = isNegative && magnitude != 0
    }

    init(_ value: Int64) {
        self.init(isNegative: value < 0, magnitude: value.magnitude)
    }

    init(_ value: Int128) {
        self.init(isNegative: value < 0, magnitude: value.magnitude)
    }

    init(isNegative: Bool = false, magnitude: UInt128) {
        let limbs = (0..<4).map { UInt32(truncatingIfNeeded: magnitude >> ($0 * 32)) }
        self.init(isNegative: isNegative, limbs: limbs)
    }

    init(_ value: Int32) {
        self.init(Int64(value))
    }

    var isZero: Bool { limbs.isEmpty }
    var isPositive: Bool { !isNegative && !limbs.isEmpty }
    var magnitude: ReferenceInteger { ReferenceInteger(isNegative: false, limbs: limbs) }

    /// The magnitude where it has at most 64 bits.
    var smallMagnitude: UInt64? {
        switch limbs.count {
        case 0: 0
        case 1: UInt64(limbs[0])
        case 2: UInt64(limbs[1]) << 32 | UInt64(limbs[0])
        default: nil
        }
    }

    /// The number as an `Int64`, or `nil` where it does not fit.
    var int64: Int64? {
        guard let magnitude = smallMagnitude else { return nil }
        let limit = UInt64(1) << 63
        if isNegative { return magnitude <= limit ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
        return magnitude < limit ? Int64(magnitude) : nil
    }

    /// The number as an `Int32`, or `nil` where it does not fit.
    var int32: Int32? {
        int64.flatMap { Int32(exactly: $0) }
    }
}

extension ReferenceInteger {
    static prefix func - (number: ReferenceInteger) -> ReferenceInteger {
        ReferenceInteger(isNegative: !number.isNegative, limbs: number.limbs)
    }

    static func + (lhs: ReferenceInteger, rhs: ReferenceInteger) -> ReferenceInteger {
        if lhs.isNegative == rhs.isNegative {
            return ReferenceInteger(isNegative: lhs.isNegative, limbs: sum(lhs.limbs, rhs.limbs))
        }
        if order(lhs.limbs, rhs.limbs) < 0 {
            return ReferenceInteger(isNegative: rhs.isNegative, limbs: difference(rhs.limbs, lhs.limbs))
        }
        return ReferenceInteger(isNegative: lhs.isNegative, limbs: difference(lhs.limbs, rhs.limbs))
    }

    static func - (lhs: ReferenceInteger, rhs: ReferenceInteger) -> ReferenceInteger {
        lhs + -rhs
    }

    static func * (lhs: ReferenceInteger, rhs: ReferenceInteger) -> ReferenceInteger {
        ReferenceInteger(isNegative: lhs.isNegative != rhs.isNegative, limbs: product(lhs.limbs, rhs.limbs))
    }
}

extension ReferenceInteger: Comparable {
    static func < (lhs: ReferenceInteger, rhs: ReferenceInteger) -> Bool {
        if lhs.isNegative != rhs.isNegative { return lhs.isNegative }
        let magnitudes = order(lhs.limbs, rhs.limbs)
        return lhs.isNegative ? magnitudes > 0 : magnitudes < 0
    }
}

// Magnitudes. Loops are written with `while`, because ranges are slow in the unoptimised builds that tests run in.
extension ReferenceInteger {
    /// Negative, zero or positive, as `lhs` is smaller than, equal to or greater than `rhs`.
    static func order(_ lhs: [UInt32], _ rhs: [UInt32]) -> Int {
        if lhs.count != rhs.count { return lhs.count < rhs.count ? -1 : 1 }
        var index = lhs.count - 1
        while index >= 0 {
            if lhs[index] != rhs[index] { return lhs[index] < rhs[index] ? -1 : 1 }
            index -= 1
        }
        return 0
    }

    private static func sum(_ lhs: [UInt32], _ rhs: [UInt32]) -> [UInt32] {
        let (long, short) = lhs.count >= rhs.count ? (lhs, rhs) : (rhs, lhs)
        var result = long
        var carry: UInt64 = 0
        var index = 0
        while index < long.count {
            let total = UInt64(long[index]) + (index < short.count ? UInt64(short[index]) : 0) + carry
            result[index] = UInt32(truncatingIfNeeded: total)
            carry = total >> 32
            index += 1
        }
        if carry != 0 { result.append(UInt32(carry)) }
        return result
    }

    /// `lhs - rhs`, where `lhs` is not the smaller one.
    private static func difference(_ lhs: [UInt32], _ rhs: [UInt32]) -> [UInt32] {
        var result = lhs
        var borrow: Int64 = 0
        var index = 0
        while index < lhs.count {
            var digit = Int64(lhs[index]) - (index < rhs.count ? Int64(rhs[index]) : 0) - borrow
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 1 << 32 }
            result[index] = UInt32(digit)
            index += 1
        }
        return result
    }

    private static func product(_ lhs: [UInt32], _ rhs: [UInt32]) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: lhs.count + rhs.count)
        var row = 0
        while row < lhs.count {
            let factor = UInt64(lhs[row])
            var carry: UInt64 = 0
            var column = 0
            while column < rhs.count {
                let total = factor * UInt64(rhs[column]) + UInt64(result[row + column]) + carry
                result[row + column] = UInt32(truncatingIfNeeded: total)
                carry = total >> 32
                column += 1
            }
            result[row + rhs.count] = UInt32(carry)
            row += 1
        }
        return result
    }
}
