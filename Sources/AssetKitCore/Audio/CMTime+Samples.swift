internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
package import CMTimeLib

extension CMTime {
    /// The first sample, at a rate, that is heard at this time or later. Infinities are pinned to what can be counted.
    package func firstSample(rate: Int) -> Int64 {
        if isPositiveInfinity { return .max }
        guard isNumeric, timescale > 0 else { return isNegativeInfinity ? .min : 0 }
        return Int64(clamping: -(-(Int128(value) * Int128(rate))).floorDivided(by: Int128(timescale)))
    }
}

extension CMTime {
    /// The sample, at a rate, that is heard nearest to this time.
    package func nearestSample(rate: Int) -> Int64 {
        guard isNumeric, timescale > 0 else { return firstSample(rate: rate) }
        let doubled = Int128(value) * Int128(rate) * 2 + Int128(timescale)
        return Int64(clamping: doubled.floorDivided(by: Int128(timescale) * 2))
    }
}

extension Int128 {
    /// The quotient, rounded down. The divisor is positive.
    package func floorDivided(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
