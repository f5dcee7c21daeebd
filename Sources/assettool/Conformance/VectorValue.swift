import AssetKit

/// What an operation of a conformance file can result in.
enum VectorValue: CustomStringConvertible {
    case time(CMTime)
    case range(CMTimeRange)
    case mapping(CMTimeMapping)
    case integer(Int64)
    case floatingPoint(Double)
    case boolean(Bool)
    case text(String)
    case booleans([String: Bool])
    case dictionary(CFDictionary)

    var description: String {
        switch self {
        case .time(let time): Self.text(time)
        case .range(let range): Self.text(range)
        case .mapping(let mapping): "(\(Self.text(mapping.source)) -> \(Self.text(mapping.target)))"
        case .integer(let integer): "\(integer)"
        case .floatingPoint(let number): "\(number)"
        case .boolean(let boolean): "\(boolean)"
        case .text(let text): "\"\(text)\""
        case .booleans(let booleans): booleans.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ")
        case .dictionary(let dictionary): "\(dictionary)"
        }
    }

    private static func text(_ time: CMTime) -> String {
        "(\(time.value)/\(time.timescale) flags \(time.flags.rawValue) epoch \(time.epoch))"
    }

    private static func text(_ range: CMTimeRange) -> String { "[\(text(range.start)) + \(text(range.duration))]" }
}

extension VectorLine {
    /// Whether `result` is what the line expects, compared the way its `match` says.
    func accepts(_ result: VectorValue) throws -> Bool {
        let expected = try field("expect")
        let match = Self.text(fields["match"]) ?? "bits"
        switch (match, result) {
        case ("bits", _): return try acceptsBits(of: result, expected)
        case ("equal", .time(let time)): return try CMTimeCompare(time, Self.time(expected, "expect")) == 0
        case ("notEqual", .time(let time)): return try CMTimeCompare(time, Self.time(expected, "expect")) != 0
        case ("rangeEqual", .range(let range)): return try CMTimeRangeEqual(range, Self.range(expected, "expect"))
        case ("rangeNotEqual", .range(let range)): return try !CMTimeRangeEqual(range, Self.range(expected, "expect"))
        case ("fields", .time(let time)): return try acceptsFields(of: time, Self.object(expected, "expect"))
        case ("seconds", .time(let time)):
            return try Self.isSame(CMTimeGetSeconds(time), Self.floatingPoint(expected, "expect"))
        // Some lines compare a Boolean, a number or a text under "equal": that is the same as bits.
        case ("equal", _): return try acceptsBits(of: result, expected)
        default: throw Malformed(description: "match '\(match)' does not fit the result of \(operation)")
        }
    }

    private func acceptsBits(of result: VectorValue, _ expected: JSONValue) throws -> Bool {
        switch result {
        case .time(let time): try time.hasSameBits(as: Self.time(expected, "expect"))
        case .range(let range): try range.hasSameBits(as: Self.range(expected, "expect"))
        case .mapping(let mapping):
            try mapping.source.hasSameBits(as: Self.mapping(expected, "expect").source)
                && mapping.target.hasSameBits(as: Self.mapping(expected, "expect").target)
        case .integer(let integer): try integer == Self.integer(expected, "expect")
        case .floatingPoint(let number): try Self.isSame(number, Self.floatingPoint(expected, "expect"))
        case .boolean(let boolean): expected == .boolean(boolean)
        case .text(let text): expected == .string(text)
        case .booleans(let booleans): expected == .object(booleans.mapValues { .boolean($0) })
        case .dictionary(let dictionary):
            try Self.object(expected, "expect").mapValues { try Self.integer($0, "expect") as Int64 }
                == dictionary as? [String: Int64]
        }
    }

    private func acceptsFields(of time: CMTime, _ expected: [String: JSONValue]) throws -> Bool {
        for (name, value) in expected {
            let field: Int64 =
                switch name {
                case "value": time.value
                case "timescale": Int64(time.timescale)
                case "flags": Int64(time.flags.rawValue)
                case "epoch": time.epoch
                default: throw Malformed(description: "a time has no field '\(name)'")
                }
            guard try field == Self.integer(value, name) else { return false }
        }
        return true
    }

    /// The same binary64 value; NaN is the same as NaN.
    private static func isSame(_ first: Double, _ second: Double) -> Bool {
        first.isNaN ? second.isNaN : first == second && first.sign == second.sign
    }
}

extension CMTime {
    fileprivate func hasSameBits(as other: CMTime) -> Bool {
        value == other.value && timescale == other.timescale && flags == other.flags && epoch == other.epoch
    }
}

extension CMTimeRange {
    fileprivate func hasSameBits(as other: CMTimeRange) -> Bool {
        start.hasSameBits(as: other.start) && duration.hasSameBits(as: other.duration)
    }
}
