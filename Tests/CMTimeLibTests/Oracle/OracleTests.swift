import CMTimeLib
import Testing

/// The oracle itself: its reading of binary64, and that its cases reach every kind of answer.
@Suite("Oracle")
struct OracleTests {
    @Test(
        "a binary64 number is taken apart exactly",
        arguments: [
            (0.5, 0, true, true), (-0.5, 0, true, true), (0.5.nextDown, 0, true, false), (2.5, 2, true, true),
            (-2.75, -2, true, true), (0x1p53 + 2, 9_007_199_254_740_994, false, false),
            (-0x1p63, Int64.min, false, false), (Double(Int64.max).nextDown, 9_223_372_036_854_774_784, false, false),
            (.leastNonzeroMagnitude, 0, true, false), (-0.0, 0, false, false), (0x1p-60, 0, true, false),
            (0x1p51 + 0.5, 2_251_799_813_685_248, true, true),
        ]
    )
    func splitting(number: Double, whole: Int64, hasFraction: Bool, isHalfOrMore: Bool) throws {
        let split = try #require(Oracle.split(number))
        #expect(split.whole.int64 == whole)
        #expect(split.hasFraction == hasFraction)
        #expect(split.isHalfOrMore == isHalfOrMore)
    }

    @Test("numbers without whole parts of 64 bits are not taken apart", arguments: [.nan, .infinity, -0x1p64, 1e300])
    func splittingRefusals(number: Double) {
        #expect(Oracle.split(number) == nil)
    }

    @Test(
        "three decimals are those of the exact value, ties to even",
        arguments: [
            (0.0625, "0.062"), (0.1875, "0.188"), (-0.0001, "-0.000"), (1.0 / 3, "0.333"), (999.9995, "1000.000"),
            (0x1p62, "4611686018427387904.000"), (1e22, "10000000000000000000000.000"), (0.0005, "0.001"),
            (8.0625, "8.062"), (.leastNonzeroMagnitude, "0.000"),
        ]
    )
    func threeDecimals(number: Double, text: String) {
        #expect(Oracle.threeDecimals(number) == text)
    }

    @Test("the cases of each operation reach exact, rounded, infinite and invalid results")
    func reach() {
        var generator = CaseGenerator(seed: 1)
        var kinds: [String: Set<String>] = [:]
        for _ in 0..<4000 {
            for (name, result) in Self.results(&generator) {
                kinds[name, default: []].insert(Self.kind(of: result))
            }
        }
        #expect(kinds.count == 8)
        for (name, found) in kinds {
            #expect(found.isSuperset(of: ["exact", "rounded", "infinite", "invalid"]), "\(name)")
        }
    }

    private static func results(_ generator: inout CaseGenerator) -> [String: CMTime] {
        let time = generator.time()
        let other = generator.time(near: time)
        let from = generator.range()
        let to = generator.range(near: from)
        let scale = generator.timescale(relatedTo: time.timescale)
        let around = generator.time(around: from)
        return [
            "convert": Oracle.convertScale(time, scale, generator.method()),
            "make": Oracle.make(seconds: generator.double(), scale),
            "add": Oracle.add(time, other),
            "multiply": Oracle.multiply(time, generator.multiplier()),
            "ratio": Oracle.multiplyByRatio(time, generator.multiplier(), generator.multiplier()),
            "float": Oracle.multiplyByFloat64(time, generator.double()),
            "map duration": Oracle.mapDuration(generator.duration(), from, to),
            "map time": Oracle.mapTime(around, from, to),
        ]
    }

    private static func kind(of time: CMTime) -> String {
        switch Oracle.flaggedClass(of: time) {
        case .numeric: Oracle.hasRoundedBit(time) ? "rounded" : "exact"
        case .positiveInfinity, .negativeInfinity: "infinite"
        case .indefinite: "indefinite"
        case .invalid: "invalid"
        }
    }
}
