internal import CMTimeLib
internal import Foundation

/// Volume is in decibels, and between key frames linear in them.
enum FCPXMLVolume {
    /// What counts as silence.
    static let floor = -96.0
    /// Over so many decibels a straight line in amplitude and one in decibels differ by less than 0.1.
    private static let step = 2.5

    /// The amplitude of `-6dB`.
    static func amplitude(_ text: String) -> Double? {
        let lower = text.lowercased()
        let digits = lower.hasSuffix("db") ? String(lower.dropLast(2)) : lower
        if digits == "-inf" { return 0 }
        guard let decibels = Double(digits), decibels.isFinite, decibels <= 200 else { return nil }
        return amplitude(decibels)
    }

    static func text(_ amplitude: Double) -> String {
        let rounded = (decibels(amplitude) * 10_000).rounded() / 10_000
        return "\(FCPXMLNumber.text(rounded))dB"
    }

    private static func amplitude(_ decibels: Double) -> Double {
        decibels <= floor ? 0 : pow(10, decibels / 20)
    }

    private static func decibels(_ amplitude: Double) -> Double {
        amplitude > 0 ? max(20 * log10(amplitude), floor) : floor
    }

    /// Key frames that are linear in amplitude with as many between them as make them so in decibels.
    static func refined(_ curve: FCPXMLCurve<Double>) -> FCPXMLCurve<Double> {
        refined(curve, atMost: .max) { (from, to, share) in
            // Equal steps in decibels, and where the straight line has that value.
            let (low, high) = (decibels(from), decibels(to))
            let value = amplitude(low + (high - low) * share)
            return (to == from ? share : (value - from) / (to - from), value)
        }
    }

    /// Key frames that are linear in decibels with as many between them as make them so in amplitude.
    static func straightened(_ curve: FCPXMLCurve<Double>) -> FCPXMLCurve<Double> {
        // From silence on it takes longer steps, because documents have many fades.
        refined(curve, atMost: 24) { (from, to, share) in
            let (low, high) = (decibels(from), decibels(to))
            return (share, amplitude(low + (high - low) * share))
        }
    }

    /// Puts keys between the others: for each share of the way in decibels `between` gives the share of the time, and the
    /// value.
    private static func refined(
        _ curve: FCPXMLCurve<Double>,
        atMost limit: Int,
        between: (Double, Double, Double) -> (share: Double, value: Double)
    ) -> FCPXMLCurve<Double> {
        var keys = Array(curve.keys.prefix(1))
        for (from, to) in zip(curve.keys, curve.keys.dropFirst()) {
            let distance = abs(decibels(to.value) - decibels(from.value))
            let count = min(Int((distance / step).rounded(.up)), limit)
            for index in stride(from: 1, to: count, by: 1) {
                let inner = between(from.value, to.value, Double(index) / Double(count))
                let share = Rational128(Int128((inner.share * 1_000_000).rounded()), 1_000_000) ?? .zero
                let time = from.time.plus(to.time.minus(from.time).scaled(by: share))
                if time > keys[keys.count - 1].time, time < to.time {
                    keys.append(.init(time: time, value: inner.value))
                }
            }
            keys.append(to)
        }
        return FCPXMLCurve(keys: keys) ?? curve
    }
}
