import Testing

@testable import CMTimeLib

@Suite("Best approximation")
struct BestApproximationTests {
    /// The closest fraction by trying every denominator; ties as documented.
    private func closest(to number: Rational128, maximum: Int128, _ method: CMTimeRoundingMethod) -> Rational128? {
        var best: (fraction: Rational128, error: Rational128)?
        for bottom in 1...maximum {
            let scaled = number.multiplied(by: Rational128(bottom, 1)!)!
            for top in [scaled.floor, scaled.ceiling] {
                let fraction = Rational128(top, bottom)!
                let error = fraction.subtracting(number)!
                guard isAllowed(fraction, error, number, method) else { continue }
                if let (other, otherError) = best {
                    guard error.magnitude <= otherError.magnitude else { continue }
                    if error.magnitude == otherError.magnitude {
                        guard
                            (fraction.denominator, -fraction.magnitude.floor)
                                < (other.denominator, -other.magnitude.floor)
                        else { continue }
                    }
                }
                best = (fraction, error)
            }
        }
        return best?.fraction
    }

    private func isAllowed(
        _ fraction: Rational128,
        _ error: Rational128,
        _ number: Rational128,
        _ method: CMTimeRoundingMethod
    ) -> Bool {
        switch method {
        case .roundHalfAwayFromZero: true
        case .roundTowardZero: fraction.magnitude <= number.magnitude
        case .roundAwayFromZero: fraction.magnitude >= number.magnitude
        case .roundTowardPositiveInfinity: error >= 0
        case .roundTowardNegativeInfinity: error <= 0
        // Toward zero, but not from a negative number to zero; that case is checked by itself.
        case .quickTime: fraction.magnitude <= number.magnitude
        }
    }

    @Test("nothing within the limit is closer, by every method", arguments: CMTimeRoundingMethod.allCases)
    func bruteForce(method: CMTimeRoundingMethod) throws {
        for bottom in Int128(1)...23 {
            for top in stride(from: Int128(-40), through: 40, by: method == .default ? 1 : 5) {
                let number = try #require(Rational128(top, bottom))
                for maximum in [Int128(1), 2, 3, 5, 9] {
                    let best = try #require(number.bestApproximation(maximumDenominator: maximum, rounding: method))
                    let expected = closest(to: number, maximum: maximum, method)
                    if method == .quickTime, number < 0, expected == 0 {
                        #expect(best == Rational128(-1, maximum))
                    } else {
                        #expect(best == expected, "\(top)/\(bottom) up to \(maximum)")
                    }
                }
            }
        }
    }

    @Test("semiconvergents count: pi within 100 is 311/99")
    func pi() throws {
        let pi = try #require(Rational128("3.14159265358979"))
        #expect(pi.bestApproximation(maximumDenominator: 7) == Rational128(22, 7))
        #expect(pi.bestApproximation(maximumDenominator: 100) == Rational128(311, 99))
        #expect(pi.bestApproximation(maximumDenominator: 1000) == Rational128(355, 113))
        #expect(pi.bestApproximation(maximumDenominator: 0) == nil)
        #expect(pi.bestApproximation(maximumDenominator: .max) == pi)
    }

    @Test("neighbours in the Farey sense enclose every number, whatever its size")
    func largeTerms() throws {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let number = random.rational()
            let maximum = max(1, random.integer(Int128.self).magnitude >> 1)
            let limit = Int128(maximum)
            let low = try #require(
                number.bestApproximation(maximumDenominator: limit, rounding: .roundTowardNegativeInfinity)
            )
            let high = try #require(
                number.bestApproximation(maximumDenominator: limit, rounding: .roundTowardPositiveInfinity)
            )
            let nearest = try #require(number.bestApproximation(maximumDenominator: limit))
            #expect(low <= number && number <= high && (nearest == low || nearest == high), "seed \(seed)")
            guard low < high else { continue }
            // Adjacent fractions differ by one over the product of their denominators.
            let product = ReferenceInteger(high.numerator) * ReferenceInteger(low.denominator)
            #expect(
                product - ReferenceInteger(low.numerator) * ReferenceInteger(high.denominator) == .one,
                "seed \(seed)"
            )
            #expect(limit - low.denominator < high.denominator, "seed \(seed)")
        }
    }

    @Test("a time takes the closest timescale within the limit")
    func times() throws {
        let frame = CMTime(bestApproximatingSeconds: 0.033366666666, maximumTimescale: 30000)
        #expect(fields(of: frame) == [1001, 30000, 3, 0])
        #expect(fields(of: CMTime(bestApproximatingSeconds: 0.5, maximumTimescale: 1000)) == [1, 2, 1, 0])
        #expect(fields(of: CMTime(bestApproximatingSeconds: 1.0 / 3, maximumTimescale: 1000)) == [1, 3, 3, 0])
        #expect(fields(of: CMTime(bestApproximatingSeconds: -1.0 / 3, maximumTimescale: 1000)) == [-1, 3, 3, 0])
        #expect(CMTime(bestApproximatingSeconds: Double.nan, maximumTimescale: 1000) == .invalid)
        #expect(CMTime(bestApproximatingSeconds: 1e300, maximumTimescale: 1000) == .positiveInfinity)
        #expect(CMTime(bestApproximatingSeconds: -.infinity, maximumTimescale: 1000) == .negativeInfinity)
        #expect(CMTime(bestApproximatingSeconds: 0x1p63, maximumTimescale: 1000) == .positiveInfinity)
        #expect(CMTime(bestApproximatingSeconds: -0x1p63, maximumTimescale: 1000).value == .min)
        #expect(CMTime(bestApproximatingSeconds: 1, maximumTimescale: 0) == .invalid)
        let tiny = CMTime(bestApproximatingSeconds: 1e-300, maximumTimescale: 1000, rounding: .roundAwayFromZero)
        #expect(fields(of: tiny) == [1, 1000, 3, 0])
        #expect(fields(of: CMTime(bestApproximatingSeconds: 1e-300, maximumTimescale: 1000)) == [0, 1, 3, 0])
        let time = CMTime(value: 1001, timescale: 30000, flags: [.valid, .hasBeenRounded], epoch: 4)
        #expect(fields(of: time.bestApproximation(maximumTimescale: 100)) == [1, 30, 3, 4])
        #expect(CMTime.indefinite.bestApproximation(maximumTimescale: 100) == .indefinite)
    }

    @Test("values near 2^63 keep within their range")
    func largeValues() throws {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let number = random.rational()
            for method in CMTimeRoundingMethod.allCases {
                let time = CMTime(bestApproximating: number, maximumTimescale: .max, rounding: method)
                guard time.isNumeric else {
                    #expect(number.magnitude.rounded(.roundAwayFromZero) >= Int128(Int64.max), "seed \(seed)")
                    continue
                }
                let error = try #require(time.exactSeconds).subtracting(number)
                if method == .roundTowardNegativeInfinity, let error { #expect(error <= 0, "seed \(seed)") }
                if method == .roundTowardPositiveInfinity, let error { #expect(error >= 0, "seed \(seed)") }
                #expect(time.timescale > 0, "seed \(seed)")
            }
        }
    }
}
