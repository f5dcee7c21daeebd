internal import Glibc

/// By how much Rubber Band's finer engine plays hits early, apart from the delay that it tells: measured with clicks and
/// drums at odd places, at 44.1 and 48 kHz in real-time mode. It begins a hit where one of its hops begins, so there is scatter
/// besides.
enum SpectralLead {
    private typealias Table = [(speed: Double, lead: Double)]

    // In frames of the source, where the window has `usualWindow` frames.
    private static let short: Table = [
        (0.4, 224), (0.5, 145), (0.6, 102), (0.7, 58), (0.8, 32), (0.9, 5), (1.1, 44), (1.25, 102), (1.5, 189),
        (1.75, 277), (2, 314), (2.5, 542), (3, 749), (4, 1229), (6, 2011), (8, 2424), (16, 4848), (32, 9696),
    ]
    private static let standard: Table = [
        (1.0 / 32, 463), (1.0 / 16, 416), (0.125, 356), (0.1875, 301), (0.25, 234), (0.3, 202), (0.4, 163), (0.5, 132),
        (0.6, 104), (0.7, 64), (0.8, 38), (0.9, 18), (1.1, -11), (1.25, -19), (1.5, -25), (1.75, -25), (2, -16),
        (2.5, 43), (3, 103), (4, 432), (6, 744), (8, 610),
    ]
    private static let usualWindow = 2048

    /// By pitch, of the short window at its own speed, in milliseconds.
    private static let shifted: Table = [
        (-24, 65.8), (-18, 35.6), (-14, 21.5), (-12, 16.2), (-10, 11), (-8, 7.5), (-6, 4.6), (-4, 2.3), (-2, 0.6),
        (0, -0.3),
        (2, -0.4), (4, 0.1), (6, 0.7), (8, 1.4), (10, 1.8), (12, 1.1), (14, 3.2), (18, 4.1), (24, -4.5),
    ].map { (exp2(Double($0.0) / 12), $0.1) }

    /// In frames of the source, of sound of a rate at a speed.
    static func frames(_ speed: Double, _ window: SpectralStretcher.Window, rate: Int) -> Double {
        let lead = lead(speed, in: window == .short ? short : standard)
        return lead * Double(windowLength(rate: rate)) / Double(usualWindow)
    }

    /// The same of sound that becomes higher by `pitch` and not faster.
    static func frames(pitch: Double, rate: Int) -> Double { lead(pitch, in: shifted) * Double(rate) / 1000 }

    /// A thirty-second of a second at least, and a power of two.
    private static func windowLength(rate: Int) -> Int {
        var length = 1
        while length * 32 < rate { length *= 2 }
        return length
    }

    /// Between what was measured, evenly in octaves.
    private static func lead(_ speed: Double, in table: Table) -> Double {
        guard let above = table.firstIndex(where: { $0.speed >= speed }) else { return table[table.count - 1].lead }
        guard above > 0 else { return table[0].lead }
        let (low, high) = (table[above - 1], table[above])
        let share = log2(speed / low.speed) / log2(high.speed / low.speed)
        return low.lead + share * (high.lead - low.lead)
    }
}
