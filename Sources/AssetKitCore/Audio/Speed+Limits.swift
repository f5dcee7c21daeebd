package import AssetKitTimePitch

extension Speed {
    /// Sound is played at these speeds; faster and slower there is silence.
    package static let audible: ClosedRange<Double> = 1 / 32...32

    /// It is heard at this speed.
    package var isAudible: Bool {
        let (numerator, denominator) = (Int128(numerator), Int128(denominator))
        return numerator <= 32 * denominator && denominator <= 32 * numerator
    }

    /// The nearest speed both of whose parts are at most so many. It is off by less than one part in their square.
    package func approximated(to limit: Int64) -> Speed {
        guard max(numerator, denominator) > limit else { return self }
        // The convergents of the continued fraction.
        var (before, last) = ((source: Int128(0), target: Int128(1)), (source: Int128(1), target: Int128(0)))
        var (rest, divisor) = (Int128(numerator), Int128(denominator))
        while divisor > 0 {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: divisor)
            let next = (source: quotient * last.source + before.source, target: quotient * last.target + before.target)
            guard max(next.source, next.target) <= Int128(limit) else {
                // Part of the way to the next one is nearer still, where it is more than half.
                func steps(_ last: Int128, _ before: Int128) -> Int128 {
                    last > 0 ? (Int128(limit) - before) / last : quotient
                }
                let room = min(steps(last.source, before.source), steps(last.target, before.target))
                if room * 2 > quotient {
                    last = (room * last.source + before.source, room * last.target + before.target)
                }
                break
            }
            (before, last, rest, divisor) = (last, next, divisor, remainder)
        }
        return Speed(Int64(clamping: max(last.source, 1)), Int64(clamping: max(last.target, 1)))
    }

    /// What ``AVAudioTimePitchAlgorithm/lowQualityZeroLatency`` plays at.
    private static let coarse = [Speed(1, 2), Speed(2, 3), Speed(4, 5), .normal, Speed(5, 4), Speed(3, 2), Speed(2, 1)]

    /// The nearest of the speeds that an algorithm has which knows only a few.
    package var coarse: Speed {
        Self.coarse.min { abs($0.value - value) < abs($1.value - value) } ?? self
    }
}
