internal import CDevices
internal import CMTimeLib

extension CMTime {
    /// A driver's fraction of a second; nil for one that makes no sense.
    init?(camera fraction: v4l2_fract) {
        guard fraction.numerator > 0, fraction.denominator > 0, let timescale = Int32(exactly: fraction.denominator)
        else { return nil }
        self.init(value: CMTimeValue(fraction.numerator), timescale: timescale)
    }

    /// As a driver wants it; nil for what is no duration.
    var cameraFraction: v4l2_fract? {
        guard isNumeric, value > 0, timescale > 0 else { return nil }
        let divisor = Self.commonDivisor(value, Int64(timescale))
        guard let numerator = UInt32(exactly: value / divisor) else { return nil }
        return v4l2_fract(numerator: numerator, denominator: UInt32(Int64(timescale) / divisor))
    }

    private static func commonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
