import TestSupport
import Testing

@testable import assettool

@Suite("BigInteger")
struct BigIntegerTests {
    /// Up to `limbCount` limbs, many of them all zeros or all ones, with either sign.
    private func number(upTo limbCount: Int, _ bits: inout SeededGenerator) -> BigInteger {
        let limbs = (0..<Int.random(in: 0...limbCount, using: &bits)).map { _ -> UInt32 in
            [0, .max, 0x8000_0000, UInt32(truncatingIfNeeded: bits.next())].randomElement(using: &bits) ?? 0
        }
        return BigInteger(isNegative: Bool.random(using: &bits), limbs: limbs)
    }

    @Test("numbers of 63 bits calculate as 128-bit ones do")
    func small() {
        var bits = SeededGenerator(seed: 1)
        for _ in 0..<1500 {
            let (left, right) = (
                Int64.random(in: .min ... .max, using: &bits) >> 1, Int64(bitPattern: bits.next()) >> 33
            )
            let (bigLeft, bigRight) = (BigInteger(left), BigInteger(right))
            #expect((bigLeft + bigRight).exactly() == left + right)
            #expect((bigLeft - bigRight).exactly() == left - right)
            #expect((bigLeft * bigRight).exactly() == Int128(left) * Int128(right))
            #expect((bigLeft < bigRight) == (left < right))
            guard right != 0 else { continue }
            let (quotient, remainder) = bigLeft.quotientAndRemainder(dividingBy: bigRight)
            #expect(quotient.exactly() == left / right)
            #expect(remainder.exactly() == left % right)
        }
    }

    @Test("a quotient times the divisor and what is left make the dividend, for numbers of all sizes")
    func division() {
        var bits = SeededGenerator(seed: 2)
        for _ in 0..<1500 {
            let (dividend, divisor) = (number(upTo: 9, &bits), number(upTo: 5, &bits))
            guard !divisor.isZero else { continue }
            let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
            #expect(quotient * divisor + remainder == dividend)
            #expect(remainder.magnitude < divisor.magnitude)
            #expect(remainder.isZero || remainder.isNegative == dividend.isNegative)
        }
    }

    @Test("long division takes a guess back that was too large")
    func takenBack() {
        let dividend = BigInteger(limbs: [3, 0, 0x8000_0000])
        let divisor = BigInteger(limbs: [1, 0, 0x2000_0000])
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        #expect(quotient == BigInteger(3))
        #expect(remainder == BigInteger(limbs: [0, 0, 0x2000_0000]))
    }

    @Test("sums and differences undo each other, and the order is that of the difference's sign")
    func sums() {
        var bits = SeededGenerator(seed: 3)
        for _ in 0..<1500 {
            let (left, right) = (number(upTo: 5, &bits), number(upTo: 5, &bits))
            let difference = left - right
            #expect(difference + right == left)
            #expect((left < right) == difference.isNegative)
            #expect((left == right) == difference.isZero)
        }
    }

    @Test("the greatest common divisor is what Euclid's plain algorithm finds")
    func commonDivisor() {
        func plain(_ first: BigInteger, _ second: BigInteger) -> BigInteger {
            var (left, right) = (first.magnitude, second.magnitude)
            while !right.isZero { (left, right) = (right, left.quotientAndRemainder(dividingBy: right).remainder) }
            return left
        }
        var bits = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let shared = number(upTo: 6, &bits)
            let (left, right) = (number(upTo: 20, &bits) * shared, number(upTo: 12, &bits) * shared)
            guard !left.isZero || !right.isZero else { continue }
            #expect(BigInteger.commonDivisor(left, right) == plain(left, right))
        }
    }

    @Test("decimal text is read as it is written")
    func text() {
        var bits = SeededGenerator(seed: 5)
        for count in 0..<200 {
            let digits = "1" + (0..<count).map { _ in "\(Int.random(in: 0...9, using: &bits))" }.joined()
            #expect("\(BigInteger(digits: Array(digits.utf8)))" == digits)
        }
        #expect("\(BigInteger(digits: Array("000".utf8)))" == "0")
        #expect("\(-BigInteger.powerOfTen(27))" == "-1000000000000000000000000000")
    }

    @Test("only what fits becomes a machine integer", arguments: [Int128.min, .min + 1, -1, 0, 1, .max])
    func machineIntegers(number: Int128) {
        #expect(BigInteger(number).exactly() == number)
        #expect((BigInteger(Int128.max) + .one).exactly(Int128.self) == nil)
        #expect((BigInteger(Int128.min) - .one).exactly(Int128.self) == nil)
        #expect(BigInteger(Int64.min).exactly(Int32.self) == nil)
    }
}
