/// An integer of any size, slow and plain: what exact results are checked against.
struct ReferenceInteger: Equatable {
    var isNegative: Bool
    /// Little-endian, without leading zeros; empty for zero.
    var limbs: [UInt32]

    init(_ number: Int128) {
        self.init(isNegative: number < 0, magnitude: number.magnitude)
    }

    init(isNegative: Bool = false, magnitude: UInt128) {
        let limbs = (0..<4).map { UInt32(truncatingIfNeeded: magnitude >> ($0 * 32)) }
        self.init(isNegative, limbs)
    }

    private init(_ isNegative: Bool, _ limbs: [UInt32]) {
        var limbs = limbs
        while limbs.last == 0 { limbs.removeLast() }
        self.limbs = limbs
        self.isNegative = isNegative && !limbs.isEmpty
    }

    var isZero: Bool { limbs.isEmpty }
    var magnitude: ReferenceInteger { ReferenceInteger(false, limbs) }

    /// The number as a 128-bit one, where it is one.
    var int128: Int128? {
        guard limbs.count <= 4 else { return nil }
        let magnitude = limbs.reversed().reduce(UInt128(0)) { $0 << 32 | UInt128($1) }
        guard let number = Int128(exactly: magnitude) else { return nil }
        return isNegative ? -number : number
    }

    static func * (left: ReferenceInteger, right: ReferenceInteger) -> ReferenceInteger {
        var result = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count + 1)
        for (i, first) in left.limbs.enumerated() {
            var carry: UInt64 = 0
            for (j, second) in right.limbs.enumerated() {
                carry += UInt64(first) * UInt64(second) + UInt64(result[i + j])
                result[i + j] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            result[i + right.limbs.count] = UInt32(carry)
        }
        return ReferenceInteger(left.isNegative != right.isNegative, result)
    }

    static func + (left: ReferenceInteger, right: ReferenceInteger) -> ReferenceInteger {
        guard left.isNegative == right.isNegative else {
            return isSmaller(left.limbs, right.limbs)
                ? ReferenceInteger(right.isNegative, difference(right.limbs, left.limbs))
                : ReferenceInteger(left.isNegative, difference(left.limbs, right.limbs))
        }
        var result: [UInt32] = []
        var carry: UInt64 = 0
        for index in 0..<max(left.limbs.count, right.limbs.count) {
            carry += index < left.limbs.count ? UInt64(left.limbs[index]) : 0
            carry += index < right.limbs.count ? UInt64(right.limbs[index]) : 0
            result.append(UInt32(truncatingIfNeeded: carry))
            carry >>= 32
        }
        return ReferenceInteger(left.isNegative, result + [UInt32(carry)])
    }

    static func - (left: ReferenceInteger, right: ReferenceInteger) -> ReferenceInteger {
        left + ReferenceInteger(!right.isNegative, right.limbs)
    }

    static func < (left: ReferenceInteger, right: ReferenceInteger) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? isSmaller(right.limbs, left.limbs) : isSmaller(left.limbs, right.limbs)
    }

    /// The greatest common divisor of the magnitudes, by halving and subtracting.
    static func commonDivisor(_ first: ReferenceInteger, _ second: ReferenceInteger) -> ReferenceInteger {
        var (left, right) = (first.magnitude, second.magnitude)
        guard !left.isZero else { return right }
        var power = ReferenceInteger(1)
        while !right.isZero {
            switch (left.isEven, right.isEven) {
            case (true, true):
                (left, right, power) = (left.half, right.half, power + power)
            case (true, false): left = left.half
            case (false, true): right = right.half
            case (false, false):
                if left < right { (left, right) = (right, left) }
                left = left - right
                if left.isZero { return right * power }
            }
        }
        return left * power
    }

    var isEven: Bool { (limbs.first ?? 0) % 2 == 0 }

    var half: ReferenceInteger {
        var result = limbs
        for index in result.indices {
            result[index] = limbs[index] >> 1 | (index + 1 < limbs.count ? limbs[index + 1] << 31 : 0)
        }
        return ReferenceInteger(isNegative, result)
    }

    private static func isSmaller(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        return left.reversed().lexicographicallyPrecedes(right.reversed())
    }

    private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var borrow: Int64 = 0
        for index in left.indices {
            borrow += Int64(left[index]) - (index < right.count ? Int64(right[index]) : 0)
            result.append(UInt32(truncatingIfNeeded: borrow))
            borrow >>= 32
        }
        return result
    }
}

/// A fraction of such integers, not reduced; the denominator is positive.
struct ReferenceRational {
    var top: ReferenceInteger
    var bottom: ReferenceInteger

    func isEqual(_ other: ReferenceRational) -> Bool { top * other.bottom == other.top * bottom }
    static func < (left: ReferenceRational, right: ReferenceRational) -> Bool {
        left.top * right.bottom < right.top * left.bottom
    }
    static func + (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.bottom + right.top * left.bottom, bottom: left.bottom * right.bottom)
    }
    static func - (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.bottom - right.top * left.bottom, bottom: left.bottom * right.bottom)
    }
    static func * (left: ReferenceRational, right: ReferenceRational) -> ReferenceRational {
        ReferenceRational(top: left.top * right.top, bottom: left.bottom * right.bottom)
    }

    /// Lowest terms have magnitudes of at most these. With `t = g * t'`, `t' <= limit` is `t <= limit * g`.
    func fits(_ topLimit: UInt128, _ bottomLimit: UInt128) -> Bool {
        let divisor = ReferenceInteger.commonDivisor(top, bottom)
        return !(ReferenceInteger(magnitude: topLimit) * divisor < top.magnitude)
            && !(ReferenceInteger(magnitude: bottomLimit) * divisor < bottom)
    }
}
