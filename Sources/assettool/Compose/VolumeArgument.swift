import AssetKit

/// How loud sound is to be: a factor such as `0.5`, or decibels such as `-12dB`.
enum VolumeArgument {
    /// The factor; nil where nothing is said.
    static func read(_ name: String, _ arguments: ParsedArguments, _ verb: String) throws(UsageError) -> Float? {
        guard let text = arguments.value(of: name) else { return nil }
        guard let factor = factor(text) else {
            if let right = NumberArgument.withPoint(text) {
                throw UsageError("\(quoted(text)) is no volume for --\(name)", suggestion: right, verb)
            }
            let problem = "\(quoted(text)) is no volume; --\(name) takes a factor from 0 to 100, as 0.5, or -12dB"
            throw UsageError(problem, verb)
        }
        return factor
    }

    /// nil for what is none, and for more than 100 times as loud.
    static func factor(_ text: String) -> Float? {
        let text = text.lowercased()
        guard text.hasSuffix("db") else {
            return number(text[...]).flatMap { (0...100).contains($0) ? Float($0) : nil }
        }
        guard let decibels = number(text.dropLast(2)), decibels <= 40 else { return nil }
        return Float(pow(10, decibels / 20))
    }

    /// A decimal number and nothing else: no other notations, and none that is infinite.
    private static func number(_ text: Substring) -> Double? {
        let text = text.last == " " ? text.dropLast() : text
        guard text.allSatisfy({ $0.isASCIIDigit || "+-.".contains($0) }), let number = Double(text) else { return nil }
        return number.isFinite ? number : nil
    }
}
