/// Brings bright light into the range of a common screen.
///
/// Light is counted in whites of a common screen (203 cd/m²). Up to 0.6 it is dimmed to three quarters, which leaves
/// room above; from there on it rises ever slower, without a kink, and reaches the screen's white at the peak of the
/// pictures. With a peak of 10,000 cd/m² the numbers of sRGB are 82 % at 203 cd/m², 91 % at 400 and 97 % at 1,000.
/// The curve is applied to the brightest of red, green and blue, and the others follow in proportion: the hue stays.
package struct ToneCurve: Sendable, Hashable {
    private static let knee: Float = 0.6
    private static let gain: Float = 0.75
    private let range: Float
    private let bend: Float

    /// - Parameters:
    ///   - peak: the brightest light in cd/m²; taken as 1,000 at least and 10,000 at most.
    ///   - white: the light that counts as the white of a common screen, in cd/m².
    package init(peak: Double?, white: Double) {
        let peak = peak.flatMap { $0.isFinite ? $0 : nil } ?? 10000
        range = Float(min(max(peak, 1000), 10000) / white) - Self.knee
        // The slope is the same on both sides of the knee.
        let rest = 1 - Self.knee * Self.gain
        bend = 1 / (Self.gain * range / rest - 1)
    }

    /// What light becomes, within 0…1. Both sides are worked out, so that it has no branches.
    @inline(__always)
    package func callAsFunction(_ light: Float) -> Float {
        let past = (light - Self.knee) / range
        let place: Float = past > 1 ? 1 : past
        let start = Self.knee * Self.gain
        let dimmed = start + (1 - start) * place * (1 + bend) / (place + bend)
        return light > Self.knee ? dimmed : light * Self.gain
    }
}
