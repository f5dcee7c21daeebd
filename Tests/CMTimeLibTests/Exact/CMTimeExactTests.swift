import Testing

@testable import CMTimeLib

extension CMTime {
    fileprivate var big: ReferenceRational {
        ReferenceRational(top: ReferenceInteger(Int128(value)), bottom: ReferenceInteger(Int128(timescale)))
    }
}

@Suite("Exact arithmetic on times")
struct CMTimeExactTests {
    private func agrees(_ result: CMTime?, with expected: ReferenceRational) -> Bool {
        guard let result else {
            // The negative side reaches one further.
            let limit = expected.top.isNegative ? Int64.min.magnitude : Int64.max.magnitude
            return !expected.fits(UInt128(limit), UInt128(Int32.max))
        }
        return result.flags == .valid && result.timescale > 0 && result.big.isEqual(expected)
    }

    @Test("results agree with integers of any size, and are nil exactly where no time holds them")
    func references() {
        for seed in UInt64(0)..<400 {
            var random = ExactRandom(seed: seed)
            let (left, right) = (random.number(), random.number())
            let factor: Int64 = random.integer()
            let scaled = ReferenceRational(top: ReferenceInteger(Int128(factor)), bottom: .one)
            #expect(agrees(left.adding(exactly: right), with: left.big + right.big), "seed \(seed)")
            #expect(agrees(left.subtracting(exactly: right), with: left.big - right.big), "seed \(seed)")
            #expect(agrees(left.multiplying(exactlyBy: factor), with: left.big * scaled), "seed \(seed)")
            #expect(agrees(left.reduced(), with: left.big), "seed \(seed)")
            guard factor != 0 else { continue }
            var inverse = ReferenceRational(top: .one, bottom: scaled.top.magnitude)
            if factor < 0 { inverse.top = -inverse.top }
            #expect(agrees(left.dividing(exactlyBy: factor), with: left.big * inverse), "seed \(seed)")
        }
    }

    @Test("where the plain sum is exact, the exact sum is the same bits")
    func agreesWithThePlainSum() {
        for seed in UInt64(0)..<5000 {
            var random = ExactRandom(seed: seed)
            let (left, right) = (random.anyTime(), random.anyTime())
            let (sum, difference) = (left + right, left - right)
            if left.isCalculable, right.isCalculable, sum.isNumeric, !sum.hasBeenRounded {
                #expect(left.adding(exactly: right) == sum, "seed \(seed)")
            }
            if left.isCalculable, right.isCalculable, difference.isNumeric, !difference.hasBeenRounded {
                #expect(left.subtracting(exactly: right) == difference, "seed \(seed)")
            }
        }
    }

