internal import Glibc

/// By how much Rubber Band's finer engine plays hits early, apart from the delay that it tells: measured with hits every
/// half second at 48 kHz, in real-time mode. In seconds of the source.
enum SpectralLead {
    private typealias Table = [(speed: Double, milliseconds: Double)]

    private static let short: Table = [
        (1.0 / 32, -4.4), (1.0 / 16, -4), (0.125, -2.5), (0.1875, -2.2), (0.25, -3.9), (0.3, -4.9), (0.4, 4.54),
        (0.5, 1.62),
        (0.6, 2.08), (0.7, 1.25), (0.8, 0.63), (0.9, 0.05), (1.1, 0.73), (1.25, 1.7), (1.5, 4.08), (1.75, 4.91),
        (2, 5.1),
        (2.5, 11.4), (3, 15.6), (4, 25.6), (6, 41.9), (8, 50.5), (16, 101), (32, 202),
    ]
    private static let standard: Table = [
        (1.0 / 32, 9.64), (1.0 / 16, 8.66), (0.125, 7.41), (0.1875, 6.27), (0.25, 4.88), (0.3, 4.2), (0.4, 3.36),
        (0.5, 2.71),
        (0.6, 2.14), (0.7, 1.17), (0.8, 0.73), (0.9, 0.34), (1.1, -0.26), (1.25, -0.27), (1.5, 0.07), (1.75, -0.24),
        (2, -0.37), (2.5, 0.65), (3, 2.15), (4, 9), (6, 15.5), (8, 12.7), (16, 44), (32, 88),
    ]

    /// By pitch, of the short window at its own speed.
    private static let shifted: Table = [
        (-24, 65.8), (-18, 35.6), (-14, 21.5), (-12, 16.2), (-10, 11), (-8, 7.5), (-6, 4.6), (-4, 2.3), (-2, 0.6),
        (0, -0.3),
        (2, -0.4), (4, 0.1), (6, 0.7), (8, 1.4), (10, 1.8), (12, 1.1), (14, 3.2), (18, 4.1), (24, -4.5),
    ].map { (exp2(Double($0.0) / 12), $0.1) }

    /// Of sound that becomes higher by `pitch` and not faster.
    static func seconds(pitch: Double) -> Double { seconds(pitch, in: shifted) }

    static func seconds(_ speed: Double, _ window: SpectralStretcher.Window) -> Double {
        seconds(speed, in: window == .short ? short : standard)
    }

    /// Between what was measured, evenly in octaves.
    private static func seconds(_ speed: Double, in table: Table) -> Double {
        guard let above = table.firstIndex(where: { $0.speed >= speed }) else {
            return table[table.count - 1].milliseconds / 1000
        }
        guard above > 0 else { return table[0].milliseconds / 1000 }
        let (low, high) = (table[above - 1], table[above])
        let share = log2(speed / low.speed) / log2(high.speed / low.speed)
        return (low.milliseconds + share * (high.milliseconds - low.milliseconds)) / 1000
    }
}
