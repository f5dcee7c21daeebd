import Testing

@testable import CMTimeLib

extension Rational128 {
    fileprivate var big: ReferenceRational {
        ReferenceRational(top: ReferenceInteger(numerator), bottom: ReferenceInteger(denominator))
    }
}

@Suite("Rational128")
struct Rational128Tests {
    private let limit = Int128.max.magnitude

    /// The result is the expected number in lowest terms, and nil exactly where those do not fit.
    private func agrees(_ result: Rational128?, with expected: ReferenceRational) -> Bool {
        guard let result else { return !expected.fits(limit, limit) }
        return result.big.isEqual(expected) && result == Rational128(result.numerator, result.denominator)
            && result.numerator != .min && result.denominator > 0
    }

    @Test("arithmetic agrees with integers of any size, and is nil exactly where lowest terms do not fit")
    func arithmetic() {
        for seed in UInt64(0)..<300 {
            var random = ExactRandom(seed: seed)
            let (left, right) = (random.rational(), random.rational())
            #expect(agrees(left.adding(right), with: left.big + right.big), "seed \(seed)")
            #expect(agrees(left.subtracting(right), with: left.big - right.big), "seed \(seed)")
            #expect(agrees(left.multiplied(by: right), with: left.big * right.big), "seed \(seed)")
            #expect((left < right) == (left.big < right.big), "seed \(seed)")
            guard right != 0 else { continue }
            var inverse = ReferenceRational(top: right.big.bottom, bottom: right.big.top.magnitude)
            if right.isNegative { inverse.top = -inverse.top }
            #expect(agrees(left.divided(by: right), with: left.big * inverse), "seed \(seed)")
        }
    }

    @Test("sums are the same on both sides of what goes without wide numbers")
    func edges() throws {
        let edge: Int128 = 1 << 62
        let terms: [Int128] = [1, 6, 1 << 31, edge - 2, edge - 1, edge, edge + 1, edge * 2]
        for top in terms {
            for bottom in terms {
                let left = try #require(Rational128(top, bottom))
                for other in terms {
                    for below in terms {
                        let right = try #require(Rational128(-other, below))
                        #expect(agrees(left.adding(right), with: left.big + right.big), "\(left), \(right)")
                        #expect(agrees(left.subtracting(right), with: left.big - right.big), "\(left), \(right)")
                    }
                }
            }
        }
    }

    @Test("sums that nearly cancel survive terms far beyond 128 bits on the way")
    func cancellation() throws {
        let large = Int128.max / 3 * 2
        let left = try #require(Rational128(large, large + 1))
        #expect(left.subtracting(left) == 0)
        #expect(left.adding(-left) == 0)
        #expect(left.adding(left) == nil)
        let odd = try #require(Rational128(.max - 2, .max - 1))
        #expect(odd.adding(odd) == Rational128(.max - 2, (.max - 1) / 2))
        #expect(left.multiplied(by: try #require(left.reciprocal)) == 1)
        #expect(Rational128(.max, 1)?.adding(1) == nil)
        #expect(Rational128(.min, 1) == nil)
        #expect(Rational128(.min, .min) == 1)
        #expect(Rational128(.min, 2)?.numerator == Int128.min / 2)
        #expect(Rational128(1, 0) == nil)
        #expect(Rational128.zero.reciprocal == nil)
    }

    @Test("rounding to an integer follows each method on both sides of zero")
    func rounding() throws {
        let expected: [(CMTimeRoundingMethod, [Int128])] = [
            (.roundHalfAwayFromZero, [-2, -2, -1, -1, 0, 1, 1, 2, 2]),
            (.roundTowardZero, [-2, -1, -1, 0, 0, 0, 1, 1, 2]),
            (.roundAwayFromZero, [-2, -2, -1, -1, 0, 1, 1, 2, 2]),
            (.quickTime, [-2, -1, -1, -1, 0, 0, 1, 1, 2]),
            (.roundTowardPositiveInfinity, [-2, -1, -1, 0, 0, 1, 1, 2, 2]),
            (.roundTowardNegativeInfinity, [-2, -2, -1, -1, 0, 0, 1, 1, 2]),
        ]
        for (method, results) in expected {
            for (halves, result) in zip(Int128(-4)...4, results) {
                #expect(try #require(Rational128(halves, 2)).rounded(method) == result, "\(halves)/2 \(method)")
            }
        }
        #expect(try #require(Rational128(-1, 3)).floor == -1)
        #expect(try #require(Rational128(1, 3)).ceiling == 1)
        #expect(try #require(Rational128(.max, 2)).rounded() == .max / 2 + 1)
    }

    @Test("a binary64 number gives its exact value and comes back")
    func doubles() throws {
        for seed in UInt64(0)..<1500 {
            var random = ExactRandom(seed: seed)
            let exponent = Int.random(in: -74...126, using: &random)
            let significand = Double(random.next() >> 11) * 0x1p-53 + 1
            let number = Double(sign: seed % 2 == 0 ? .plus : .minus, exponent: exponent, significand: significand)
            let exact = try #require(Rational128(exactly: number), "seed \(seed)")
            #expect(exact.doubleValue == number, "seed \(seed)")
        }
        #expect(Rational128(exactly: 0.1) == Rational128(3_602_879_701_896_397, 36_028_797_018_963_968))
        #expect(Rational128(exactly: -0.0) == 0)
        #expect(Rational128(exactly: 0x1p-126)?.denominator == 1 << 126)
        for number in [Double.nan, .infinity, -.infinity, 0x1p127, -0x1p127, 0x1p-127, .leastNonzeroMagnitude] {
            #expect(Rational128(exactly: number) == nil, "\(number)")
        }
    }

    @Test("the nearest binary64 number is the correctly rounded quotient")
    func doubleValue() throws {
        for seed in UInt64(0)..<1500 {
            var random = ExactRandom(seed: seed)
            let top = Int64(random.next() >> 11) >> Int64.random(in: 0...52, using: &random)
            let bottom = (Int64(random.next() >> 11) >> Int64.random(in: 0...52, using: &random)) + 1
            let number = try #require(Rational128(Int128(top), Int128(bottom)))
            #expect(number.doubleValue == Double(top) / Double(bottom), "seed \(seed)")
        }
        #expect(Rational128((1 << 53) + 1, 1)?.doubleValue == 0x1p53)
        #expect(Rational128((1 << 54) + 3, 1)?.doubleValue == 0x1p54 + 4)
        #expect(Rational128(.max, 1)?.doubleValue == 0x1p127)
        #expect(Rational128(-1, .max)?.doubleValue == -0x1p-127)
        #expect(Rational128(((1 << 53) + 1) << 70 | 1, 1)?.doubleValue == (0x1p53 + 2) * 0x1p70)
    }
}
