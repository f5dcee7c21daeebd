internal import Foundation

/// How loud sound is: the mean of the last tenth of a second, and a peak that falls. Pure.
struct LevelMeter {
    /// Decibels of silence.
    static let floor: Float = -160
    private static let fall: Float = 20

    private let sampleRate: Int
    /// Sums of squares of hundredths of a second, the oldest first.
    private var sums: [Float] = []
    private var sum: Float = 0
    private var count = 0
    private(set) var peak = LevelMeter.floor

    init(sampleRate: Int) { self.sampleRate = max(100, sampleRate) }

    /// In decibels below full scale.
    var average: Float {
        let total = sums.reduce(0, +)
        return Self.decibels(sums.isEmpty ? 0 : (total / Float(sums.count * (sampleRate / 100))).squareRoot())
    }

    /// Takes in every `stride`th sample from `first` on.
    mutating func add(_ samples: [Float], from first: Int, stride step: Int) {
        var loudest: Float = 0
        var taken = 0
        for index in stride(from: first, to: samples.count, by: max(1, step)) {
            let sample = samples[index]
            sum += sample * sample
            loudest = max(loudest, abs(sample))
            (count, taken) = (count + 1, taken + 1)
            guard count == sampleRate / 100 else { continue }
            sums.append(sum)
            if sums.count > 10 { sums.removeFirst() }
            (sum, count) = (0, 0)
        }
        let fallen = peak - Self.fall * Float(taken) / Float(sampleRate)
        peak = max(Self.floor, max(fallen, Self.decibels(loudest)))
    }

    private static func decibels(_ amplitude: Float) -> Float {
        amplitude > 0 ? max(floor, 20 * log10(amplitude)) : floor
    }
}
