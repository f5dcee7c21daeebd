import AssetKit

/// How far work is at one moment.
struct ProgressMoment: Sendable {
    /// How much is done, from 0 to 1.
    let fraction: Double
    /// Where in the media the work is.
    let position: CMTime
    /// Seconds of media all of the work covers; 0 where that is not known.
    let span: Double
    /// Seconds since the work began.
    let elapsed: Double

    /// Seconds of media a second; nil at the very start.
    var speed: Double? {
        guard elapsed > 0, fraction > 0, span > 0 else { return nil }
        return fraction * span / elapsed
    }

    /// Seconds that are left if all goes on as it went; nil at the very start.
    var remaining: Double? {
        guard elapsed > 0, fraction > 0 else { return nil }
        return max(0, elapsed / fraction - elapsed)
    }

    var json: JSON {
        var fields: [(key: String, value: JSON)] = [
            ("fraction", .number(Self.rounded(fraction, 6))), ("position", JSON(position)),
        ]
        if let speed { fields.append(("speed", .number(Self.rounded(speed, 3)))) }
        if let remaining { fields.append(("eta", .number(Self.rounded(remaining, 3)))) }
        return .object(fields)
    }

    /// The bar, as wide as `width` allows: `[######      ]  50 %  0:12:34  12.3x  0:31 left`.
    func bar(width: Int) -> String {
        var parts = ["\(String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0))\(percent) %"]
        if position.isNumeric { parts.append(Self.clock(position.seconds)) }
        if let speed { parts.append(speed < 10 ? "\(Self.rounded(speed, 1))x" : "\(Int(min(speed, 1e6)))x") }
        if let remaining { parts.append("\(Self.clock(remaining.rounded(.up))) left") }
        let facts = parts.joined(separator: "  ")
        // A terminal breaks the line when its last column is written to.
        let room = width - 1 - facts.count - 4
        guard room >= 5 else { return String(facts.prefix(max(0, width - 1))) }
        let cells = min(room, 40)
        let full = Int((Double(cells) * fraction).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: " ", count: cells - full) + "]  " + facts
    }

    private var percent: Int { Int((fraction * 100).rounded(.down)) }

    /// `0:12:34`, without the fraction.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9))
        let padded = [whole / 60 % 60, whole % 60].map { OutputPattern.padded($0, to: 2) }
        return "\(whole / 3600):" + padded.joined(separator: ":")
    }

    private static func rounded(_ number: Double, _ digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (number * scale).rounded() / scale
    }
}
