internal import CMTimeLib

/// What one call is given: a time, and a second time (or a timescale, or a ratio, which uses the same two numbers).
struct Operands {
    var value: Int64
    var timescale: Int32
    var otherValue: Int64
    var otherTimescale: Int32

    var time: CMTime { CMTime(value: value, timescale: timescale) }
    var otherTime: CMTime { CMTime(value: otherValue, timescale: otherTimescale) }
    var numbers: [Int64] { [value, Int64(timescale), otherValue, Int64(otherTimescale)] }
}

/// The operands of a row, the same for ours and for every peer: random values at timescales of real media.
enum OperandPool {
    static let count = 1024

    enum Scales {
        case equal, dividing, mixed
    }

    /// Two times of up to 90 seconds: short enough for their sum in lowest terms to fit the 32 bits of an AVRational.
    static func shortTimes(_ scales: Scales, seed: UInt64) -> [Operands] {
        make(scales, seed: seed) { left, right, random in
            Operands(
                value: .random(in: 1...90 * Int64(left), using: &random),
                timescale: left,
                otherValue: .random(in: 1...90 * Int64(right), using: &random),
                otherTimescale: right
            )
        }
    }

    /// Two times within one second, the finer of which has a value of exactly this many bits.
    static func neighbours(_ scales: Scales, bits: Int, seed: UInt64) -> [Operands] {
        make(scales, seed: seed) { left, right, random in
            let finer = Int64(max(left, right))
            let second = Int64.random(in: (1 << (bits - 1)) / finer + 1..<(1 << bits) / finer - 1, using: &random)
            return Operands(
                value: second * Int64(left) + .random(in: 0..<Int64(left), using: &random),
                timescale: left,
                otherValue: second * Int64(right) + .random(in: 0..<Int64(right), using: &random),
                otherTimescale: right
            )
        }
    }

    /// A time whose value has exactly this many bits, and the timescale to bring it to. Every result fits 63 bits.
    static func conversions(bits: Int, seed: UInt64) -> [Operands] {
        make(.mixed, seed: seed) { left, right, random in
            let value = Int64.random(in: 1 << (bits - 1)..<1 << bits, using: &random)
            let fits = value.multipliedFullWidth(by: Int64(right)).high < Int64(left) / 2
            return Operands(
                value: value,
                timescale: fits ? left : right,
                otherValue: 0,
                otherTimescale: fits ? right : left
            )
        }
    }

    /// A time of up to 90 seconds, and the multiplier and divisor of a change of speed or rate.
    static func ratios(seed: UInt64) -> [Operands] {
        let ratios: [(Int64, Int32)] = [(1001, 1000), (1000, 1001), (1, 2), (2, 3), (3, 4), (24, 25), (5, 4), (2, 1)]
        return make(.equal, seed: seed) { timescale, _, random in
            let (multiplier, divisor) = ratios[Int.random(in: ratios.indices, using: &random)]
            return Operands(
                value: .random(in: 1...90 * Int64(timescale), using: &random),
                timescale: timescale,
                otherValue: multiplier,
                otherTimescale: divisor
            )
        }
    }

    /// Pairs of overlapping ranges, one at a timescale of pictures and one of sound; two operands for a pair.
    static func ranges(seed: UInt64) -> [[Operands]] {
        var random = SplitMix(seed: seed)
        func range(_ timescale: Int32) -> Operands {
            Operands(
                value: .random(in: 0..<50 * Int64(timescale), using: &random),
                timescale: timescale,
                otherValue: .random(in: 50 * Int64(timescale)..<100 * Int64(timescale), using: &random),
                otherTimescale: timescale
            )
        }
        return timescales(.mixed, &random).map { [range($0), range($1)] }
    }

    private static func make(
        _ scales: Scales,
        seed: UInt64,
        _ operands: (Int32, Int32, inout SplitMix) -> Operands
    ) -> [Operands] {
        var random = SplitMix(seed: seed)
        return timescales(scales, &random).map { operands($0, $1, &random) }
    }

    /// As many random pairs of timescales as there are operands, either way round.
    private static func timescales(_ scales: Scales, _ random: inout SplitMix) -> [(Int32, Int32)] {
        let pairs = scales.pairs
        return (0..<count).map { _ in
            let (left, right) = pairs[Int.random(in: pairs.indices, using: &random)]
            return Bool.random(using: &random) ? (left, right) : (right, left)
        }
    }
}

extension OperandPool.Scales {
    /// Timescales of pictures, of sound and of containers.
    fileprivate var pairs: [(Int32, Int32)] {
        switch self {
        case .equal:
            [600, 24_000, 30_000, 44_100, 48_000, 90_000].map { ($0, $0) }
        case .dividing:
            [
                (600, 30_000), (600, 24_000), (1_000, 48_000), (30_000, 90_000), (24_000, 48_000), (25, 90_000),
                (1_000, 90_000), (1, 44_100),
            ]
        case .mixed:
            [
                (30_000, 48_000), (90_000, 44_100), (24_000, 44_100), (60_000, 48_000), (12_800, 48_000),
                (15_360, 44_100), (44_100, 48_000), (30_000, 44_100), (600, 44_100), (25_000, 48_000),
            ]
        }
    }
}
