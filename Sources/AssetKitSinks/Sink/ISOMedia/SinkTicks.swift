internal import AssetKitISOMedia
internal import CMTimeLib

/// Times as whole ticks of a timescale.
enum SinkTicks {
    /// The nearest tick; halves go away from zero, as in ``CMTimeConvertScale``.
    static func ticks(_ time: CMTime, _ timescale: CMTimeScale) throws(ISOWritingError) -> Int64 {
        guard time.isNumeric, time.timescale > 0 else { throw .time("a sample has no time") }
        if time.timescale == timescale { return time.value }
        return try ticks(time.value, from: Int64(time.timescale), to: Int64(timescale))
    }

    /// Ticks of another timescale, the nearest ones.
    static func ticks(_ value: Int64, from: Int64, to: Int64) throws(ISOWritingError) -> Int64 {
        if from == to { return value }
        let product = Int128(value) * Int128(to)
        let half = Int128(from / 2)
        let quotient = (product + (product < 0 ? -half : half)) / Int128(from)
        guard let ticks = Int64(exactly: quotient), abs(ticks) < 1 << 60 else {
            throw .time("a time is further away than the file can count")
        }
        return ticks
    }

    /// The first tick at a time or after it.
    static func ticks(notBefore time: CMTime, _ timescale: CMTimeScale) -> Int64 {
        let product = Int128(time.value) * Int128(timescale)
        let scale = Int128(time.timescale)
        let floor = product / scale - (product < 0 && product % scale != 0 ? 1 : 0)
        return Int64(clamping: floor * scale == product ? floor : floor + 1)
    }

    /// The least common multiple; nil where it is more than a timescale can be.
    static func commonTimescale(_ timescales: some Sequence<CMTimeScale>) -> CMTimeScale? {
        var result: Int64 = 1
        for timescale in timescales where timescale > 0 {
            result = result / greatestDivisor(result, Int64(timescale)) * Int64(timescale)
            guard result <= Int64(CMTimeScale.max) else { return nil }
        }
        return CMTimeScale(result)
    }

    /// The timescale that a time needs at least.
    static func neededTimescale(_ time: CMTime) -> CMTimeScale {
        guard time.isNumeric, time.value != 0 else { return 1 }
        return CMTimeScale(Int64(time.timescale) / greatestDivisor(abs(time.value), Int64(time.timescale)))
    }

    private static func greatestDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return max(larger, 1)
    }
}
