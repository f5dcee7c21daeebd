import Foundation

/// What a seeded run uses: `CMTIME_SEED` and `CMTIME_CASES` in the environment, or the defaults.
struct RunSettings: Sendable {
    /// Decimal, or hexadecimal after `0x`.
    let seed: UInt64
    /// How many cases the comparison with the oracle tries at least, over all operations.
    let caseCount: Int

    struct Unreadable: Error, CustomStringConvertible {
        let name: String
        let text: String
        var description: String { "\(name)='\(text)' is not a number that a run can use" }
    }

    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        seed = try Self.read("CMTIME_SEED", from: environment, default: 20_240_229) { text in
            text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        }
        caseCount = try Self.read("CMTIME_CASES", from: environment, default: 250_000) { text in
            Int(text).flatMap { $0 > 0 ? $0 : nil }
        }
    }

    private static func read<Number>(
        _ name: String,
        from environment: [String: String],
        default standard: Number,
        parse: (String) -> Number?
    ) throws -> Number {
        guard let text = environment[name] else { return standard }
        guard let number = parse(text) else { throw Unreadable(name: name, text: text) }
        return number
    }
}
