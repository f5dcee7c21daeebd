import CMTimeLib
import TestSupport

/// Arguments for the time functions, biased towards the places where arithmetic goes wrong.
struct CaseGenerator: Sendable {
    var bits: SeededGenerator

    init(seed: UInt64) {
        bits = SeededGenerator(seed: seed)
    }

    private static let landmarks: [Int64] = {
        let round: [Int64] = [0, 1, 24, 30, 600, 1000, 1001, 44100, 48000, 90000, 1_000_000_000, Int64.max / 3]
        return round + [8, 16, 31, 32, 33, 47, 52, 53, 54, 60, 61, 62].map { Int64(1) << $0 } + [.max - 2, .min + 2]
    }()

    private static let timescales: [Int32] = [
        1, 1, 1, 2, 3, 5, 7, 12, 24, 25, 30, 50, 60, 90, 100, 600, 720, 1000, 1001, 2500, 15000, 24000, 30000, 30001,
        44100, 48000, 65535, 65536, 65537, 90000, 120000, 999_983, 1_000_000, 1_000_003, 27_000_000, 705_600_000,
        999_999_937, 999_999_999, 1_000_000_000, 1_000_000_001, 1_073_741_823, 1_073_741_824, 1_431_655_765,
        2_147_483_629, .max - 1, .max,
    ]

    /// A numerator: near a landmark, small, or random with a random number of bits.
    mutating func value() -> Int64 {
        switch bits.below(8) {
        case 0, 1: return Int64(bits.below(41) - 20)
        case 2, 3: return (bits.element(of: Self.landmarks) &+ Int64(bits.below(5) - 2)) &* sign()
        case 4: return bits.element(of: [.min, .min + 1, .max, .max - 1])
        default: return Int64(truncatingIfNeeded: bits.next() >> UInt64(bits.below(64))) &* sign()
        }
    }

    /// A denominator, a few of them zero or negative.
    mutating func timescale() -> Int32 {
        switch bits.below(32) {
        case 0: bits.element(of: [0, -1, -600, .min, .min + 1])
        case 1...17: bits.element(of: Self.timescales)
        case 18...25: Int32(bits.below(40) + 1)
        default: Int32(truncatingIfNeeded: bits.next() >> UInt64(33 + bits.below(30)))
        }
    }

    /// A positive timescale that often has factors in common with `other`.
    mutating func timescale(relatedTo other: Int32) -> Int32 {
        let multiple = Int64(other) * Int64(bits.below(12) + 1)
        switch bits.below(6) {
        case 0, 1: return other
        case 2 where multiple > 0: return Int32(exactly: multiple) ?? other
        case 3 where other > 4: return max(1, other / Int32(bits.below(4) + 2))
        default: return timescale()
        }
    }

    mutating func flags() -> CMTimeFlags {
        switch bits.below(40) {
        case 0: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: bits.next()))
        case 1: CMTimeFlags(rawValue: UInt32(bits.below(32)))
        case 2: CMTimeFlags(rawValue: bits.element(of: [0, 2, 4, 16, 28]))
        case 3: CMTimeFlags(rawValue: bits.element(of: [13, 21, 25, 29, 31]))
        case 4, 5: CMTimeFlags(rawValue: bits.element(of: [5, 7]))
        case 6: CMTimeFlags(rawValue: bits.element(of: [9, 11]))
        case 7: CMTimeFlags(rawValue: bits.element(of: [17, 19]))
        case 8...12: CMTimeFlags(rawValue: 3)
        default: CMTimeFlags(rawValue: 1)
        }
    }

    mutating func epoch() -> Int64 {
        switch bits.below(24) {
        case 0: .min
        case 1: .max
        case 2, 3: 1
        case 4: -1
        case 5: Int64(truncatingIfNeeded: bits.next())
        default: 0
        }
    }

    mutating func time() -> CMTime {
        CMTime(value: value(), timescale: timescale(), flags: flags(), epoch: epoch())
    }

    /// Every field random, so that most are not numeric.
    mutating func rawTime() -> CMTime {
        let scaleAndFlags = bits.next()
        return CMTime(
            value: Int64(truncatingIfNeeded: bits.next()),
            timescale: Int32(truncatingIfNeeded: scaleAndFlags),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: scaleAndFlags >> 32)),
            epoch: Int64(truncatingIfNeeded: bits.next())
        )
    }

    /// A time that is often equal or nearly equal to `other`, or shares its epoch or factors of its timescale.
    mutating func time(near other: CMTime) -> CMTime {
        var result = time()
        switch bits.below(5) {
        case 0: return result
        case 1: result.value = other.value
        case 2: result.value = other.value &+ Int64(bits.below(5) - 2)
        default: break
        }
        if bits.chance(30), other.timescale > 0, other.timescale < 1 << 24 {
            let factor = Int32(bits.below(60) + 1)
            result.value = other.value &* Int64(factor) &+ Int64(bits.below(3) - 1)
            result.timescale = other.timescale * factor
        } else {
            result.timescale = timescale(relatedTo: other.timescale)
        }
        if bits.chance(85) { result.epoch = other.epoch }
        return result
    }

    mutating func sign() -> Int64 {
        bits.chance(50) ? 1 : -1
    }
}

