import Testing

@testable import CMTimeLib

@Suite("Rational128 as text")
struct RationalTextTests {
    @Test(
        "a decimal shows what repeats in parentheses",
        arguments: [
            ("0", "0"), ("-7", "-7"), ("12.5", "12.5"), ("1/6", "0.1(6)"), ("-1/3", "-0.(3)"), ("1/7", "0.(142857)"),
            ("1001/30000", "0.0333(6)"), ("-1/12", "-0.08(3)"), ("7/2", "3.5"), ("22/7", "3.(142857)"),
            ("1/1024", "0.0009765625"), ("100/99", "1.(01)"),
        ]
    )
    func decimal(text: String, expected: String) throws {
        #expect(try #require(Rational128(text)).decimalText() == expected)
    }

    @Test("a decimal that is too long is cut, and says so")
    func cutDecimal() throws {
        let long = try #require(Rational128(1, 30011))
        #expect(long.decimalText(maximumFractionDigits: 10) == "0.0000333211…")
        #expect(long.decimalText().utf8.count == 65)
        #expect(long.decimalText(maximumFractionDigits: 0) == "0…")
        #expect(long.decimalText(maximumFractionDigits: .min) == "0…")
        let seventh = try #require(Rational128(1, 7))
        #expect(seventh.decimalText(maximumFractionDigits: 6) == "0.(142857)")
        #expect(seventh.decimalText(maximumFractionDigits: 5) == "0.14285…")
        #expect(Rational128(1, 8)?.decimalText(maximumFractionDigits: 3) == "0.125")
        #expect(Rational128(1, 8)?.decimalText(maximumFractionDigits: 2) == "0.12…")
        #expect(
            Rational128(-1, .max)?.decimalText(maximumFractionDigits: 40)
                == "-0.0000000000000000000000000000000000000058…"
        )
    }

    @Test("what repeats is right: 10^(start + period) minus 10^start times the number is an integer")
    func periods() throws {
        for bottom in Int128(1)...400 {
            let number = try #require(Rational128(1, bottom))
            let text = number.decimalText(maximumFractionDigits: 1000)
            let parts = text.split(separator: "(")
            guard parts.count == 2 else {
                #expect(Rational128(text) == number, "1/\(bottom)")
                continue
            }
            // x = head + repeating / (10^period - 1) / 10^start, checked modulo the denominator.
            let start = parts[0].utf8.count - 2
            let period = parts[1].utf8.count - 1
            let power = { (exponent: Int) in (0..<exponent).reduce(Int128(1)) { power, _ in power * 10 % bottom } }
            #expect((power(start + period) - power(start)) % bottom == 0, "1/\(bottom)")
            let shorter = (1..<period).contains { (power(start + $0) - power(start)) % bottom == 0 }
            #expect(!shorter, "1/\(bottom)")
        }
    }

    @Test("every fraction is read back from its description")
    func description() {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let number = random.rational()
            #expect(Rational128(number.description) == number, "seed \(seed)")
        }
    }

    @Test(
        "decimal text is read exactly",
        arguments: [
            ("12.5", 25, 2), ("-0.001", -1, 1000), (".5", 1, 2), ("5.", 5, 1), ("+3", 3, 1), ("1e-3", 1, 1000),
            ("2.5E6", 2_500_000, 1), ("1e+2", 100, 1), ("0012.500", 25, 2), ("-0", 0, 1),
            ("0e99999999999999999999", 0, 1),
            ("1001/30000", 1001, 30000), ("-2/4", -1, 2), ("100e-2", 1, 1), ("0.00125e2", 1, 8), ("-0/5", 0, 1),
            ("1200", 1200, 1), ("120e1", 1200, 1), (".0e-5", 0, 1),
        ] as [(String, Int128, Int128)]
    )
    func reading(text: String, top: Int128, bottom: Int128) {
        #expect(Rational128(text) == Rational128(top, bottom))
    }

    @Test(
        "other text is refused",
        arguments: [
            "", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "1,5", "0x10", "inf", "nan", "--1",
            "1/0", "1/", "/2", "1/-2", "1.5/2", "1/2/3", "1/2e3", "１", "1e1.5", "1_000", "½", "1e5e5",
        ]
    )
    func refusal(text: String) {
        #expect(Rational128(text) == nil)
    }

    @Test("text of any length is read, and what does not fit is nil")
    func length() throws {
        let zeros = String(repeating: "0", count: 5000)
        #expect(Rational128("0.5" + zeros) == Rational128(1, 2))
        #expect(Rational128(zeros + "7") == 7)
        #expect(Rational128("0." + zeros + "1e5001") == 1)
        #expect(Rational128("1" + zeros + "e-5000") == 1)
        #expect(Rational128(Int128.max.description)?.numerator == .max)
        #expect(Rational128("-" + Int128.max.description)?.numerator == -.max)
        #expect(Rational128(Int128.min.description) == nil)
        #expect(Rational128("1e38") != nil)
        #expect(Rational128("1e39") == nil)
        #expect(Rational128("1e-38") != nil)
        #expect(Rational128("1e-39") == nil)
        #expect(Rational128("1e99999999999999999999") == nil)
        #expect(Rational128("1e-99999999999999999999") == nil)
        #expect(Rational128("0." + String(repeating: "3", count: 10000)) == nil)
        #expect(Rational128(String(repeating: "9", count: 100_000)) == nil)
    }

    @Test("every power of two down to 2^-126 is read from all its digits")
    func powersOfTwo() throws {
        for exponent in 0...126 {
            let number = try #require(Rational128(3, 1 << Int128(exponent)))
            let text = number.decimalText(maximumFractionDigits: 200)
            #expect(Rational128(text) == number, "3/2^\(exponent)")
        }
        let smallest = try #require(Rational128(1, 1 << 126)).decimalText(maximumFractionDigits: 200)
        #expect(Rational128(smallest + "5") == nil)
    }
}
