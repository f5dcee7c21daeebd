internal import Glibc

/// Samples between samples: sound read at places that are no whole numbers.
struct FractionalDelay {
    /// Places between two samples.
    static let phaseCount = 64
    static let tapCount = 32

    /// For each phase what the samples around a place are multiplied with, from the one `tapCount / 2 - 1` before it on.
    private let taps: [Float]

    static let shared = FractionalDelay()

    private init() {
        var taps: [Float] = []
        for phase in 0..<Self.phaseCount {
            let fraction = Double(phase) / Double(Self.phaseCount)
            let row = (0..<Self.tapCount).map { tap in
                Self.windowed(Double(tap - Self.tapCount / 2 + 1) - fraction)
            }
            // A constant stays what it is.
            let sum = row.reduce(0, +)
            taps += row.map { Float($0 / sum) }
        }
        self.taps = taps
    }

    private static func windowed(_ place: Double) -> Double {
        let half = Double(tapCount / 2)
        guard abs(place) < half else { return 0 }
        let sinc = place == 0 ? 1 : sin(.pi * place) / (.pi * place)
        // Blackman and Harris's window of three terms: its side lobes lie below 24-bit sound's noise for this length.
        let angle = .pi * place / half
        return sinc * (0.42323 + 0.49755 * cos(angle) + 0.07922 * cos(2 * angle))
    }

    /// Writes `count` samples from a place and a phase on.
    func read(_ source: UnsafePointer<Float>, phase: Int, into target: UnsafeMutablePointer<Float>, count: Int) {
        guard phase != 0 else { return target.update(from: source, count: count) }
        taps.withUnsafeBufferPointer { taps in
            let row = taps.baseAddress! + phase * Self.tapCount
            let first = UnsafeRawPointer(source - (Self.tapCount / 2 - 1))
            var place = 0
            while place + 16 <= count {
                var sum = SIMD16<Float>(repeating: 0)
                for tap in 0..<Self.tapCount {
                    sum += row[tap] * first.loadUnaligned(fromByteOffset: 4 * (place + tap), as: SIMD16<Float>.self)
                }
                UnsafeMutableRawPointer(target).storeBytes(of: sum, toByteOffset: 4 * place, as: SIMD16<Float>.self)
                place += 16
            }
            while place < count {
                var sum: Float = 0
                for tap in 0..<Self.tapCount { sum += row[tap] * source[place + tap - (Self.tapCount / 2 - 1)] }
                target[place] = sum
                place += 1
            }
        }
    }

    /// What samples are multiplied with at a place between two phases, as good as if there were thousands of them.
    func row(at fraction: Double, into row: inout [Float]) {
        let place = fraction * Double(Self.phaseCount)
        let phase = min(Int(place), Self.phaseCount - 1)
        let weight = Float(place - Double(phase))
        let first = phase * Self.tapCount
        for tap in 0..<Self.tapCount {
            // Behind the last phase comes the first one, a sample later.
            let next =
                phase + 1 < Self.phaseCount
                ? taps[first + Self.tapCount + tap] : tap == 0 ? 0 : taps[tap - 1]
            row[tap] = taps[first + tap] + (next - taps[first + tap]) * weight
        }
    }
}
