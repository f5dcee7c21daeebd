import CMTimeLib
import TestSupport
import Testing

/// Laws of changing timescales and of seconds.
@Suite("Conversion of times")
struct ConversionTests {
    @Test("a conversion that was exact can be undone, by any method")
    func roundTrips() throws {
        try checkProperty(cases: 50_000) { generator in
            let time = generator.numericTime()
            let timescale = generator.positiveTimescale(relatedTo: time.timescale)
            let there = time.convertScale(timescale, method: generator.method())
            guard there.isNumeric, there.flags == time.flags, !time.hasBeenRounded else { return nil }
            let back = there.convertScale(time.timescale, method: generator.method())
            return back.hasSameBits(as: time) ? nil : bits(time, timescale)
        }
    }

    @Test("every method stays less than one unit away, on its own side", arguments: CMTimeRoundingMethod.allCases)
    func roundingErrors(method: CMTimeRoundingMethod) throws {
        try checkProperty(cases: 20_000) { generator in
            let time = generator.numericTime()
            let timescale = generator.positiveTimescale(relatedTo: time.timescale)
            let converted = time.convertScale(timescale, method: method)
            guard converted.isNumeric else { return nil }
            let error = RoundingError(of: converted, from: time)
            let isMarked = converted.hasBeenRounded == (time.hasBeenRounded || !error.difference.isZero)
            return isMarked && error.isAllowed(by: method) ? nil : bits(time, timescale)
        }
    }

    @Test("a conversion keeps the order of times", arguments: CMTimeRoundingMethod.allCases)
    func monotony(method: CMTimeRoundingMethod) throws {
        try checkProperty(cases: 20_000) { generator in
            let smaller = generator.numericTime()
            var larger = smaller
            larger.value = generator.bits.chance(50) ? generator.value() : smaller.value &+ 1
            let timescale = generator.positiveTimescale(relatedTo: smaller.timescale)
            let order = CMTimeCompare(smaller, larger)
            let converted = CMTimeCompare(
                smaller.convertScale(timescale, method: method),
                larger.convertScale(timescale, method: method)
            )
            return converted == order || converted == 0 ? nil : bits(smaller, larger, timescale)
        }
    }

    @Test("seconds at the same timescale give the value back, or one less in magnitude")
    func seconds() throws {
        try checkProperty { generator in
            let timescale = generator.positiveTimescale(relatedTo: 600)
            let value = Int64(generator.bits.next() >> UInt64(14 + generator.bits.below(50))) * generator.sign()
            let back = CMTime(
                seconds: CMTime(value: value, timescale: timescale).seconds,
                preferredTimescale: timescale
            )
            let allowed = [value, value - value.signum()]
            return back.timescale == timescale && allowed.contains(back.value) ? nil : bits(back, timescale)
        }
    }

    @Test("members and initialisers do what their functions do")
    func members() throws {
        try checkProperty { generator in
            let (first, second) = (generator.time(), generator.time())
            let (scale, method, number) = (generator.timescale(), generator.method(), generator.double())
            let pairs = [
                (first + second, CMTimeAdd(first, second)),
                (first - second, CMTimeSubtract(first, second)),
                (
                    first.convertScale(scale, method: method),
                    CMTimeConvertScale(first, timescale: scale, method: method)
                ),
                (CMTime(value: first.value, timescale: scale), CMTimeMake(value: first.value, timescale: scale)),
                (
                    CMTime(seconds: number, preferredTimescale: scale),
                    CMTimeMakeWithSeconds(number, preferredTimescale: scale)
                ),
            ]
            let isSame = pairs.allSatisfy { $0.hasSameBits(as: $1) }
            return isSame && first.seconds.hasSameBits(as: CMTimeGetSeconds(first)) ? nil : bits(first, second, scale)
        }
    }
}

/// How far a converted time is from the original, times both timescales.
private struct RoundingError {
    /// Positive where the conversion went up. Less than `unit` in magnitude is less than one unit.
    let difference: ReferenceInteger
    let unit: ReferenceInteger
    let original: CMTime
    let converted: CMTime

    init(of converted: CMTime, from original: CMTime) {
        unit = ReferenceInteger(original.timescale)
        difference =
            ReferenceInteger(converted.value) * unit - ReferenceInteger(original.value)
            * ReferenceInteger(converted.timescale)
        self.original = original
        self.converted = converted
    }

    func isAllowed(by method: CMTimeRoundingMethod) -> Bool {
        let size = difference.magnitude
        if size.isZero { return true }
        guard size < unit else { return false }
        let goesAway = difference.isNegative == (original.value < 0)
        switch method {
        case .roundHalfAwayFromZero: return size + size < unit || (size + size == unit && goesAway)
        case .roundTowardZero: return !goesAway
        case .roundAwayFromZero: return goesAway
        case .roundTowardPositiveInfinity: return !difference.isNegative
        case .roundTowardNegativeInfinity: return difference.isNegative
        case .quickTime:
            if original.value < 0 && converted.value == -1 { return true }
            return goesAway == (converted.timescale > original.timescale)
                && (original.value > 0 || converted.value != 0)
        }
    }
}
