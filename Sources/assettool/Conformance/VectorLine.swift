import AssetKit

/// One line of a conformance file: an operation, its inputs and the expected result.
struct VectorLine {
    /// Why a line cannot be run.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    let fields: [String: JSONValue]
    let identifier: String
    let operation: String
    let basis: String
    let rules: [String]

    init(json: Data) throws(Malformed) {
        fields = try JSONValue.fields(of: json)
        identifier = Self.text(fields["id"]) ?? "without id"
        operation = Self.text(fields["op"]) ?? "without op"
        basis = Self.text(fields["basis"]) ?? "without basis"
        if case .array(let values) = fields["rules"] { rules = values.compactMap(Self.text) } else { rules = [] }
    }

    // MARK: Inputs

    func time(_ key: String) throws -> CMTime { try Self.time(field(key), key) }
    func range(_ key: String) throws -> CMTimeRange { try Self.range(field(key), key) }

    func string(_ key: String) throws -> String {
        guard let text = try Self.text(field(key)) else { throw Malformed(description: "\(key) is not a string") }
        return text
    }

    func integer<Integer: FixedWidthInteger>(_ key: String) throws -> Integer {
        try Self.integer(field(key), key)
    }

    func floatingPoint(_ key: String) throws -> Double { try Self.floatingPoint(field(key), key) }

    func method() throws -> CMTimeRoundingMethod {
        let name = try string("method")
        guard let method = CMTimeRoundingMethod(vectorName: name) else {
            throw Malformed(description: "no rounding method is called '\(name)'")
        }
        return method
    }

    func field(_ key: String) throws -> JSONValue {
        guard let value = fields[key] else { throw Malformed(description: "\(key) is missing") }
        return value
    }

    // MARK: Values

    static func time(_ value: JSONValue?, _ name: String) throws -> CMTime {
        let fields = try object(value, name)
        return CMTime(
            value: try integer(fields["value"], "\(name).value"),
            timescale: try integer(fields["timescale"], "\(name).timescale"),
            flags: CMTimeFlags(rawValue: try integer(fields["flags"], "\(name).flags")),
            epoch: try integer(fields["epoch"], "\(name).epoch")
        )
    }

    static func range(_ value: JSONValue?, _ name: String) throws -> CMTimeRange {
        let fields = try object(value, name)
        return CMTimeRange(
            start: try time(fields["start"], "\(name).start"),
            duration: try time(fields["duration"], "\(name).duration")
        )
    }

    static func mapping(_ value: JSONValue?, _ name: String) throws -> CMTimeMapping {
        let fields = try object(value, name)
        return CMTimeMapping(
            source: try range(fields["source"], "\(name).source"),
            target: try range(fields["target"], "\(name).target")
        )
    }

    static func object(_ value: JSONValue?, _ name: String) throws -> [String: JSONValue] {
        guard case .object(let fields) = value else { throw Malformed(description: "\(name) is not an object") }
        return fields
    }

    static func integer<Integer: FixedWidthInteger>(_ value: JSONValue?, _ name: String) throws -> Integer {
        guard case .number(let number?, _) = value, let integer = Integer(exactly: number) else {
            throw Malformed(description: "\(name) is not an integer of its field's size")
        }
        return integer
    }

    static func floatingPoint(_ value: JSONValue?, _ name: String) throws -> Double {
        switch value {
        case .number(_, let number): return number
        case .string("nan"): return .nan
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        default: throw Malformed(description: "\(name) is not a number")
        }
    }

    static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }
}

extension CMTimeRoundingMethod {
    /// The case with this Swift name.
    init?(vectorName: String) {
        switch vectorName {
        case "roundHalfAwayFromZero", "default": self = .roundHalfAwayFromZero
        case "roundTowardZero": self = .roundTowardZero
        case "roundAwayFromZero": self = .roundAwayFromZero
        case "quickTime": self = .quickTime
        case "roundTowardPositiveInfinity": self = .roundTowardPositiveInfinity
        case "roundTowardNegativeInfinity": self = .roundTowardNegativeInfinity
        default: return nil
        }
    }
}
