import CMTimeLib
import TestSupport

/// Numbers and times of any kind, whose seed a failing test can print.
struct ExactRandom: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    /// An integer whose width is random too, so that small and extreme ones are as frequent as any.
    mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer {
        switch next() % 16 {
        case 0: return .max
        case 1: return .min
        case 2: return 0
        default:
            let pattern = (UInt128(next()) << 64) | UInt128(next())
            return Integer(truncatingIfNeeded: pattern) >> Int.random(in: 0..<Integer.bitWidth, using: &self)
        }
    }

    /// A fraction with terms of any width.
    mutating func rational() -> Rational128 {
        while true {
            if let number = Rational128(integer(Int128.self), integer(Int128.self)) { return number }
        }
    }

    /// A number with terms of any width, epoch 0.
    mutating func number() -> CMTime {
        CMTime(
            value: integer(),
            timescale: Int32.random(in: 1...(.max >> Int32.random(in: 0...30, using: &self)), using: &self)
        )
    }

    /// Any bits at all.
    mutating func anyTime() -> CMTime {
        let flags = Bool.random(using: &self) ? UInt32.random(in: 0...31, using: &self) : integer()
        let epoch: Int64 = Bool.random(using: &self) ? 0 : integer()
        return CMTime(value: integer(), timescale: integer(), flags: CMTimeFlags(rawValue: flags), epoch: epoch)
    }

    mutating func roundingMethod() -> CMTimeRoundingMethod {
        CMTimeRoundingMethod.allCases[Int(next() % 6)]
    }
}

/// All four fields, which equality of times does not look at.
func fields(of time: CMTime?) -> [Int64]? {
    time.map { [$0.value, Int64($0.timescale), Int64($0.flags.rawValue), $0.epoch] }
}
