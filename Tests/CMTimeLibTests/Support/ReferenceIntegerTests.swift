import TestSupport
import Testing

/// The oracle's own arithmetic, against products and quotients that were worked out elsewhere.
@Suite("ReferenceInteger")
struct ReferenceIntegerTests {
    @Test(
        "products are exact, with every combination of signs",
        arguments: [
            ("ffffffffffffffff", "ffffffffffffffff", "fffffffffffffffe0000000000000001"),
            ("100000000", "100000000", "10000000000000000"),
            ("de0b6b3a7640000", "8ac7230489e80000", "785ee10d5da46d900f436a000000000"),
            ("8000000000000000", "7fffffff", "3fffffff8000000000000000"),
            ("8ce14c8b6edd3a249018775a", "fdab7ad28687b18d", "8b9906bb270788080f96608159d1e4f85474f692"),
            (
                "cb674d999253f6b73fe6e7be9ba057171ed40c22", "1bda513bd2d38de7c3bec5519",
                "16215bb27f14c4c3b14bf6d70fa230f4659f8512c701c12b97fa9d53d70147952"
            ),
            (
                "1", "97a93f99f2e8a4987e06082c084826f652bafcaba920f0ac5c",
                "97a93f99f2e8a4987e06082c084826f652bafcaba920f0ac5c"
            ),
            (
                "ffffffffffffffffffffffffffffffff", "ffffffffffffffffffffffff",
                "fffffffffffffffffffffffeffffffff000000000000000000000001"
            ),
            ("0", "ffffffffffffffffffffffff", "0"),
        ]
    )
    func products(left: String, right: String, product: String) throws {
        let left = try ReferenceInteger(hexadecimal: left)
        let right = try ReferenceInteger(hexadecimal: right)
        let product = try ReferenceInteger(hexadecimal: product)
        #expect(left * right == product)
        #expect(right * left == product)
        #expect(-left * right == -product)
        #expect(-left * -right == product)
    }

    @Test(
        "quotients and remainders are exact",
        arguments: [
            ("ffffffffffffffffffffffffffffffff", "10000000000000001", "ffffffffffffffff", "0"),
            ("c097ce7bc90715b34b9f1000000000", "de0b6b3a7640000", "de0b6b3a7640000", "0"),
            ("1000000000000000000000000", "ffffffffffffffff", "100000000", "100000000"),
            // These two make long division guess a digit that has to be taken back.
            ("7fffffff800000000000000000000000", "800000000000000000000001", "fffffffe", "7fffffffffffffff00000002"),
            ("8000000000000000000000000003", "20000000000000000001", "3ffffffff", "1ffffffffffc00000004"),
            ("800000000000000000000003", "200000000000000000000001", "3", "200000000000000000000000"),
            (
                "263402e9b51d8b61ea81606d70db71c4a6d5169ee2c532cf", "22de574f6d7f5364eb",
                "1187b887b15de5d2648dc88dbc7e378", "e054fe163c58483a7"
            ),
            (
                "261fa06b2c112e79373020538dcceab088b065e74dd5a9ec", "eacc5fa209ae3ad42d4cc06b3a1290fc",
                "2990e51e1a078baa", "317c3659fe0581604ccb836719e48e94"
            ),
            ("70699e814285a3e8267133ee", "5ba6623f", "139feb665db55e72b", "1aecda59"),
            ("cea1b018a7", "3f71eae40eb60ed801cf357", "0", "cea1b018a7"),
            ("7fffffff0000000000000000", "fffffffffffffffe", "7fffffff", "fffffffe"),
            (
                "7fffffffffffffff80003039ffffffffffffcfc5", "ffffffffffffffff", "800000000000000000003039",
                "fffffffffffffffe"
            ),
        ]
    )
    func quotients(numerator: String, denominator: String, quotient: String, remainder: String) throws {
        let numerator = try ReferenceInteger(hexadecimal: numerator)
        let denominator = try ReferenceInteger(hexadecimal: denominator)
        let result = numerator.flooringDivide(by: denominator)
        #expect(result.quotient == (try ReferenceInteger(hexadecimal: quotient)))
        #expect(result.remainder == (try ReferenceInteger(hexadecimal: remainder)))
    }