// Ranges and factors.
extension CaseGenerator {
    /// A range with a duration that is nearly always usable.
    mutating func range() -> CMTimeRange {
        let start = bits.chance(50) ? shortTime() : time()
        return CMTimeRange(start: start, duration: duration())
    }

    /// A range that often starts, ends or lies where `other` does.
    mutating func range(near other: CMTimeRange) -> CMTimeRange {
        switch bits.below(8) {
        case 0: range()
        case 1: CMTimeRange(start: time(near: other.start), duration: duration())
        case 2: CMTimeRange(start: other.start, duration: bits.chance(50) ? duration() : other.duration)
        case 3: CMTimeRange(start: Oracle.end(other), duration: duration())
        case 4: CMTimeRange(start: time(near: other.start), duration: other.duration)
        case 5: CMTimeRange(start: other.start, duration: time(near: other.duration))
        default: CMTimeRange(start: shortTime(), duration: duration())
        }
    }

    /// A time inside, at the ends of, or outside `range`.
    mutating func time(around range: CMTimeRange) -> CMTime {
        switch bits.below(10) {
        case 0: time()
        case 1: range.start
        case 2: Oracle.end(range)
        case 3: time(near: Oracle.end(range))
        case 4, 5: time(near: range.start)
        case 6: Oracle.add(range.start, shortTime())
        default: shortTime()
        }
    }

    /// A duration: mostly not negative, in epoch 0; sometimes zero, unbounded or anything at all.
    mutating func duration() -> CMTime {
        if bits.chance(5) { return bits.element(of: [Oracle.positiveInfinity, Oracle.zero, Oracle.indefinite]) }
        var result = bits.chance(50) ? shortTime() : time()
        if bits.chance(97) { result.epoch = 0 }
        if bits.chance(97), result.value < 0 { result.value = result.value == .min ? .max : -result.value }
        return result
    }

    /// A well-formed time of at most a few seconds, so that ranges overlap.
    mutating func shortTime() -> CMTime {
        let flags = CMTimeFlags(rawValue: bits.chance(85) ? 1 : 3)
        let scale: Int32 = bits.element(of: [1, 2, 3, 4, 10, 24, 30, 600])
        let value = Int64(bits.below(Int(scale) * 6 + 1) - Int(scale) * 2)
        return CMTime(value: value, timescale: scale, flags: flags, epoch: bits.chance(90) ? 0 : 1)
    }

    mutating func multiplier() -> Int32 {
        switch bits.below(8) {
        case 0: bits.element(of: [.min, .min + 1, .max, .max - 1])
        case 1, 2: Int32(bits.below(7) - 3)
        case 3: Int32(truncatingIfNeeded: timescale())
        default: Int32(truncatingIfNeeded: Int64(bits.next() >> UInt64(32 + bits.below(31))) * sign())
        }
    }

    /// A binary64 number: special, near a limit, an exact half, a plain factor, or random bits.
    mutating func double() -> Double {
        let signum = Double(sign())
        switch bits.below(12) {
        case 0:
            return signum * bits.element(of: [.nan, .infinity, 0, .leastNonzeroMagnitude, .leastNormalMagnitude])
        case 1:
            return signum * bits.element(of: [.greatestFiniteMagnitude, 0x1p63, 0x1p62, 0x1p53, 0x1p52, 0x1p31, 1e300])
        case 2: return signum * (bits.element(of: [0x1p63, 0x1p62, 0x1p53, 0x1p31, 1, 0.5])).nextDown
        case 3: return Double(value()) + 0.5
        case 4: return Double(value()) / Double(bits.element(of: Self.timescales))
        case 5: return signum * bits.element(of: [1, 2, 0.5, 0.1, 1.0 / 3, 1.5, 29.97, 1e-9, 0.5e-9, 1.001])
        case 6: return Double(bitPattern: bits.next())
        case 7: return Double(value())
        default: return signum * Double(bits.next() >> UInt64(bits.below(64))) / Double(1 << bits.below(60))
        }
    }

    mutating func method() -> CMTimeRoundingMethod {
        bits.element(of: CMTimeRoundingMethod.allCases)
    }
}

// Times without hostile fields, for laws that hold for numbers.
extension CaseGenerator {
    /// A numeric, well-formed time of any size and epoch.
    mutating func numericTime() -> CMTime {
        let flags = CMTimeFlags(rawValue: bits.chance(80) ? 1 : 3)
        return CMTime(value: value(), timescale: positiveTimescale(relatedTo: 600), flags: flags, epoch: epoch())
    }

    mutating func positiveTimescale(relatedTo other: Int32) -> Int32 {
        while true {
            let candidate = timescale(relatedTo: other)
            if candidate > 0 { return candidate }
        }
    }
}
