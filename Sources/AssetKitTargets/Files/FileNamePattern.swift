internal import Foundation

/// A path with a place for a number, as `printf` writes it: `frames/%05d.png`. Two percent signs are one.
struct FileNamePattern: Hashable, Sendable {
    private let before: String
    private let after: String
    private let digitCount: Int

    /// Nil where there is not exactly one place for a number, or something else that begins with a percent sign.
    init?(_ text: String) {
        let parts = text.split(separator: "%%", omittingEmptySubsequences: false)
        var texts = [""]
        var digitCount = 0
        for (index, part) in parts.enumerated() {
            if index > 0 { texts[texts.count - 1] += "%" }
            var rest = part[...]
            while let percent = rest.firstIndex(of: "%") {
                guard let match = rest[percent...].prefixMatch(of: /%(?:0([1-9]))?d/) else { return nil }
                texts[texts.count - 1] += rest[..<percent]
                texts.append("")
                digitCount = match.output.1.flatMap { Int($0) } ?? 1
                rest = rest[match.range.upperBound...]
            }
            texts[texts.count - 1] += rest
        }
        guard texts.count == 2 else { return nil }
        (before, after, self.digitCount) = (texts[0], texts[1], digitCount)
    }

    /// The path of a number.
    func path(_ number: Int) -> String {
        let digits = String(number)
        return before + String(repeating: "0", count: max(0, digitCount - digits.count)) + digits + after
    }

    /// What its files end with, such as `png`.
    var pathExtension: String { ("x\(after)" as NSString).pathExtension.lowercased() }
}
