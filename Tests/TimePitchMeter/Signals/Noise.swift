/// Noise that is the same every time and on every machine.
package struct Noise: Sendable {
    private var state: UInt64

    package init(seed: UInt64 = 18) { state = seed }

    /// Evenly spread from -1 up to 1. The steps are those of SplitMix64.
    package mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return Double(bits >> 11) / Double(1 << 52) - 1
    }

    package static func signal(rate: Double, seconds: Double, level: Double, seed: UInt64 = 18) -> [Float] {
        var noise = Noise(seed: seed)
        return (0..<Int(rate * seconds)).map { _ in Float(level * noise.next()) }
    }
}
