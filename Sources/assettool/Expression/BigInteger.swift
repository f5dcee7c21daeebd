/// A whole number of any size: a sign and a magnitude of 32-bit limbs.
///
/// Plain schoolbook arithmetic. The calculator's numbers have a few hundred bits at most, unless somebody wants to see
/// what happens; ``BigRational/maximumBitWidth`` limits what that can cost.
struct BigInteger: Hashable, Sendable {
    let isNegative: Bool
    /// The magnitude, lowest limb first, the highest one not zero. Empty for zero.
    let limbs: [UInt32]

    static let zero = BigInteger(limbs: [])
    static let one = BigInteger(1)

    /// Takes over a magnitude that may have zeros at its top.
    init(isNegative: Bool = false, limbs: [UInt32]) {
        var limbs = limbs
        while limbs.last == 0 { limbs.removeLast() }
        self.isNegative = isNegative && !limbs.isEmpty
        self.limbs = limbs
    }

    init(_ number: some FixedWidthInteger) {
        var limbs: [UInt32] = []
        var rest = UInt128(truncatingIfNeeded: number.magnitude)
        while rest != 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
        self.init(isNegative: number < 0, limbs: limbs)
    }

    var isZero: Bool { limbs.isEmpty }
    var isOne: Bool { limbs == [1] && !isNegative }
    var magnitude: BigInteger { BigInteger(limbs: limbs) }

    /// How many bits the magnitude has; 0 for zero.
    var bitWidth: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

    /// How many times 2 divides the number, which is not zero.
    var trailingZeroBitCount: Int {
        let zeros = limbs.prefix { $0 == 0 }.count
        return zeros * 32 + limbs[zeros].trailingZeroBitCount
    }

    /// The number as a machine integer; nil where it does not fit.
    func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        guard limbs.count <= 4 else { return nil }
        let magnitude = limbs.reversed().reduce(UInt128(0)) { $0 << 32 | UInt128($1) }
        guard isNegative else { return Integer(exactly: magnitude) }
        guard magnitude <= Int128.min.magnitude else { return nil }
        return Integer(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
    }

    /// The magnitude without its lowest `count` bits, as far as 64 bits hold it.
    func bits(above count: Int) -> UInt64 {
        var result: UInt64 = 0
        var index = min(limbs.count, count / 32 + 3) - 1
        while index >= count / 32 {
            let shift = index * 32 - count
            result |= shift < 0 ? UInt64(limbs[index]) >> UInt64(-shift) : UInt64(limbs[index]) << UInt64(shift)
            index -= 1
        }
        return result
    }
}

extension BigInteger {
    static prefix func - (number: BigInteger) -> BigInteger {
        BigInteger(isNegative: !number.isNegative, limbs: number.limbs)
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if left.isNegative == right.isNegative {
            return BigInteger(isNegative: left.isNegative, limbs: sum(left.limbs, right.limbs))
        }
        return isLess(left.limbs, than: right.limbs)
            ? BigInteger(isNegative: right.isNegative, limbs: difference(right.limbs, left.limbs))
            : BigInteger(isNegative: left.isNegative, limbs: difference(left.limbs, right.limbs))
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        BigInteger(isNegative: left.isNegative != right.isNegative, limbs: product(left.limbs, right.limbs))
    }
}

extension BigInteger: Comparable {
    static func < (left: BigInteger, right: BigInteger) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? isLess(right.limbs, than: left.limbs) : isLess(left.limbs, than: right.limbs)
    }
}

// Magnitudes. The loops are `while` loops because ranges cost several times as much in a build for debugging.
extension BigInteger {
    static func isLess(_ left: [UInt32], than right: [UInt32]) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        var index = left.count - 1
        while index >= 0 {
            if left[index] != right[index] { return left[index] < right[index] }
            index -= 1
        }
        return false
    }

    private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var (result, other) = left.count < right.count ? (right, left) : (left, right)
        result.append(0)
        other.append(0)
        var carry: UInt64 = 0
        var index = 0
        // Behind the end of the shorter one only a carry is left to add.
        while index < other.count || carry != 0 {
            carry += UInt64(result[index]) + (index < other.count ? UInt64(other[index]) : 0)
            result[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
            index += 1
        }
        return result
    }

    /// `left - right`, which is not negative.
    private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result = left
        var borrow: Int64 = 0
        var index = 0
        while index < right.count || borrow != 0 {
            borrow += Int64(result[index]) - (index < right.count ? Int64(right[index]) : 0)
            result[index] = UInt32(truncatingIfNeeded: borrow)
            borrow >>= 32
            index += 1
        }
        return result
    }

    private static func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: left.count + right.count)
        let (rows, columns) = left.count < right.count ? (left, right) : (right, left)
        var row = 0
        while row < rows.count {
            let factor = UInt64(rows[row])
            var carry: UInt64 = 0
            var column = 0
            while column < columns.count {
                carry += factor * UInt64(columns[column]) + UInt64(result[row + column])
                result[row + column] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
                column += 1
            }
            result[row + columns.count] = UInt32(carry)
            row += 1
        }
        return result
    }
}