    @Test("division floors, also for negative numbers")
    func flooring() {
        let three = ReferenceInteger(Int64(3))
        #expect(ReferenceInteger(Int64(-7)).flooringDivide(by: three).quotient == ReferenceInteger(Int64(-3)))
        #expect(ReferenceInteger(Int64(-7)).flooringDivide(by: three).remainder == ReferenceInteger(Int64(2)))
        #expect(ReferenceInteger(Int64(-6)).flooringDivide(by: three).quotient == ReferenceInteger(Int64(-2)))
        #expect(ReferenceInteger(Int64(7)).flooringDivide(by: three).quotient == ReferenceInteger(Int64(2)))
    }

    @Test("quotient times divisor plus remainder gives the number back, for numbers of all sizes")
    func divisionUndoesMultiplication() throws {
        try checkProperty { generator in
            let numerator = generator.bits.referenceInteger(upTo: 9)
            let denominator = generator.bits.referenceInteger(upTo: 5).magnitude + .one
            let (quotient, remainder) = numerator.flooringDivide(by: denominator)
            let isExact = quotient * denominator + remainder == numerator
            if isExact && !remainder.isNegative && remainder < denominator { return nil }
            return "\(numerator) / \(denominator)"
        }
    }

    @Test("sums and differences undo each other, and the order agrees with the sign of the difference")
    func sums() throws {
        try checkProperty { generator in
            let left = generator.bits.referenceInteger(upTo: 4)
            let right = generator.bits.referenceInteger(upTo: 4)
            let difference = left - right
            let isUndone = difference + right == left && difference == -(right - left)
            let isOrdered = (left < right) == difference.isNegative && (left == right) == difference.isZero
            return isUndone && isOrdered ? nil : "\(left), \(right)"
        }
    }

    @Test("small numbers add, subtract, multiply and compare as built-in ones do")
    func smallNumbers() throws {
        try checkProperty { generator in
            let left = Int64(truncatingIfNeeded: generator.bits.next()) >> 33
            let right = Int64(truncatingIfNeeded: generator.bits.next()) >> 33
            let (wideLeft, wideRight) = (ReferenceInteger(left), ReferenceInteger(right))
            let sums = [(wideLeft + wideRight).int64, (wideLeft - wideRight).int64, (wideLeft * wideRight).int64]
            let isSame = sums == [left + right, left - right, left * right]
            return isSame && (wideLeft < wideRight) == (left < right) ? nil : "\(left), \(right)"
        }
    }

    @Test("only numbers inside Int64 convert to it", arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func int64Bounds(value: Int64) {
        #expect(ReferenceInteger(value).int64 == value)
        let limit = ReferenceInteger(Int64.max) + .one
        #expect(limit.int64 == nil)
        #expect((-limit).int64 == .min)
        #expect((-limit - .one).int64 == nil)
    }

    @Test("the greatest common divisor is found, and is the other number where one is zero")
    func greatestCommonDivisor() throws {
        let left = try ReferenceInteger(hexadecimal: "205867fbc89dfb85499ff7f101c0")
        let right = try ReferenceInteger(hexadecimal: "64a406a0ec91c6bd65452dd8")
        #expect(
            ReferenceInteger.greatestCommonDivisor(left, right) == (try ReferenceInteger(hexadecimal: "32da31dba5858"))
        )
        #expect(ReferenceInteger.greatestCommonDivisor(-left, .zero) == left)
        #expect(ReferenceInteger.greatestCommonDivisor(.zero, -right) == right)
    }
}

extension ReferenceInteger {
    private struct NotHexadecimal: Error {}

    fileprivate init(hexadecimal text: String) throws {
        var number = ReferenceInteger.zero
        for digit in text {
            guard let value = digit.hexDigitValue else { throw NotHexadecimal() }
            number = number * ReferenceInteger(Int64(16)) + ReferenceInteger(Int64(value))
        }
        self = number
    }
}

extension SeededGenerator {
    /// Up to `limbCount` limbs, many of them all zeros or all ones, with either sign.
    fileprivate mutating func referenceInteger(upTo limbCount: Int) -> ReferenceInteger {
        var limbs: [UInt32] = []
        for _ in 0..<below(limbCount + 1) {
            switch below(4) {
            case 0: limbs.append(0)
            case 1: limbs.append(.max)
            case 2: limbs.append(0x8000_0000)
            default: limbs.append(UInt32(truncatingIfNeeded: next()))
            }
        }
        return ReferenceInteger(isNegative: chance(50), limbs: limbs)
    }
}
