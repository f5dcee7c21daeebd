/// Names of reels: eight letters and digits, another one for each file.
struct CMXReels {
    private var names: [String: String] = [:]
    private var taken: Set<String> = []
    static let black = "BL"

    /// The name for a file, made of its own.
    mutating func name(for url: String) -> String {
        if let known = names[url] { return known }
        let file = url.split(separator: "/").last ?? ""
        let stem = file.split(separator: ".").first ?? ""
        let letters = stem.uppercased().unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || $0.value < 0x3A)
        }
        let plain = String(String.UnicodeScalarView(letters.filter { $0.value >= 0x30 }).prefix(8))
        let base = plain.isEmpty || plain == Self.black ? "AX" : plain
        var name = base
        var number = 2
        while !taken.insert(name).inserted {
            let digits = String(number)
            name = base.prefix(8 - digits.count) + digits
            number += 1
        }
        names[url] = name
        return name
    }
}
