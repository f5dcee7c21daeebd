import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("BigRational")
struct BigRationalTests {
    private func integer(bitWidth: Int, _ bits: inout SeededGenerator) -> BigInteger {
        let limbs = (0...bitWidth / 32).map { _ in UInt32(truncatingIfNeeded: bits.next()) }
        return BigInteger(limbs: limbs) + .one
    }

    @Test("arithmetic agrees with 128-bit fractions, and results are in lowest terms")
    func arithmetic() throws {
        var bits = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            func random() -> Int128 { Int128(Int64(bitPattern: bits.next()) >> Int64.random(in: 6...60, using: &bits)) }
            let left = try #require(Rational128(random(), max(1, random().magnitude.signedHalf)))
            let right = try #require(Rational128(random(), max(1, random().magnitude.signedHalf)))
            let (bigLeft, bigRight) = (BigRational(left), BigRational(right))
            #expect(bigLeft.adding(bigRight) == left.adding(right).map { BigRational($0) })
            #expect(bigLeft.subtracting(bigRight) == left.subtracting(right).map { BigRational($0) })
            #expect(bigLeft.multiplied(by: bigRight) == left.multiplied(by: right).map { BigRational($0) })
            #expect((bigLeft < bigRight) == (left < right))
            #expect(bigLeft.floor.exactly() == left.floor)
            #expect("\(bigLeft)" == "\(left)")
            #expect(
                bigLeft.decimalText(maximumFractionDigits: 30) == left.decimalText(maximumFractionDigits: 30)
            )
            guard right != .zero else { continue }
            #expect(bigLeft.divided(by: bigRight) == left.divided(by: right).map { BigRational($0) })
        }
    }

    @Test("terms beyond the limit make no number")
    func limit() throws {
        let half = BigInteger(limbs: [UInt32](repeating: .max, count: BigRational.maximumBitWidth / 64))
        let number = try #require(BigRational(half, over: .one))
        #expect(number.multiplied(by: number) != nil)
        #expect(number.multiplied(by: number)?.multiplied(by: number) == nil)
        #expect(BigRational(1).divided(by: number)?.divided(by: number)?.divided(by: number) == nil)
        #expect(BigRational(decimal: String(repeating: "9", count: 1_000_000)) == nil)
        #expect(BigRational(decimal: "0." + String(repeating: "0", count: 1_000_000)) == .zero)
    }

    @Test("a number that 128 bits cannot hold becomes the time that numbers close by on both sides become")
    func times() throws {
        var bits = SeededGenerator(seed: 2)
        var compared = 0
        for _ in 0..<250 {
            // A number of up to 66 bits before the point, between two multiples of 2^-60.
            let denominator = integer(bitWidth: 200, &bits)
            let whole = BigInteger(bits.next() >> UInt64.random(in: 0...63, using: &bits)) * BigInteger(3)
            let numerator = whole * denominator + integer(bitWidth: 190, &bits)
            let number = try #require(BigRational(numerator, over: denominator))
            let steps = (numerator * BigInteger(UInt64(1) << 60)).floored(dividingBy: denominator)
            guard let low: Int128 = steps.exactly(), let below = Rational128(low, 1 << 60),
                let above = Rational128(low + 1, 1 << 60)
            else { continue }
            for method in CMTimeRoundingMethod.allCases {
                for (below, above, number) in [(below, above, number), (-below, -above, -number)] {
                    let scale = Int32.random(in: 1...(.max >> Int32.random(in: 0...30, using: &bits)), using: &bits)
                    let converted = [below, above].map { CMTime($0, timescale: scale, rounding: method) }
                    if converted[0] == converted[1] {
                        #expect(CMTime(number.forTime, timescale: scale, rounding: method) == converted[0])
                        compared += 1
                    }
                    let best = [below, above].map {
                        CMTime(bestApproximating: $0, maximumTimescale: .max, rounding: method)
                    }
                    if best[0] == best[1] {
                        let time = CMTime(
                            bestApproximating: number.forTime,
                            maximumTimescale: .max,
                            rounding: method
                        )
                        #expect(time == best[0])
                        #expect(time.hasBeenRounded || !time.isNumeric)
                        compared += 1
                    }
                }
            }
        }
        #expect(compared > 2000)
    }

    @Test(
        "at the ends of the range the last numbers are times and the first beyond are infinities",
        arguments: [
            ("9223372036854775807.4", CMTime(value: .max, timescale: 1)), ("9223372036854775807.6", .positiveInfinity),
            ("-9223372036854775808.4", CMTime(value: .min, timescale: 1)),
            ("-9223372036854775808.6", .negativeInfinity), ("18446744073709551616.1", .positiveInfinity),
        ]
    )
    func ends(text: String, time: CMTime) throws {
        // A tail of digits that 127 bits do not hold.
        let tail = String(repeating: "0", count: 60) + "1"
        let magnitude = try #require(BigRational(decimal: text.drop { $0 == "-" } + tail))
        let number = text.hasPrefix("-") ? -magnitude : magnitude
        #expect(ExactTime(number).time == time)
        #expect(CMTime(number.forTime, timescale: 1, rounding: .default) == time)
    }
}

extension UInt128 {
    /// Half of the number, as a signed one.
    fileprivate var signedHalf: Int128 { Int128(self / 2) }
}
