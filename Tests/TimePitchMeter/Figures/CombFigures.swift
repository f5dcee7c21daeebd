internal import Glibc

/// What adding both channels makes of sound whose channels were stretched: where one went ahead of the other, some
/// frequencies vanish from the sum.
package struct CombFigures: Sendable {
    /// How much a band of the sum lost or gained against the source, at the worst, in decibels.
    package private(set) var worst = 0.0
    /// The root of the mean square of all bands.
    package private(set) var mean = 0.0

    package init(of channels: [[Float]], source: [[Float]], rate: Double) {
        let (made, was) = (Self.shares(channels, rate: rate), Self.shares(source, rate: rate))
        let losses = zip(made, was).compactMap { made, was in
            made.power > 0 && was.power > 0 ? Ratio.decibels(made.share, to: was.share) : nil
        }
        worst = losses.map(abs).max() ?? 0
        mean = (losses.reduce(0) { $0 + $1 * $1 } / Double(max(losses.count, 1))).squareRoot()
    }

    private struct Band {
        var sum = 0.0
        var power = 0.0
        var share: Double { sum / power }
    }

    /// In each band the power of the sum, as a share of that of both channels. Bands with next to nothing are left out.
    private static func shares(_ channels: [[Float]], rate: Double) -> [Band] {
        let sum = zip(channels[0], channels[1]).map { $0 + $1 }
        let spectra = [sum, channels[0], channels[1]].map { PowerSpectrum(of: $0.middle, rate: rate).powers }
        let spacing = rate / 2 / Double(spectra[0].count - 1)
        var bands = [Band](repeating: Band(), count: Int((log2(16000.0 / 50) * 6).rounded(.up)))
        for bin in spectra[0].indices.dropFirst() {
            let place = log2(Double(bin) * spacing / 50) * 6
            guard place >= 0, Int(place) < bands.count else { continue }
            bands[Int(place)].sum += spectra[0][bin]
            bands[Int(place)].power += spectra[1][bin] + spectra[2][bin]
        }
        let most = bands.map(\.power).max() ?? 0
        return bands.map { $0.power > most * 1e-5 ? $0 : Band() }
    }
}