    @Test("the timescale stays where it can")
    func timescales() {
        let third = CMTime(value: 1, timescale: 3)
        let tick = CMTime(value: 1, timescale: 600)
        #expect(fields(of: third.adding(exactly: tick)) == [201, 600, 1, 0])
        #expect(third.adding(exactly: CMTime(value: 1, timescale: .max)) == nil)
        #expect(fields(of: tick.multiplying(exactlyBy: 600)) == [600, 600, 1, 0])
        #expect(fields(of: tick.multiplying(exactlyBy: 2, dividedBy: 3)) == [1, 900, 1, 0])
        #expect(
            fields(of: CMTime(value: 300, timescale: 600).multiplying(exactlyBy: 2, dividedBy: 3)) == [200, 600, 1, 0]
        )
        #expect(fields(of: CMTime(value: 300, timescale: 600).dividing(exactlyBy: -7)) == [-1, 14, 1, 0])
        #expect(tick.dividing(exactlyBy: 0) == nil)
        #expect(fields(of: CMTime(value: 1, timescale: 25).converting(exactlyTo: 600)) == [24, 600, 1, 0])
        #expect(tick.converting(exactlyTo: 25) == nil)
        #expect(tick.converting(exactlyTo: 0) == nil)
        #expect(CMTime(value: .max, timescale: 1).converting(exactlyTo: 2) == nil)
        #expect(third.multiplying(exactlyByRatio: Rational128("3/200")!) == CMTime(value: 1, timescale: 200))
        #expect(third.dividing(exactlyByRatio: Rational128("1/3")!) == CMTime(value: 1, timescale: 1))
        #expect(third.ratio(to: tick) == 200)
        #expect(third.ratio(to: .zero) == nil)
    }

    @Test("an operand's rounded flag is passed on, and epochs go as with plain sums")
    func flagsAndEpochs() {
        let rounded = CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
        let late = CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 3)
        #expect(fields(of: rounded.adding(exactly: rounded)) == [2, 2, 3, 0])
        #expect(fields(of: rounded.converting(exactlyTo: 4)) == [2, 4, 3, 0])
        #expect(fields(of: late.adding(exactly: rounded)) == [2, 2, 3, 3])
        #expect(fields(of: late.subtracting(exactly: late)) == [0, 2, 1, 0])
        #expect(fields(of: late.multiplying(exactlyBy: 3)) == [3, 2, 1, 3])
        #expect(late.adding(exactly: CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 4)) == nil)
    }

    @Test("no bits trap, and what is not a number has no exact result")
    func anyBits() {
        for seed in UInt64(0)..<5000 {
            var random = ExactRandom(seed: seed)
            let (left, right) = (random.anyTime(), random.anyTime())
            let (factor, divisor): (Int64, Int64) = (random.integer(), random.integer())
            let timescale: Int32 = random.integer()
            let method = random.roundingMethod()
            let results = [
                left.adding(exactly: right), left.subtracting(exactly: right), left.multiplying(exactlyBy: factor),
                left.multiplying(exactlyBy: factor, dividedBy: divisor), left.converting(exactlyTo: timescale),
                left.multiplying(exactlyByRatio: random.rational()), left.dividing(exactlyByRatio: random.rational()),
            ]
            if !left.isCalculable { #expect(results.allSatisfy { $0 == nil }, "seed \(seed)") }
            for result in results.compactMap({ $0 }) { #expect(result.isCalculable, "seed \(seed)") }
            let rounded = [
                left.adding(right, rounding: method), left.subtracting(right, timescale: timescale, rounding: method),
                left.multiplying(by: factor, dividedBy: divisor, rounding: method),
                left.dividing(by: divisor, timescale: timescale, rounding: method),
                left.bestApproximation(maximumTimescale: timescale, rounding: method),
                CMTime(seconds: Double(bitPattern: random.next()), preferredTimescale: timescale, rounding: method),
            ]
            for result in rounded where result.isNumeric && left.isCalculable {
                #expect(result.timescale > 0, "seed \(seed)")
            }
        }
    }
}

@Suite("Times rounded once")
struct CMTimeRoundedOnceTests {
    /// `top * timescale / bottom` rounded by the definition of each method.
    private func rounded(_ top: Int128, _ bottom: Int128, _ timescale: Int32, _ method: CMTimeRoundingMethod) -> Int128
    {
        let scaled = top * Int128(timescale)
        let floor = scaled / bottom - (scaled % bottom < 0 ? 1 : 0)
        guard scaled % bottom != 0 else { return floor }
        let towardZero = scaled < 0 ? floor + 1 : floor
        let awayFromZero = scaled < 0 ? floor : floor + 1
        switch method {
        case .roundHalfAwayFromZero:
            let twice = (scaled - floor * bottom) * 2
            return twice == bottom ? awayFromZero : twice > bottom ? floor + 1 : floor
        case .roundTowardZero: return towardZero
        case .roundAwayFromZero: return awayFromZero
        case .roundTowardPositiveInfinity: return floor + 1
        case .roundTowardNegativeInfinity: return floor
        case .quickTime:
            guard Int128(timescale) < bottom else { return awayFromZero }
            return scaled < 0 && towardZero == 0 ? -1 : towardZero
        }
    }

    @Test("sums are the exact sum rounded once by the method", arguments: CMTimeRoundingMethod.allCases)
    func sums(method: CMTimeRoundingMethod) {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let left = CMTime(
                value: random.integer(Int64.self) >> 24,
                timescale: .random(in: 1...100_000, using: &random)
            )
            let right = CMTime(
                value: random.integer(Int64.self) >> 24,
                timescale: .random(in: 1...100_000, using: &random)
            )
            let timescale = Int32.random(in: 1...(.max >> Int32.random(in: 0...30, using: &random)), using: &random)
            let divisor = Int128(greatestCommonDivisor(left.timescale.magnitude, right.timescale.magnitude))
            let leftTop = Int128(left.value) * Int128(right.timescale) / divisor
            let rightTop = Int128(right.value) * Int128(left.timescale) / divisor
            let bottom = Int128(left.timescale) * Int128(right.timescale) / divisor
            let sum = left.adding(right, timescale: timescale, rounding: method)
            let expected = rounded(leftTop + rightTop, bottom, timescale, method)
            if let value = Int64(exactly: expected) {
                #expect(sum.value == value && sum.timescale == timescale, "seed \(seed)")
                let isExact = (leftTop + rightTop) * Int128(timescale) % bottom == 0
                #expect(sum.hasBeenRounded == !isExact, "seed \(seed)")
            } else {
                #expect(!sum.isNumeric, "seed \(seed)")
            }
        }
    }

    @Test("adding zero at a timescale is a conversion", arguments: CMTimeRoundingMethod.allCases)
    func conversions(method: CMTimeRoundingMethod) {
        for seed in UInt64(0)..<2000 {
            var random = ExactRandom(seed: seed)
            let time = random.number()
            let timescale = Int32.random(in: 1...(.max), using: &random)
            guard timescale != time.timescale else { continue }
            let converted = CMTimeConvertScale(time, timescale: timescale, method: method)
            #expect(
                fields(of: time.adding(.zero, timescale: timescale, rounding: method)) == fields(of: converted),
                "seed \(seed)"
            )
            #expect(
                fields(of: time.multiplying(by: 7, dividedBy: 7, timescale: timescale, rounding: method))
                    == fields(of: converted)
            )
        }
    }

    @Test("without a timescale the closest time there is comes out")
    func closest() {
        let half = CMTime(value: 1, timescale: 2)
        #expect(fields(of: half.adding(half, timescale: 1, rounding: .roundTowardZero)) == [1, 1, 1, 0])
        let fine = CMTime(value: 1, timescale: .max)
        let third = CMTime(value: 1, timescale: 3)
        let low = third.adding(fine, rounding: .roundTowardNegativeInfinity)
        let high = third.adding(fine, rounding: .roundTowardPositiveInfinity)
        let exact = third.exactSeconds!.adding(fine.exactSeconds!)!
        #expect(low.exactSeconds! < exact && exact < high.exactSeconds!)
        #expect(low.hasBeenRounded && high.hasBeenRounded)
        // Nothing lies between the two: they differ by one over the product of their timescales.
        #expect(
            high.exactSeconds!.subtracting(low.exactSeconds!)
                == Rational128(1, Int128(low.timescale) * Int128(high.timescale))
        )
        #expect(fields(of: third.adding(third, rounding: .default)) == [2, 3, 1, 0])
    }

    @Test("times that are not numbers follow the plain functions")
    func specialValues() {
        #expect(CMTime.positiveInfinity.adding(.zero, timescale: 1, rounding: .default) == .positiveInfinity)
        #expect(CMTime.zero.subtracting(.positiveInfinity, rounding: .default) == .negativeInfinity)
        #expect(CMTime.indefinite.adding(.zero, rounding: .default) == .indefinite)
        #expect(CMTime.zero.adding(.zero, timescale: 0, rounding: .default) == .invalid)
        #expect(CMTime(value: -1, timescale: 1).dividing(by: 0, rounding: .default) == .negativeInfinity)
        #expect(CMTime.zero.dividing(by: 0, rounding: .default) == .invalid)
        #expect(CMTime.positiveInfinity.multiplying(by: -2, rounding: .default) == .negativeInfinity)
        let large = CMTime(value: .max, timescale: 1)
        #expect(large.adding(large, timescale: 600, rounding: .default) == .positiveInfinity)
        #expect(large.multiplying(by: .min, rounding: .default) == .negativeInfinity)
        #expect(
            CMTime(value: .min, timescale: 1).multiplying(by: .min, dividedBy: .min, rounding: .default).value == .min
        )
    }

    @Test("binary64 seconds are rounded from their exact value")
    func seconds() {
        func time(_ seconds: Double, _ timescale: Int32, _ method: CMTimeRoundingMethod = .default) -> [Int64]? {
            fields(of: CMTime(seconds: seconds, preferredTimescale: timescale, rounding: method))
        }
        #expect(time(0.3333, 3) == [1, 3, 3, 0])
        #expect(time(0.5, 600) == [300, 600, 1, 0])
        #expect(time(0.3, 10, .roundTowardZero) == [2, 10, 3, 0])
        #expect(time(0.1, 10, .roundTowardPositiveInfinity) == [2, 10, 3, 0])
        #expect(time(-0.25, 2) == [-1, 2, 3, 0])
        #expect(time(.nan, 600) == fields(of: .invalid))
        #expect(time(1, 0) == fields(of: .invalid))
        #expect(time(.infinity, 600) == fields(of: .positiveInfinity))
        #expect(time(-1e300, 600) == fields(of: .negativeInfinity))
        #expect(time(0x1p62, 600) == [1 << 62, 1, 1, 0])
        #expect(time(.leastNonzeroMagnitude, 600, .roundAwayFromZero) == [1, 600, 3, 0])
        #expect(time(-.leastNonzeroMagnitude, 600) == [0, 600, 3, 0])
    }

    @Test("decimal text of any length is rounded once, to the last digit")
    func decimals() {
        func time(_ text: String, _ timescale: Int32, _ method: CMTimeRoundingMethod = .default) -> [Int64]? {
            fields(of: CMTime(decimal: text, timescale: timescale, rounding: method))
        }
        let zeros = String(repeating: "0", count: 300)
        #expect(time("0.3", 10, .roundTowardZero) == [3, 10, 1, 0])
        #expect(time("0.5" + zeros, 1) == [1, 1, 3, 0])
        #expect(time("0.49" + String(repeating: "9", count: 300), 1) == [0, 1, 3, 0])
        #expect(time("0.5" + zeros + "1", 1, .roundTowardZero) == [0, 1, 3, 0])
        #expect(time("1." + zeros + "1", 1, .roundAwayFromZero) == [2, 1, 3, 0])
        #expect(time("1e-9999999999999999999999", 600, .roundTowardPositiveInfinity) == [1, 600, 3, 0])
        #expect(time("-1e-400", 600) == [0, 600, 3, 0])
        #expect(time("9223372036854775807", 1) == [.max, 1, 1, 0])
        #expect(time("-9223372036854775808", 1) == [.min, 1, 1, 0])
        #expect(time("9223372036854775807.5", 1) == nil)
        #expect(time("1e19", 1) == nil)
        #expect(time("1e999999999999", 1) == nil)
        #expect(time("1", 0) == nil)
        #expect(time("1/2", 2) == nil)
        #expect(time("0e30", 25) == [0, 25, 1, 0])
        #expect(fields(of: CMTime(exactly: "12.5")) == [25, 2, 1, 0])
        #expect(fields(of: CMTime(exactly: "1001/30000")) == [1001, 30000, 1, 0])
        #expect(CMTime(exactly: "1e-10") == nil)
    }

    @Test("decimal text rounds as the fraction it stands for")
    func decimalsAgree() throws {
        for seed in UInt64(0)..<1500 {
            var random = ExactRandom(seed: seed)
            let digits = "\(random.next() >> UInt64.random(in: 0...63, using: &random))"
            let text = (seed % 2 == 0 ? "-" : "") + digits + "e\(Int.random(in: -25...3, using: &random))"
            let exact = try #require(Rational128(text))
            let timescale = Int32.random(in: 1...(.max >> Int32.random(in: 0...30, using: &random)), using: &random)
            let method = random.roundingMethod()
            let expected = CMTime(exact, timescale: timescale, rounding: method)
            let time = CMTime(decimal: text, timescale: timescale, rounding: method)
            #expect(
                fields(of: time) == (expected.isNumeric ? fields(of: expected) : nil),
                "seed \(seed): \(text) \(method)"
            )
        }
    }
}
