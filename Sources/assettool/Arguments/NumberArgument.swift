import AssetKit

/// Numbers as people write them on a command line. All are read exactly.
enum NumberArgument {
    private static let factors: [String: Int64] = [
        "": 1, "k": 1000, "m": 1_000_000, "g": 1_000_000_000, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30,
    ]

    /// A count of bytes, or of bits a second: `2500000`, `800k`, `2.5M`, `10MB` (of a thousand), `10MiB` (of 1024). nil for
    /// what is none, or is not above zero.
    static func count(_ text: String, units: [String] = ["b"]) -> Int64? {
        var text = text.lowercased()
        if let unit = units.first(where: text.hasSuffix) { text.removeLast(unit.count) }
        let digits = text.prefix { $0.isASCIIDigit || $0 == "." }
        guard let number = Rational128(String(digits)), let factor = factors[String(text.dropFirst(digits.count))],
            let product = number.multiplied(by: Rational128(factor)), let value = Int64(exactly: product.floor),
            value > 0, value < 1 << 50
        else { return nil }
        return value
    }

    /// Samples a second: `44100`, `44.1k`, `48kHz`.
    static func sampleRate(_ text: String) -> Int? {
        var text = text.lowercased()
        if text.hasSuffix("hz") { text.removeLast(2) }
        let isThousands = text.hasSuffix("k")
        if isThousands { text.removeLast() }
        guard let number = Rational128(text), text.first?.isASCIIDigit == true,
            let product = number.multiplied(by: Rational128(isThousands ? 1000 : 1)), product.floor == product.ceiling,
            let rate = Int(exactly: product.floor)
        else { return nil }
        return rate
    }

    /// The right spelling of a number that has a comma where the point belongs; nil for other texts.
    static func withPoint(_ text: String) -> String? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].last?.isASCIIDigit == true, parts[1].first?.isASCIIDigit == true else {
            return nil
        }
        return parts.joined(separator: ".")
    }
}
