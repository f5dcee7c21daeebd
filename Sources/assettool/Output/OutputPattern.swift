import AssetKit

/// The names of outputs as `-o` gives them: `%d` or `%03d` is the number of an output, `%t` its time and `%n` the name of
/// its input; `%%` is a percent sign, and any other `%` stands for itself.
struct OutputPattern: Sendable {
    private enum Token: Sendable, Equatable {
        case text(String)
        case number(width: Int)
        case time
        case name
    }

    /// What stood on the command line.
    let text: String
    private let tokens: [Token]

    init(_ text: String) {
        self.text = text
        var tokens: [Token] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "%", let (token, length) = Self.token(at: rest) else {
                literal.append(character)
                continue
            }
            rest = rest.dropFirst(length)
            if case .text(let sign) = token {
                literal += sign
            } else {
                tokens += [.text(literal), token]
                literal = ""
            }
        }
        self.tokens = tokens + [.text(literal)]
    }

    /// What a `%` means with the characters behind it, and how many of those belong to it.
    private static func token(at rest: Substring) -> (Token, length: Int)? {
        switch rest.first {
        case "%": return (.text("%"), 1)
        case "d": return (.number(width: 1), 1)
        case "t": return (.time, 1)
        case "n": return (.name, 1)
        default:
            // More digits than this no number of outputs has, and no name has room for.
            let digits = rest.prefix { $0.isASCIIDigit }
            guard digits.first == "0", digits.count <= 3, rest.dropFirst(digits.count).first == "d",
                let width = Int(digits), (1...20).contains(width)
            else { return nil }
            return (.number(width: width), digits.count + 1)
        }
    }

    var hasTime: Bool { tokens.contains(.time) }
    var hasName: Bool { tokens.contains(.name) }
    var hasNumber: Bool { numberPlace != nil }

    /// Where in the tokens the first number is.
    private var numberPlace: Int? {
        tokens.firstIndex { token in
            if case .number = token { return true }
            return false
        }
    }

    /// The name of one output.
    func name(number: Int, time: CMTime, input: String) -> String { text(of: tokens[...], number, time, input) }

    /// The number of the output, from 1, that has a name; nil where none has.
    func number(of name: String, time: CMTime, input: String) -> Int? {
        guard let place = numberPlace else { return nil }
        let before = text(of: tokens[..<place], 0, time, input)
        guard name.hasPrefix(before) else { return nil }
        let digits = name.dropFirst(before.count).prefix { $0.isASCIIDigit }
        // What follows the number may begin with digits, too.
        let numbers = digits.indices.lazy.compactMap { Int(digits[...$0]) }
        return numbers.first { $0 > 0 && self.name(number: $0, time: time, input: input) == name }
    }

    private func text(of tokens: ArraySlice<Token>, _ number: Int, _ time: CMTime, _ input: String) -> String {
        tokens.map { token in
            switch token {
            case .text(let text): text
            case .number(let width): Self.padded(number, to: width)
            case .time: Self.timeText(time)
            case .name: input
            }
        }.joined()
    }

    /// A time that may stand in the name of a file: `HH-MM-SS.mmm`.
    static func timeText(_ time: CMTime) -> String {
        let milliseconds = max(0, CMTimeConvertScale(time, timescale: 1000, method: .default).value)
        let seconds = milliseconds / 1000
        let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded(Int($0), to: 2) }
        return fields.joined(separator: "-") + "." + padded(Int(milliseconds % 1000), to: 3)
    }

    /// A number with zeros before it.
    static func padded(_ number: Int, to width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
