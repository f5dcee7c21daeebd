internal import CMTimeLib

/// Finds how many ticks a second need to have so that times are whole numbers of them. Pure.
struct InputTimescale {
    private var scale: Int64
    /// No finer scale is made; where one would be needed, the finest of the times' own scales is taken.
    private static let finest: Int64 = 1 << 30

    /// Begins with a scale that is kept if that is possible.
    init(_ first: CMTimeScale = 1) { scale = Int64(max(1, first)) }

    var timescale: CMTimeScale { CMTimeScale(clamping: scale) }

    mutating func add(_ time: CMTime) {
        guard time.isNumeric, time.timescale > 0, time.value != 0 else { return }
        let other = Int64(time.timescale)
        let common = scale / Self.divisor(scale, other) * other
        scale = common <= Self.finest ? common : max(scale, other)
    }

    private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return max(1, a)
    }
}
